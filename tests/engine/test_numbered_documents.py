"""Units that are documents by their number: lines that go together with those of another file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.comparison import LineCountCheck
from keytally.engine.reading import Reading
from keytally.families.contract import ORDINAL, Language
from keytally.findings.finding import Finding
from keytally.findings.table.sgml import TEXT_ALTERED
from keytally.text.positions import line_starts


@dataclass(eq=False)
class Line:
    text: str
    document: str | None = None
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Lines(Language):
    """Lines that begin with `#` are no documents."""

    name: str = "lines"
    lookahead: int = 2

    def boundaries(self, text: str) -> list[int]:
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def read(self, text: str) -> Line:
        return Line(text, ORDINAL if text and not text.startswith("#") else None)

    def compare_duplicates(self, units: Sequence[Line], apart: Collection[Line] = ()) -> NoReturn:
        raise AssertionError("units without a name are in no document together")


class Counted:
    def compare_order(self, units: Sequence[Line], references: Sequence[Line]) -> tuple[int, Finding] | None:
        if not units:
            return None
        index = min(len(references), len(units) - 1)
        return index, Finding(TEXT_ALTERED, 0, 1)


def test_documents_are_numbered_from_one() -> None:
    reading = Reading(Lines(), "one\n# two\nthree\n")
    assert list(reading.documents) == ["1", "2"]
    assert [unit.text for unit in reading.documents.units_of("2")] == ["three\n"]
    assert [reading.documents.units_of(name) for name in "30x"] == [(), (), ()]
    assert [reading.documents.name_of(unit) for unit in reading.units] == ["1", None, "2"]


def test_an_edit_of_one_line_touches_one_number() -> None:
    reading = Reading(Lines(), "one\ntwo\nthree\n")
    assert reading.edit([(5, 6, "W")]) == {"2"}


def test_a_line_more_renumbers_those_behind_it() -> None:
    reading = Reading(Lines(), "one\ntwo\nthree\n")
    assert reading.edit([(4, 4, "new\n")]) == {"2", "3", "4"}
    assert reading.edit([(4, 8, "")]) == {"2", "3", "4"}


LINES = st.lists(st.sampled_from(["a\n", "b\r\n", "#\n", "\n", "c\r"]), max_size=6).map("".join)
EDITS = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 5), st.sampled_from(["", "\n", "x", "#", "y\nz"]))
)


def numbered(reading: Reading) -> list[str]:
    return [reading.documents.units_of(document)[0].text for document in reading.documents]


@given(LINES, EDITS)
def test_numbers_after_edits_are_those_of_a_fresh_reading(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    reading = Reading(Lines(), text)
    before = {document: reading.documents.units_of(document)[0] for document in reading.documents}
    changes = []
    for start, length, new in edits:
        start = min(start, len(text))
        end = min(start + length, len(text))
        text = text[:start] + new + text[end:]
        changes.append((start, end, new))
    changed = reading.edit(changes)
    assert numbered(reading) == numbered(Reading(Lines(), text))
    for document in {*before, *reading.documents} - changed:
        assert reading.documents.units_of(document) == [before[document]]


def test_the_first_unit_out_of_step_is_found_and_forgotten() -> None:
    reading, reference = Reading(Lines(), "a\nb\nc\n"), Reading(Lines(), "a\nb\n")
    check = LineCountCheck(reading, reference, Counted().compare_order)
    list(check.begin())
    assert [found.start for found in reading.findings] == [4]
    reading.edit([(4, 6, "")])
    assert check.renew(()) is True
    assert list(reading.findings) == []
    reference.edit([(0, 2, "")])
    assert check.renew(()) is True
    assert [found.start for found in reading.findings] == [2]
    check.end()
    assert list(reading.findings) == []


def test_a_number_is_the_name_of_a_document_in_one_spelling_only() -> None:
    documents = Reading(Lines(), "a\nb\n").documents
    assert [unit.text for unit in documents.units_of("1")] == ["a\n"]
    for other in ("01", "0", "3", "\u0661", "1" * 5000, ""):
        assert not documents.units_of(other), other
