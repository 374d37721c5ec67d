"""Where scoring a document takes long, only so many of its repairs are tried, and a warning says so."""

import pytest

import keytally
from keytally.error_analysis.analysis import TOO_MANY
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
