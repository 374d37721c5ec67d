"""Marks in files, and the edits that editors propose at them."""

import json
from typing import Any

import pytest

from keytally.families.contract import Role
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.options import RecordsOptions
from keytally.tallies.status import Status

EVALUATION = RecordsEvaluation(RecordsOptions())


def marks_of(key: Any, response: Any) -> tuple[str, list[Any], Any]:
    units = []
    for role, value in ((Role.KEY, key), (Role.RESPONSE, response)):
        text = f"{json.dumps({'id': '1', **value})}\n"
        units.append(EVALUATION.language(role).of_file("x.jsonl").of_whole(text).read(text))
    (score,) = EVALUATION.score("1", units[:1], units[1:])
    return units[1].text, list(EVALUATION.marks(score, Role.RESPONSE, units[1])), units[1]


def test_places() -> None:
    text, marks, _ = marks_of({"a": "x", "l": [{"b": 1}], "m": 2}, {"a": "y", "l": [{"b": 1}, {"b": 7}]})
    assert [(mark.status.value, text[mark.start : mark.end]) for mark in marks] == [
        ("inc", '"y"'),
        ("cor", "1"),
        ("spu", '{"b": 7}'),
        ("spu", "7"),
        ("mis", ""),
    ]


@pytest.mark.parametrize(
    ("key", "response", "wanted"),
    [
        ({"a": "x"}, {"a": "y"}, {"a": "x"}),
        ({"a": "x"}, {"a": "x", "b": 1}, {"a": "x"}),
        ({"b": 1}, {"a": "x", "b": 1}, {"b": 1}),
        ({"l": ["x"]}, {"l": ["x", "y"]}, {"l": ["x"]}),
        ({"l": [{"b": 1}]}, {"l": [{"b": 7}, {"b": 1}]}, {"l": [{"b": 1}]}),
        ({"a": "x", "b": 1}, {"a": "x"}, {"a": "x", "b": 1}),
        ({"b": {"c": 1, "d": [2]}}, {"b": {}}, {"b": {"c": 1, "d": [2]}}),
        ({"l": [{"b": 1, "c": 2}]}, {"l": [{"b": 1}]}, {"l": [{"b": 1, "c": 2}]}),
        ({"l": [{"b": 1}, {"b": 2, "c": 3}]}, {"l": [{"b": 1}]}, {"l": [{"b": 1}, {"b": 2, "c": 3}]}),
    ],
)
def test_proposals(key: Any, response: Any, wanted: Any) -> None:
    text, marks, unit = marks_of(key, response)
    mark = next(mark for mark in marks if mark.status is not Status.CORRECT)
    proposal = unit.proposal(mark)
    assert proposal is not None
    edit = proposal.edit
    assert json.loads(text[: edit.start] + edit.text + text[edit.end :]) == {"id": "1", **wanted}
