"""Each difference of a document has one class, and a repair."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.annotations import Difference
from keytally.families.contract import Settings
from keytally.families.template_json.evaluation import evaluation
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.template_json.test_live import TASKS, Sides, texts_of
from tests.families.template_json.written import lines, pairs

TEMPLATES, ROLES = (evaluation(task, Settings()) for task in TASKS)
ATTACK = {"incident_type": "attack"}
ANN, BEN = [["Ann", "she"]], [["Ben"]]


def differences(key: list[Any], response: list[Any]) -> list[Difference]:
    """The differences of one document, whose templates are given."""
    live = scored(TEMPLATES, lines([key]), lines([response]))
    return [
        each for name in live.documents for each in TEMPLATES.classifier.differences(live.scores_of(name))
    ]


def test_the_tasks_classify_differences() -> None:
    assert TEMPLATES.classifier is not None
    assert (len(TEMPLATES.classifier.classes), len(ROLES.classifier.classes)) == (10, 6)


def attack(**roles: Any) -> dict[str, Any]:
    return {**ATTACK, **roles}


TWO = [
    attack(Victim=ANN, Weapon=[["bomb"]]),
    {"incident_type": "arson", "Victim": BEN, "Target": [["depot"]]},
]
CLASSES = [
    ([attack(Victim=ANN)], [attack(Victim=[["Ann", "Ben"]])], "wrong mention", {"inc": 1}),
    ([attack(Victim=[["Ann Kory"]])], [attack(Victim=[["Kory"]])], "span", {"mis": 1, "spu": 1}),
    ([attack(Victim=ANN)], [attack(Victim=[["Ann"], ["she", "Ben"]])], "duplicate fill", {"spu": 1}),
    ([attack(Victim=ANN)], [attack(Target=[["Ann"]])], "wrong role", {"mis": 1, "spu": 1}),
    (
        TWO,
        [{**TWO[0], "Victim": [*ANN, *BEN]}, {**TWO[1], "Victim": []}],
        "wrong template",
        {"mis": 1, "spu": 1},
    ),
    (
        TWO,
        [{**TWO[0], "Weapon": [["bomb"], ["Ben"]]}, {**TWO[1], "Victim": []}],
        "wrong template and role",
        {"mis": 1, "spu": 1},
    ),
    ([attack(Victim=ANN)], [attack(Victim=[])], "missing fill", {"mis": 1}),
    ([attack(Victim=ANN)], [attack(Victim=[*ANN, *BEN])], "spurious fill", {"spu": 1}),
    ([attack(Victim=ANN)], [], "missing template", {"mis": 2}),
    ([], [attack(Victim=ANN)], "spurious template", {"spu": 2}),
]


@pytest.mark.parametrize(("key", "response", "name", "counts"), CLASSES)
def test_a_difference_has_one_class(
    key: list[Any], response: list[Any], name: str, counts: dict[str, int]
) -> None:
    assert [(each.name, each.counts) for each in differences(key, response)] == [(name, counts)]


def test_a_difference_says_what_both_sides_have() -> None:
    (found,) = differences([attack(Victim=ANN)], [attack(Target=[["Ann"]])])
    assert (found.key_text, found.response_text) == ('Victim "Ann", "she"', 'Target "Ann"')
    assert found.labels == ("Victim", "Target")
    (found,) = differences(*CLASSES[4][:2])
    assert (found.key_text, found.response_text) == ('arson Victim "Ben"', 'attack Victim "Ben"')
    (found,) = differences(*CLASSES[8][:2])
    assert (found.key_text, found.response_text) == ('attack "Ann"', "")


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
@given(pairs(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_laws_hold(task: str, sides: Sides, by_line: bool) -> None:
    check_laws(evaluation(task, Settings()), *texts_of(sides, task, by_line=by_line))


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
@given(pairs(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_response_that_is_repaired_has_all_of_the_key(task: str, sides: Sides, by_line: bool) -> None:
    live = all_repaired(evaluation(task, Settings()), *texts_of(sides, task, by_line=by_line))
    correct, proposed, found, gold = next(iter(live.totals().values()))["counts"]
    assert (correct, found) == (proposed, gold)


LACKING = [
    ("", [{"docid": "TST1-MUC3-0001"}]),
    ('{"docid": "x", "templates": []}', [{"docid": "x"}, {"docid": "TST1-MUC3-0001"}]),
    ('{"x": {"pred_templates": []}}', {"x": {}, "10001": {}}),
    ('{"x": {"pred_templates": []},', None),
    ("{}", {"10001": {}}),
]


@pytest.mark.parametrize(("response", "expected"), LACKING)
def test_a_document_that_the_response_lacks_is_written_behind_the_others(
    response: str, expected: Any
) -> None:
    live = all_repaired(TEMPLATES, lines([[attack(Victim=ANN)]]), response)
    assert live.headline() == 100
    text = "".join(unit.text for unit in live.response.units)
    if isinstance(expected, dict):
        assert list(json.loads(text)) == list(expected)
    elif expected is not None:
        assert [json.loads(line)["docid"] for line in text.splitlines()] == [
            each["docid"] for each in expected
        ]


def test_a_document_of_roles_that_the_response_lacks_is_written_too() -> None:
    live = all_repaired(ROLES, lines([{"Victim": ANN, "Target": []}], "extracts"), "")
    text = "".join(unit.text for unit in live.response.units)
    assert json.loads(text)["extracts"] == {"Victim": ANN, "Target": []}


def test_a_record_whose_templates_are_no_list_cannot_be_repaired() -> None:
    response = '{"docid": "TST1-MUC3-0001", "templates": "none"}\n'
    live = scored(TEMPLATES, lines([[attack(Victim=ANN)]]), response)
    found = TEMPLATES.classifier.differences(live.scores_of("10001"))
    rewriting = TEMPLATES.classifier.repair([*live.key.units], [*live.response.units], found)
    assert rewriting.refused == {
        0: "the record lacks the list of templates or the roles that the change needs"
    }
    assert rewritten(live, rewriting) == response


def test_what_broken_syntax_would_lead_astray_is_not_repaired() -> None:
    """A template behind one that is not closed would be read as a part of it."""
    response = '{"docid": "TST1-MUC3-0001", "templates": [{"incident_type": "attack", "Victim": [["Ann"]]'
    live = scored(TEMPLATES, lines([[attack(Victim=[["Ann"]]), attack(Victim=[["Cleo"]])]]), response)
    found = TEMPLATES.classifier.differences(live.scores_of("10001"))
    rewriting = TEMPLATES.classifier.repair([*live.key.units], [*live.response.units], found)
    assert rewriting.refused == {0: "the record has a syntax error at this position"}
    assert rewritten(live, rewriting) == response
