"""The values on which the programs disagree."""

from typing import Any

import pytest

from keytally.families.records.programs import omni
from keytally.families.records.programs.disagreements import CAUSES, PROGRAMS, disagreements
from keytally.families.records.programs.shared import Document
from tests.families.records.programs.data import docubench_documents, needs_records

TEXT = {"type": "string"}
ROW = {
    "type": "object",
    "properties": {"a": TEXT, "b": TEXT, "c": TEXT, "tags": {"type": "array", "items": TEXT}},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "description": TEXT,
        "rows": {"type": "array", "items": ROW},
        "tags": {"type": "array", "items": TEXT},
        "map": {"type": "object", "additionalProperties": TEXT, "properties": {"x": TEXT}},
    },
}


def _causes(key: Any, response: Any) -> list[str]:
    return [each.cause for each in disagreements([("1", key, response, SCHEMA)])]


def _rows(*texts: str) -> dict[str, Any]:
    return {"rows": [dict(zip("abc", text, strict=True)) for text in texts]}


@pytest.mark.parametrize(
    ("key", "response", "cause"),
    [
        ({"name": None}, {"name": None}, "null"),
        ({"tags": ["x"]}, {"tags": ["x", "y"]}, "list"),
        ({"name": 5}, {"name": "5"}, "number"),
        ({"name": "2024-01-05"}, {"name": "January 5, 2024"}, "date"),
        ({"name": True}, {"name": 1}, "boolean"),
        ({"name": "P.O. Box 1"}, {"name": "po box 1"}, "folded"),
        ({"description": "the rent shall be paid"}, {"description": "the rent shal be paid"}, "similar"),
        ({"other": "x"}, {"other": "x"}, "schema"),
        ({"map": {"x": "y"}}, {"map": {"x": "y"}}, "schema"),
    ],
)
def test_the_cause_is_named(key: Any, response: Any, cause: str) -> None:
    assert set(_causes(key, response)) == {cause}
    assert cause in CAUSES


def test_greedy_pairing_is_named() -> None:
    # The first pair in order takes the item that the second one needs.
    assert set(_causes(_rows("123", "156"), _rows("126", "823"))) == {"greedy"}


def test_values_of_the_response_alone_are_listed() -> None:
    (found,) = disagreements([("1", {"name": "x"}, {"name": "x", "other": "y"}, SCHEMA)])
    assert (found.key, found.response, found.cause) == (None, ("other",), "schema")
    assert found.verdicts == {"docubench": None, "omni": False, "extractbench": False}


def test_programs_that_cannot_score_a_document_are_left_out() -> None:
    assert list(disagreements([("1", {"name": None}, {"name": None}, None)])) == []
    results = [each.evaluate([("1", {"name": "x"}, {"name": "x"}, None)]) for each in PROGRAMS.values()]
    assert [(each.name, each.score) for each in results] == [
        ("kieval", 1.0),
        ("docubench", None),
        ("omni", None),
        ("extractbench", None),
    ]


@needs_records
def test_disagreements_of_a_system() -> None:
    documents: list[Document] = docubench_documents("claude")
    found = list(disagreements(documents))
    assert {each.cause for each in found} == {"null", "folded", "date"}
    for name, key, response, schema in documents:
        correct = sum(verdict.is_correct for verdict in omni.verdicts(key, response, schema))
        assert correct == omni.PROGRAM.evaluate([(name, key, response, schema)]).documents[name]["matched"]
