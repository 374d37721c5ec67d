"""Where scoring a document takes long, only so many of its repairs are tried, and a warning says so."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.error_analysis.analysis import TOO_MANY
from keytally.families.template_json.evaluation import MOST_PAIRS
from tests.house.tracked import CHECKOUT

KEY, RESPONSE = (CHECKOUT / "examples/template_json" / name for name in ("key.jsonl", "response.json"))


def analysed() -> keytally.ErrorsResult:
    return keytally.errors(KEY, RESPONSE, task="template-filling")


@pytest.mark.parametrize("most", [2, 7])
def test_further_repairs_are_not_tried(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = analysed()
    assert not [line for line in whole.warnings if "too many differences" in line]
    monkeypatch.setattr("keytally.families.template_json.evaluation.MOST_REPAIRS", most)
    found = analysed()
    (document, *_) = found.analysis.bounded
    assert f"document {document} has too many differences" in "\n".join(found.warnings)
    for document in {each.document for each in found.analysis.differences}:
        of_document = [each for each in found.analysis.differences if each.document == document]
        assert all(each.refused == TOO_MANY for each in of_document[most:])
        assert not any(each.refused for each in of_document[:most])
    assert [each.name for each in found.analysis.classes] == [each.name for each in whole.analysis.classes]
    steps = [each.headline for each in found.analysis.first]
    assert steps == [each.headline for each in whole.analysis.first][: len(steps)] or most == 2
    assert found.values["repaired"] == whole.values["repaired"]


def test_a_long_sentence_has_no_more_repairs_tried_than_others(tmp_path: Path) -> None:
    words = [f"w{at}" for at in range(600)]
    lines = [f"A {at} {at + 1}|||T|||x|||REQUIRED|||-NONE-|||0\n" for at in range(0, 600, 4)]
    gold, output = tmp_path / "gold.m2", tmp_path / "output.txt"
    gold.write_text(f"S {' '.join(words)}\n{''.join(lines)}\n")
    output.write_text(" ".join("y" if at % 4 == 0 else word for at, word in enumerate(words)) + "\n")
    found = keytally.errors(gold, output, task="m2")
    [line] = [line for line in found.warnings if "too many differences" in line]
    assert line == "document 1 has too many differences; only 1 fix could be ranked"
    assert len(found.analysis.differences) == 150
    assert found.values["repaired"] == pytest.approx(100)


def test_the_more_templates_a_document_has_the_fewer_repairs_are_tried(tmp_path: Path) -> None:
    for name, victim in (("key", "a"), ("response", "b")):
        listed = [
            {"incident_type": "attack", "Victim": [[f"{victim}{at}"]], "Target": [[f"t{at}"]]}
            for at in range(60)
        ]
        (tmp_path / f"{name}.json").write_text(json.dumps({"docid": "1", "templates": listed}) + "\n")
    key, response = tmp_path / "key.json", tmp_path / "response.json"
    found = keytally.errors(key, response, task="template-filling")
    assert found.analysis.bounded == ["1"]
    tried = [each for each in found.analysis.differences if not each.refused]
    assert 60 * 60 * len(tried) <= MOST_PAIRS
