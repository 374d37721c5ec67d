"""Differences have one class each, and a response with all of them repaired is the key's."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.options import RecordsOptions
from keytally.families.records.reading import RecordUnit

VALUES = st.sampled_from(["a", "A.", "b", 1, 1.5, "1", True, None, ""])
FLAT = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)
NESTED = st.dictionaries(
    st.sampled_from("xyz"), VALUES | FLAT | st.lists(FLAT | VALUES, max_size=3), max_size=3
)
RECORDS = st.dictionaries(st.sampled_from("klm"), VALUES | NESTED | st.lists(NESTED, max_size=3), max_size=3)


def unit_of(evaluation: RecordsEvaluation, role: Role, record: Any, form: str) -> RecordUnit:
    values = {
        "plain": {"id": "1", **record},
        "envelope": {"id": "1", "output": record},
        "string": {"id": "1", "output": json.dumps(record)},
    }
    language = evaluation.language(role).of_file("x.jsonl")
    text = f"{json.dumps(values[form])}\n"
    return language.of_whole(text).read(text)


@given(RECORDS, RECORDS, st.sampled_from(["plain", "envelope", "string"]))
def test_all_repaired(key: dict[str, Any], response: dict[str, Any], form: str) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine, its = (
        unit_of(evaluation, Role.KEY, key, "plain"),
        unit_of(evaluation, Role.RESPONSE, response, form),
    )
    scores = evaluation.score("1", [mine], [its])
    found = evaluation.classifier.differences(scores)
    counted: dict[str, int] = {}
    for each in found:
        for name, count in each.counts.items():
            counted[name] = counted.get(name, 0) + count
    assert counted == evaluation.classifier.counts(scores)
    rewriting = evaluation.classifier.repair([mine], [its], found)
    assert not rewriting.refused
    after = dict(rewriting.read).get(its, its)
    assert evaluation.agrees(evaluation.score("1", [mine], [after]))


@pytest.mark.parametrize(
    ("key", "response", "names"),
    [
        ({"a": "x"}, {"a": "y"}, ["wrong value"]),
        ({"a": "x"}, {}, ["missing field"]),
        ({}, {"a": {"b": "x"}}, ["spurious field"]),
        ({"l": [{"a": "x"}]}, {"l": [{"a": "x"}, {"a": "x"}]}, ["duplicate item"]),
        ({"l": [{"a": "x"}, {"a": "y"}]}, {"l": [{"a": "y"}, {"a": "z"}]}, ["missing item", "spurious item"]),
    ],
)
def test_classes(key: Any, response: Any, names: list[str]) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine, its = (unit_of(evaluation, Role.KEY, each, "envelope") for each in (key, response))
    found = evaluation.classifier.differences(evaluation.score("1", [mine], [its]))
    assert sorted(each.name for each in found) == sorted(names)
