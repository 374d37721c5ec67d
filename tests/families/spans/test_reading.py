"""Units of the task spans: records of JSON, in lines or in a list, and files of standoff annotation."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import ORDINAL
from keytally.families.spans.reading import SpansLanguage

RECORDS = [
    {"id": 7, "text": "Ida {left}", "label": [[0, 3, "PER"]]},
    {"text": 'a "quoted" ]', "label": [], "id": "b"},
    {"text": "x", "label": [[0, 1, "X"], [0, 1, "X"]]},
]
LAYOUTS = {
    "lines": "".join(f"{json.dumps(record)}\n" for record in RECORDS),
    "list": json.dumps(RECORDS),
    "indented list": json.dumps(RECORDS, indent=1),
    "deeply indented list": json.dumps(RECORDS, indent=4),
    "list of lines": "[\n" + ",\n".join(map(json.dumps, RECORDS)) + "\n]\n",
    "tight list": json.dumps(RECORDS, separators=(",", ":")),
}


def documents(text: str, *, by_order: bool = False) -> list[tuple[str | None, int]]:
    """The document of each unit that has one, with the number of its spans."""
    units = Reading(SpansLanguage(by_order=by_order), text).units
    return [(unit.document, len(unit.entities)) for unit in units if unit.document is not None]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_records_are_units_in_every_layout(layout: str) -> None:
    reading = Reading(SpansLanguage(), LAYOUTS[layout])
    assert documents(LAYOUTS[layout]) == [("7", 1), ("b", 0), (ORDINAL, 2)]
    assert not list(reading.findings)
    assert reading.text == LAYOUTS[layout]


def test_documents_are_numbered_if_they_are_aligned_by_order() -> None:
    found = documents(LAYOUTS["list"], by_order=True)
    assert [name for name, _ in found] == [ORDINAL] * 3


def test_a_record_that_lacks_its_last_bracket_does_not_take_the_next_one() -> None:
    text = LAYOUTS["lines"].replace('"label": []', '"label": [')
    assert [name for name, _ in documents(text)] == ["7", ORDINAL]
    [found] = Reading(SpansLanguage(), text).findings
    assert found.finding.rule.name == "import-line"


@pytest.mark.parametrize("layout", LAYOUTS)
@given(st.data())
def test_an_edited_file_is_read_as_a_fresh_one(layout: str, data: st.DataObject) -> None:
    text = LAYOUTS[layout]
    reading = Reading(SpansLanguage(), text)
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 1, 5, 40])))
        new = data.draw(
            st.sampled_from(["", "{", "}", "[", "]", '"', ",", "\n", "\n{", "x", '{"text": "y"}'])
        )
        text = text[:start] + new + text[end:]
        reading.edit([(start, end, new)])
    fresh = Reading(SpansLanguage(), text)
    assert [unit.text for unit in reading.units] == [unit.text for unit in fresh.units]
    assert [unit.document for unit in reading.units] == [unit.document for unit in fresh.units]


BRAT = "T1\tPER 0 3\tIda\nT2\tORG 4 8;15 20\tPort Board\nR1\tIn Arg1:T1 Arg2:T2\n"


def test_brat_is_read_without_its_text() -> None:
    """Offsets and types are enough for scoring; keytally check compares them with the text."""
    [unit] = Reading(SpansLanguage().of_file("news.ann"), BRAT).units
    assert unit.document == "news"
    assert not unit.has_text
    extents = [each.entity.extents for each in unit.entities]
    assert extents == [((0, 3),), ((4, 8), (15, 20))]
    assert unit.text[unit.entities[1].start : unit.entities[1].end] == "T2\tORG 4 8;15 20\tPort Board"


def test_offsets_that_no_text_has_are_a_finding_and_take_no_memory() -> None:
    [found] = Reading(SpansLanguage(), "T1\tPER 0 999999999999\tIda\n").findings
    assert found.finding.rule.name == "import-offset"
