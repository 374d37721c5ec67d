"""What is said besides the figures."""

from fractions import Fraction
from pathlib import Path

import pytest

from keytally.measures import template_maps
from keytally.measures.map_region import Region
from keytally.runs.score import score
from tests.families.template_json.written import lines

ATTACK = {"incident_type": "attack", "Victim": [["Ann"], ["Ben"]]}
OTHER = {"incident_type": "attack", "Victim": [["Ann"]]}


FIRST = {"incident_type": "attack", "Victim": [["Ann"], ["Ann"]], "Target": [["Bank", "Shop"]]}
SECOND = {"incident_type": "attack", "Victim": [["Ann"]], "Target": [["Bank"], ["Shop"]]}


def test_a_map_that_is_not_proved_to_be_the_best_is_reported_with_the_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key.jsonl").write_text(lines([[FIRST, SECOND]]), encoding="utf-8")
    (tmp_path / "response.json").write_text(lines([[SECOND, FIRST]]), encoding="utf-8")
    files = tmp_path / "key.jsonl", tmp_path / "response.json"
    assert score(*files, task="template-filling").warnings == ()
    monkeypatch.setattr(template_maps, "MOST_TRIALS", 0)
    monkeypatch.setattr(Region, "only_corner", lambda self, f: None)
    (warning,) = score(*files, task="template-filling").warnings
    assert warning == (
        "document 10001: the map of templates that is used for gtt has F 100.0000; no map has a higher F, "
        "but another map with the same F may come first (too many templates to try all maps)"
    )
    monkeypatch.setattr(Region, "has_better", lambda self, f: True)
    monkeypatch.setattr(Region, "bound", lambda self, f: f + Fraction(1, 3000))
    (warning,) = score(*files, task="template-filling").warnings
    assert "F 100.0000; another map may have up to 100.0333" in warning


@pytest.mark.parametrize("word", ["None", "NaN", "nil", "undefined", "null"])
def test_words_that_mean_no_value_are_no_fillers(tmp_path: Path, word: str) -> None:
    key, response = tmp_path / "a.key.jsonl", tmp_path / "a.response.json"
    key.write_text('{"docid": "a", "templates": [{"incident_type": "fire", "Victim": [["Ann"]]}]}\n')
    template = f"{{'incident_type': 'fire', 'Victim': [['Ann']], 'Weapon': {word}}}"
    response.write_text(f"{{'docid': 'a', 'templates': [{template}]}}\n")
    assert score(key, response, task="template-filling").headline == 100
