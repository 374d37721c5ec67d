"""DocuBench's scores."""

from typing import Any

import pytest

from keytally.families.records.programs import docubench
from tests.families.records.programs.data import docubench_documents, expected, needs_records


def _final(key: Any, response: Any, schema: Any) -> float:
    found = docubench.PROGRAM.evaluate([("1", key, response, schema)])
    assert found.score is not None, found.reason
    return found.score


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


TEXT = {"type": "string"}
ROWS = {"type": "array", "items": _object(a=TEXT, b=TEXT)}


@needs_records
def test_scores_equal_the_program() -> None:
    compared = 0
    for system, wanted in expected("docubench"):
        found = docubench.PROGRAM.evaluate(docubench_documents(system))
        for name, score in wanted.items():
            # A score that depends on the order of equal items is not recorded.
            if score is not None:
                assert found.documents[name]["final"] == pytest.approx(score, abs=1e-12), (system, name)
                compared += 1
    assert compared == 101


def test_items_are_paired_greedily() -> None:
    key = {"rows": [{"a": "1", "b": "2"}, {"a": "1", "b": "3"}]}
    response = {"rows": [{"a": "1", "b": "3"}, {"a": "9", "b": "3"}]}
    assert _final(key, response, _object(rows=ROWS)) == pytest.approx(0.5)


def test_arrays_below_one_object_replace_each_other() -> None:
    schema = _object(part=_object(first=ROWS, second=ROWS))
    key = {"part": {"first": [{"a": "x"}], "second": [{"a": "y"}]}}
    response = {"part": {"first": [], "second": [{"a": "y"}]}}
    assert _final(key, response, schema) == 1.0


def test_true_equals_one_and_empty_fields_do_not_count() -> None:
    schema = _object(a={"type": "boolean"}, b=TEXT, c={"type": ["object", "null"], "properties": {"d": TEXT}})
    assert _final({"a": True, "b": ""}, {"a": 1.0, "b": None}, schema) == 1.0
    assert _final({"a": True, "c": {"d": "A b"}}, {"a": False, "c": {"d": "ab."}}, schema) == 0.5


@pytest.mark.parametrize(
    "schema",
    [
        None,
        {"type": "array"},
        {"$defs": {"Row": ROWS}},
        _object(rows={"anyOf": [ROWS, {"type": "null"}]}),
        {},
    ],
)
def test_schemas_on_which_the_program_fails_give_a_reason(schema: object) -> None:
    found = docubench.PROGRAM.evaluate([("1", {"a": 1}, {"a": 1}, schema)])
    assert found.score is None
    assert found.reason


def test_documents_without_a_response_have_no_score() -> None:
    found = docubench.PROGRAM.evaluate(
        [("1", {"a": "x"}, None, _object(a=TEXT)), ("2", {"a": "x"}, {"a": "x"}, _object(a=TEXT))]
    )
    assert found.score == 1.0
    assert found.not_applicable == {"1": "there is no response"}
