"""Differences have one class each, and a response with all of them repaired is the key's."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.records.comparators import EXACT, comparator
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.fields import FieldRule
from keytally.families.records.layout import Form
from keytally.families.records.options import RecordsOptions
from keytally.families.records.reading import RecordUnit

VALUES = st.sampled_from(["a", "A.", "b", 1, 1.5, "1", True, None, ""])
FLAT = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)
NESTED = st.dictionaries(
    st.sampled_from("xyz"), VALUES | FLAT | st.lists(FLAT | VALUES, max_size=3), max_size=3
)
ENVELOPES = VALUES.map(lambda value: {"value": value, "confidence": 0.5})
RESPONSES = st.dictionaries(
    st.sampled_from("klm"),
    VALUES | NESTED | ENVELOPES | st.lists(NESTED | ENVELOPES | VALUES, max_size=3),
    max_size=3,
)
RECORDS = st.dictionaries(st.sampled_from("klm"), VALUES | NESTED | st.lists(NESTED, max_size=3), max_size=3)


def unit_of(evaluation: RecordsEvaluation, role: Role, record: Any, form: str) -> RecordUnit:
    values = {
        "plain": {"id": "1", **record},
        "envelope": {"id": "1", "output": record},
        "string": {"id": "1", "output": json.dumps(record)},
        "indented": record,
    }
    if form == "indented":
        whole = json.dumps(record, indent=2)
        return evaluation.language(role).of_file("1.json").of_whole(whole).read(whole)
    language = evaluation.language(role).of_file("x.jsonl")
    text = f"{json.dumps(values[form])}\n"
    return language.of_whole(text).read(text)


@given(RECORDS, RESPONSES, st.sampled_from(["plain", "envelope", "string", "indented"]))
def test_all_repaired(key: dict[str, Any], response: dict[str, Any], form: str) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine, its = (
        unit_of(evaluation, Role.KEY, key, "plain"),
        unit_of(evaluation, Role.RESPONSE, response, form),
    )
    # A file of two objects is read as a mapping of ids to records.
    assume(its.layout.form is not Form.MAPPING)
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
        ({"l": [{"a": "x"}, {"a": "y"}]}, {"l": [{"a": "x"}, {"a": "z"}]}, ["wrong item"]),
        ({"l": [{"a": "x", "b": 1}]}, {"l": [{"a": "x"}, {"b": 1}]}, ["split item"]),
        ({"l": [{"a": "x", "b": 1}]}, {"l": [{"a": "x", "b": 1}, {"b": 1}]}, ["spurious item"]),
        (
            {"l": [{"a": "tea and buns", "b": 1}, {"a": "y", "b": 2}]},
            {"l": [{"a": "y", "b": 2}, {"a": "tea", "b": 1}, {"a": "Buns", "b": 1}]},
            ["split item"],
        ),
        ({"l": [{"a": "x"}, {"b": 1}]}, {"l": [{"a": "x", "b": 1}]}, ["merged items"]),
        (
            {"l": [{"a": "tea", "b": 1}, {"a": "bun", "b": 1}]},
            {"l": [{"a": "tea, bun", "b": 1}]},
            ["merged items"],
        ),
        (
            {"l": [{"a": "tea", "b": 1}, {"a": "bun", "b": 1}]},
            {"l": [{"a": "te", "b": 1}]},
            ["missing item", "wrong value"],
        ),
        ({"l": [{"a": "x", "o": {"$optional": "z"}}]}, {"l": []}, ["missing field"]),
        ({"l": [{"a": "x", "o": {"$optional": "z"}}, {"a": "y"}]}, {"l": [{"a": "y"}]}, ["missing item"]),
    ],
)
def test_classes(key: Any, response: Any, names: list[str]) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine, its = (unit_of(evaluation, Role.KEY, each, "envelope") for each in (key, response))
    scores = evaluation.score("1", [mine], [its])
    found = evaluation.classifier.differences(scores)
    counted = Counter[str]()
    for each in found:
        counted.update(each.counts)
    assert counted == evaluation.classifier.counts(scores)
    after = dict(evaluation.classifier.repair([mine], [its], found).read)[its]
    assert evaluation.agrees(evaluation.score("1", [mine], [after]))
    assert sorted(each.name for each in found) == sorted(names)


def test_other_writings_of_a_value() -> None:
    evaluation = RecordsEvaluation(RecordsOptions(forced=EXACT))
    record = {"a": "5.00", "b": "Café", "c": "x", "d": "2024-01-05"}
    mine = unit_of(evaluation, Role.KEY, record, "plain")
    its = unit_of(evaluation, Role.RESPONSE, {"a": "$5", "b": "CAFÉ.", "c": "y", "d": "Jan 5, 2024"}, "plain")
    found = evaluation.classifier.differences(evaluation.score("1", [mine], [its]))
    assert [each.name for each in found] == [
        "formatting only",
        "formatting only",
        "wrong value",
        "formatting only",
    ]


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("a, b", "b, c, d"),
        ("a, b, c", "c"),
        ("a", "x, y"),
        (["a", "b"], "b, c"),
        ("a, b", ["b", "c"]),
        ("a, b", None),
        (None, "a, b"),
    ],
)
def test_lists_in_a_text(key: Any, response: Any) -> None:
    evaluation = RecordsEvaluation(RecordsOptions((FieldRule("tags", comparator("set", {})),)))
    mine = unit_of(evaluation, Role.KEY, {"tags": key}, "plain")
    its = unit_of(evaluation, Role.RESPONSE, {"tags": response, "x": 1}, "plain")
    found = evaluation.classifier.differences(evaluation.score("1", [mine], [its]))
    after = dict(evaluation.classifier.repair([mine], [its], found).read)[its]
    assert evaluation.agrees(evaluation.score("1", [mine], [after])), after.text


@pytest.mark.parametrize(
    ("key", "after"),
    [
        ({"a": 1.10, "l": [{"b": "x"}]}, '{\n  "a": 1.1,\n  "l": [\n    {"b": "x"}\n  ]\n}'),
        (
            {"a": 2, "c": "é", "l": [{"b": "x"}]},
            '{\n  "a": 2,\n  "l": [\n    {"b": "x"}\n  ],\n  "c": "é"\n}',
        ),
        ({"a": 2}, '{\n  "a": 2\n}'),
        (
            {"a": 2, "l": [{"b": "x"}, {"b": "y"}]},
            '{\n  "a": 2,\n  "l": [\n    {"b": "x"},\n    {"b": "y"}\n  ]\n}',
        ),
    ],
)
def test_the_rest_keeps_its_form(key: Any, after: str) -> None:
    text = '{\n  "a": 2,\n  "l": [\n    {"b": "x"}\n  ]\n}'
    evaluation = RecordsEvaluation(RecordsOptions())
    its = evaluation.language(Role.RESPONSE).of_file("1.json").of_whole(text).read(text)
    mine = unit_of(evaluation, Role.KEY, key, "indented")
    found = evaluation.classifier.differences(evaluation.score("1", [mine], [its]))
    rewriting = evaluation.classifier.repair([mine], [its], found)
    assert dict(rewriting.read)[its].text == after
    ((_, edit),) = rewriting.edits
    assert edit.end - edit.start < len(text) - 10
