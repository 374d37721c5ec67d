"""The value scores of ExtractBench."""

from typing import Any

import pytest

from keytally.families.records.programs import extractbench
from keytally.families.records.programs.extractbench_dates import with_iso_dates
from tests.families.records.programs.data import assert_close, docubench_documents, expected, needs_records

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "date": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "paid": {"type": "boolean", "default": False},
        "description": {"type": "string"},
        "party": {"$ref": "#/$defs/Party"},
        "rows": {
            "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Row"}}, {"type": "null"}],
        },
    },
    "$defs": {
        "Party": {"type": "object", "properties": {"name": {"type": "string"}, "city": {"type": "string"}}},
        "Row": {
            "type": "object",
            "properties": {
                "a": {"type": "integer"},
                "parts": {"type": "array", "items": {"type": "object", "properties": {"b": {}, "c": {}}}},
            },
        },
    },
}


def _cells(key: Any, response: Any, schema: Any = SCHEMA) -> tuple[int, int, int]:
    """The correct, expected and predicted cells without those of `paid`."""
    found = extractbench.PROGRAM.evaluate([("1", key, response, schema)])
    assert found.score is not None, found.reason
    correct, wanted, predicted = (found.documents["1"][name] for name in extractbench.COUNTS)
    return correct - 1, wanted - 1, predicted - 1


@needs_records
def test_figures_equal_the_program() -> None:
    compared = 0
    for system, wanted in expected("extractbench"):
        found = extractbench.PROGRAM.evaluate(docubench_documents(system))
        for name, figures in wanted.items():
            figures["correct_cells"] = figures.pop("v_correct")
            compared += assert_close(dict(found.documents[name]), figures, (system, name))
        assert found.score == pytest.approx(sum(each["f1"] for each in wanted.values()) / len(wanted))
    assert compared == 612


def test_null_is_a_value_and_an_absent_property_is_not() -> None:
    assert _cells({"date": None}, {"date": None}) == (1, 1, 1)
    assert _cells({"date": "x"}, {}) == (0, 1, 0)
    assert _cells({"date": None}, {}) == (0, 1, 0)


def test_a_list_of_scalars_is_one_cell() -> None:
    assert _cells({"tags": ["x", "y"]}, {"tags": ["x", "y"]}) == (1, 1, 1)
    assert _cells({"tags": ["x", "y"]}, {"tags": ["y", "x"]}) == (0, 1, 1)


def test_true_equals_one_and_text_differs_from_a_number() -> None:
    assert _cells({"date": True}, {"date": 1}) == (1, 1, 1)
    assert _cells({"date": 1}, {"date": "1"}) == (0, 1, 1)
    assert _cells({"date": "a  b\n"}, {"date": " a b"}) == (1, 1, 1)


def test_unknown_properties_are_cells_at_the_root_only() -> None:
    assert _cells({}, {"other": [{"a": 1}], "_provenance": 1, "party": {"x": 1}}) == (0, 0, 1)


def test_rows_are_paired_through_the_lists_below_them() -> None:
    key = {"rows": [{"a": 1, "parts": [{"b": 1, "c": 2}]}, {"a": 1, "parts": [{"b": 3}]}]}
    response = {"rows": [{"a": 1, "parts": [{"b": 3}]}, {"a": 2, "parts": [{"b": 1, "c": 2}]}]}
    assert _cells(key, response) == (4, 5, 5)
    assert _cells(key, {"rows": None}) == (0, 5, 0)


@pytest.mark.parametrize(
    ("text", "is_equal"),
    [
        ("The lessee shall pay the rent", True),
        ("the lessee, shall pay the RENT!", True),
        ("The lessee pays", False),
    ],
)
def test_descriptions_match_from_a_similarity(text: str, is_equal: bool) -> None:
    key = {"description": "The lessee shall pay the rent."}
    assert _cells(key, {"description": text})[0] == is_equal


@pytest.mark.parametrize(
    ("text", "date"),
    [
        *(("2024-1-5", "2024-01-05"), ("01/05/2024", "2024-01-05"), ("13/05/2024", "2024-05-13")),
        *(("1-5-24", "2024-01-05"), ("January 5 ,2024", "2024-01-05"), ("Fri. Jan. 5, 2024", "2024-01-05")),
        *(("5 January 2024", "2024-01-05"), ("January 5, 2024 at 10:20 PM", "2024-01-05")),
        *(("2024-01-05T10:20:30.123Z", "2024-01-05"), ("2024-01-05 10:20 -03:00", "2024-01-05")),
        *(("2024-01-05 10h 20m GMT+3", "2024-01-05"), ("2024-01-05 1020 +0300 (BRST)", "2024-01-05")),
    ],
)
def test_dates_become_iso_dates(text: str, date: str) -> None:
    assert with_iso_dates(text) == date


@pytest.mark.parametrize(
    "text",
    [
        *(
            "20240105",
            "2024-13-32",
            "01/05/1850",
            "due 01/05/2024",
            "Suite 12 2024",
            "INV-2024-01-05",
            "5.1.2024",
        ),
        *("2024-01-05 25:00", "Mon 5 2024", "2024-01-05 x", "1234567890 01/05/2024", "", "1/2" * 20),
    ],
)
def test_other_text_stays(text: str) -> None:
    assert with_iso_dates(text) == text


@pytest.mark.parametrize(("key", "schema"), [({}, None), ([], SCHEMA), ({}, {})])
def test_documents_that_the_program_refuses_give_a_reason(key: object, schema: object) -> None:
    found = extractbench.PROGRAM.evaluate([("1", key, {}, schema)])
    assert found.score is None
    assert found.reason


def test_a_recursive_schema_ends() -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"properties": {"b": {"$ref": "#/$defs/A"}}}},
    }
    found = extractbench.PROGRAM.evaluate([("1", {"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 1}}}, schema)])
    assert found.score == 1.0
