"""What is said besides the figures."""

from pathlib import Path

import pytest

from keytally import score
from keytally.measures.templates import best_map
from tests.evaluations.template_json.written import lines

ATTACK = {"incident_type": "attack", "Victim": [["Ann"], ["Ben"]]}
OTHER = {"incident_type": "attack", "Victim": [["Ann"]]}


def test_a_map_that_is_not_proved_to_be_the_best_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key.jsonl").write_text(lines([[ATTACK, OTHER]]), encoding="utf-8")
    files = tmp_path / "key.jsonl", tmp_path / "key.jsonl"
    assert score(*files, task="template-filling").warnings == ()
    monkeypatch.setattr(best_map, "MOST_TRIALS", 0)
    (warning,) = score(*files, task="template-filling").warnings
    assert warning.startswith("document 10001 has too many templates to prove")


def test_a_list_over_lines_is_told_as_its_first_record_is_not_read(tmp_path: Path) -> None:
    key = lines([[ATTACK], [OTHER]])
    (tmp_path / "key.jsonl").write_text(key, encoding="utf-8")
    (tmp_path / "response.json").write_text(f"[{key.strip()}]".replace("}\n{", "},\n{"), encoding="utf-8")
    result = score(tmp_path / "key.jsonl", tmp_path / "response.json", task="template-filling")
    assert result.warnings == (
        "1 record of the response not read: a list begins there; write its items on a line each, without the "
        "brackets and commas of the list",
    )
