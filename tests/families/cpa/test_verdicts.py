"""Verdicts on single cells of both files."""

import json
from pathlib import Path

from keytally.families.contract import Level, Role
from tests.families.cpa.verb_files import marks, patterns, rows, scored

KEY = rows("1 | She | subj | Human", "2 | mends | v | ", "3 | nets | obj | Thing", "4 | well | | ")
RESPONSE = rows("1 | She | obj | Human", "2 | mends | v | ", "3 | nets | | ", "4 | well | advprep | ")


def test_tags_and_types_of_the_response() -> None:
    live = scored("cpa-parsing", KEY, RESPONSE)
    assert marks(live, Role.RESPONSE) == [
        ("obj", "INC obj (key: subj)"),
        ("Human", "COR Human"),
        ("", "MIS obj"),
        ("", "MIS Thing"),
        ("advprep", "SPU advprep"),
    ]
    assert {each.mark.level for each in live.marks(Role.RESPONSE, 0, 100)} == {Level.ITEM}


def test_tags_and_types_of_the_key() -> None:
    assert marks(scored("cpa-parsing", KEY, RESPONSE), Role.KEY) == [
        ("subj", "INC subj (response: obj)"),
        ("Human", "COR Human"),
        ("obj", "MIS obj"),
        ("Thing", "MIS Thing"),
    ]


def test_partners_are_cells_of_the_other_file() -> None:
    live = scored("cpa-parsing", KEY, RESPONSE)
    for role in (Role.KEY, Role.RESPONSE):
        for placed in live.marks(role, 0, 100):
            if placed.mark.partner is not None:
                unit, start, end = placed.mark.partner
                other = unit.text[start:end]
                assert other == "" or other in placed.mark.label


def test_a_line_that_the_response_lacks_is_missed_behind_the_one_before_it() -> None:
    response = rows("1 | She | subj | Human", "4 | well | | ")
    live = scored("cpa-parsing", KEY, response)
    missing = [placed for placed in live.marks(Role.RESPONSE, 0, 100) if placed.start == placed.end]
    assert [placed.mark.label for placed in missing] == ["MIS obj", "MIS Thing"]
    assert {placed.start for placed in missing} == {response.index("\n")}


def test_a_verb_without_a_file_is_missing_in_the_key() -> None:
    live = scored("cpa-parsing", {"go": KEY, "sew": KEY}, {"go": KEY})
    assert {label[:3] for _, label in marks(live, Role.KEY, "sew")} == {"MIS"}
    assert {label[:3] for _, label in marks(live, Role.KEY, "go")} == {"COR"}


def test_an_empty_response_shows_what_is_missing_at_its_start() -> None:
    live = scored("cpa-parsing", KEY, "")
    assert marks(live, Role.RESPONSE) == [
        ("", "MIS subj"),
        ("", "MIS obj"),
        ("", "MIS Human"),
        ("", "MIS Thing"),
    ]


def test_clusters() -> None:
    key = rows("1 | 1", "2 | 1", "3 | 2", "4 | 3", "5 | 4", "6 | x")
    response = rows("1 | 1", "2 | 1", "3 | 1", "4 | 2", "5 | u", "6 | 2")
    live = scored("cpa-clustering", key, response)
    assert marks(live, Role.RESPONSE) == [
        ("1", "PAR cluster 1: precision 2/3, recall 2/2"),
        ("1", "PAR cluster 1: precision 2/3, recall 2/2"),
        ("1", "INC cluster 1: precision 1/3, recall 1/1"),
        ("2", "INC cluster 2: precision 1/2, recall 1/1"),
        ("", "MIS item 5, cluster 4"),
        ("2", "SPU cluster 2"),
    ]
    assert marks(live, Role.KEY)[-2:] == [
        ("3", "INC cluster 3: precision 1/2, recall 1/1"),
        ("4", "MIS cluster 4"),
    ]


def test_a_cluster_that_both_have_is_correct_whatever_its_name() -> None:
    live = scored("cpa-clustering", rows("1 | 1", "2 | 1", "3 | 2"), rows("1 | 8", "2 | 8", "3 | 5"))
    assert [label[:3] for _, label in marks(live, Role.RESPONSE)] == ["COR"] * 3


def test_slots(tmp_path: Path) -> None:
    ontology = tmp_path / "o.json"
    ontology.write_text(json.dumps([{"term": "Entity", "sub": [{"term": "Human"}]}]))
    key = patterns(["Human", "Event", "", "", "", "to"], ["Money"])
    response = patterns(["Entity", "", "Event", "", "", "in"])
    live = scored("cpa-slots", key, response, ontology=str(ontology))
    assert marks(live, Role.RESPONSE) == [
        ("Entity", "PAR 0.25 of a point for subject Entity (key: Human)"),
        ("", "MIS object Event"),
        ("Event", "SPU indirect_object Event"),
        ("in", "INC preposition_1 in (key: to)"),
        ("", "MIS pattern: subject Money"),
    ]
    assert marks(live, Role.KEY) == [
        ("Human", "PAR 0.25 of a point for subject Human (response: Entity)"),
        ("Event", "MIS object Event"),
        ("to", "INC preposition_1 to (response: in)"),
        ("Money", "MIS subject Money"),
    ]


def test_a_pattern_that_nothing_is_aligned_with_is_spurious() -> None:
    live = scored("cpa-slots", patterns(["Human"]), patterns(["Money", "Event"], ["Human"]))
    assert [label for _, label in marks(live, Role.RESPONSE)] == [
        "SPU subject Money",
        "SPU object Event",
        "COR subject Human",
    ]
