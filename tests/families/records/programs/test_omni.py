"""The figures of omni-extract-bench."""

from typing import Any

import pytest

from keytally.families.records.programs import omni
from keytally.families.records.programs.omni_values import canonical
from tests.families.records.programs.data import assert_close, docubench_documents, expected, needs_records

SCHEMA: dict[str, Any] = {
    "properties": {
        "date": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "rows": {
            "type": "array",
            "items": {"properties": {"a": {}, "b": {}, "parts": {"type": "array", "items": {}}}},
        },
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
    }
}


def _figures(key: Any, response: Any, schema: Any = SCHEMA) -> dict[str, Any]:
    found = omni.PROGRAM.evaluate([("1", key, response, schema)])
    assert found.score is not None, found.reason
    return {name: value for name, value in found.documents["1"].items() if name in omni.COUNTS and value}


@needs_records
def test_figures_equal_the_program() -> None:
    compared = 0
    for system, wanted in expected("omni"):
        found = omni.PROGRAM.evaluate(docubench_documents(system))
        for name, figures in wanted.items():
            compared += assert_close(dict(found.documents[name]), figures, (system, name))
        assert found.score == pytest.approx(sum(each["accuracy"] for each in wanted.values()) / len(wanted))
    assert compared == 1122


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("1,234", 1234),
            ("$5", "5.0"),
            ("(1234.5)", "-1,234.50"),
            (0.1 + 0.2, 0.3),
            (True, "TRUE"),
            ("--", "-"),
        ),
        *(
            ("01/05/2024", "2024-01-05"),
            ("Jan 5, 2024", "5-Jan-2024"),
            ("2024-01-05T00:00:00Z", "2024-01-05"),
        ),
        *(
            ("2024-01-05 10:20", "2024-01-05T10:20:00.000Z"),
            ("Müller AG", "MULLER  A.G."),
            ("Fund [1]", "fund"),
        ),
        *(("• item", "item"), ("P.O. BOX 125", "po box 125"), ("31-1440073", "311440073"), ("½", "1/2")),
        *(("1.000.000", "1,000,000"), ("N/A", "na"), ("“x”", "x")),
    ],
)
def test_equal_values(one: object, other: object) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0034", "34"),
        ("1.5 mg", "15 mg"),
        ("1/2", "2024-01-02"),
        (1, True),
        ("8303911426", "8303911427"),
        ("[1]", "x"),
    ],
)
def test_different_values(one: object, other: object) -> None:
    assert canonical(one) != canonical(other)


def test_no_text_is_lost() -> None:
    assert canonical("( )") == "()"
    assert canonical("9" * 400) == "9" * 64


def test_absent_values_have_no_address() -> None:
    key = {"date": None, "tags": ["", " "], "rows": [{}], "map": {"x": "1"}}
    assert _figures(key, {"date": "  ", "tags": []}) == {}


def test_what_is_left_over_in_a_list_is_unfound_and_an_invented_item() -> None:
    assert _figures({"tags": ["x", "y", "y"]}, {"tags": ["y", "z"]}) == {
        "total": 4,
        "matched": 1,
        "unfound": 2,
        "invented_item": 1,
    }


def test_items_are_paired_through_the_lists_below_them() -> None:
    key = {"rows": [{"a": 1, "parts": ["x", "y"]}, {"a": 1, "parts": ["z"]}]}
    response = {"rows": [{"a": 1, "parts": ["z"]}, {"a": 2, "parts": ["y", "x"]}]}
    assert _figures(key, response) == {"total": 5, "matched": 4, "misread": 1}


def test_additions_are_named_by_the_schema() -> None:
    response = {"date": "x", "other": "y", "rows": [{"a": 1, "c": 2}], "map": {"z": "1"}}
    assert _figures({}, response) == {"total": 4, "fabricated": 2, "invented_field": 2}


def test_envelopes_and_side_fields_are_set_aside() -> None:
    response = {"date": {"value": "x", "confidence": 0.9}, "date_citations": ["p. 1"], "date_meta": {"a": 1}}
    assert _figures({"date": {"value": "X", "page": 3}}, response) == {"total": 1, "matched": 1}


def test_a_document_without_a_response_counts() -> None:
    assert _figures({"date": "x", "tags": ["y"]}, None) == {"total": 2, "unfound": 2}


@pytest.mark.parametrize(
    ("key", "schema"),
    [
        ({}, None),
        ({}, {}),
        ([], SCHEMA),
        ({}, {"$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"}),
    ],
)
def test_documents_that_the_program_refuses_give_a_reason(key: object, schema: object) -> None:
    found = omni.PROGRAM.evaluate([("1", key, {}, schema)])
    assert found.score is None
    assert found.reason
