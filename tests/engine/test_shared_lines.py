"""Units that share lines: their columns, and what it costs to tell them."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.text.buffer import TextBuffer
from tests.engine.toy import ToyLanguage, ToyUnit

UNITS = 600
TEXT = st.lists(st.sampled_from(["<D1", "<D2", "a", "😀", " x", "\n", "\r", "\r\n"]), max_size=20).map(
    "".join
)


@dataclass(eq=False)
class Counting:
    """Counts the characters whose widths are asked for."""

    characters: int = 0

    def __call__(self, text: str) -> int:
        self.characters += len(text)
        return len(text)


@dataclass(frozen=True)
class Watched(ToyLanguage):
    """Counts how often a unit is asked for its text."""

    asked: list[int] = field(default_factory=lambda: [0], hash=False)

    def read(self, text: str) -> ToyUnit:
        asked = self.asked

        class Unit(ToyUnit):
            @property
            def text(self) -> str:
                asked[0] += 1
                return text

            @text.setter
            def text(self, value: str) -> None:
                pass

        return Unit(text)


def one_line() -> tuple[Reading, list[int]]:
    language = Watched(Role.KEY)
    return Reading(language, "<D1 x " * UNITS), language.asked


def test_columns_of_a_line_that_many_units_share_are_told_in_one_walk() -> None:
    (reading, asked), width = one_line(), Counting()
    asked[0] = 0
    for offset in range(0, len(reading), 3):
        assert reading.places.position(offset, width) == (0, offset)
    assert width.characters <= 2 * len(reading)
    assert asked[0] <= 20 * UNITS


def test_a_place_far_along_the_line_is_told_in_one_walk_after_an_edit() -> None:
    (reading, asked), width = one_line(), Counting()
    reading.places.position(len(reading), width)
    reading.edit([(0, 0, "😀")])
    asked[0] = width.characters = 0
    for offset in range(len(reading), 0, -7):
        assert reading.places.position(offset, width) == (0, offset)
    assert width.characters <= 2 * len(reading)
    assert asked[0] <= 20 * UNITS


def test_units_on_lines_of_their_own_are_not_walked() -> None:
    reading, width = Reading(ToyLanguage(Role.KEY), "<D1 x\n" * UNITS), Counting()
    for number in range(UNITS):
        assert reading.places.position(6 * number + 4, width) == (number, 4)
    assert width.characters == 4 * UNITS


def utf_16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(TEXT, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), TEXT), max_size=3), st.data())
def test_columns_are_those_of_the_text_in_whatever_order_they_are_asked_for(
    text: str, edits: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    reading = Reading(ToyLanguage(Role.KEY), text)
    for at, length, new in [(0, 0, ""), *edits]:
        start, end = min(at, len(text)), min(at + length, len(text))
        text = text[:start] + new + text[end:]
        reading.edit([(start, end, new)])
        buffer = TextBuffer(text)
        for offset in data.draw(st.permutations(range(len(text) + 1))):
            line, column = buffer.position(offset)
            assert reading.places.position(offset) == (line, column)
            assert reading.places.position(offset, utf_16) == (line, utf_16(text[offset - column : offset]))
        offset = 0
        for unit in reading.units:
            column = buffer.position(offset).column
            assert reading.places.column_of(unit, utf_16) == utf_16(text[offset - column : offset])
            assert reading.places.starts_line(unit) == (not column)
            offset += len(unit.text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_units_and_stretches_start_lines_whatever_ends_these(end: str) -> None:
    reading = Reading(ToyLanguage(Role.KEY), f"<D1 x{end}" * UNITS)
    stretches = [stretch.starts_line for stretch in reading.findings.stretches()]
    assert len(stretches) > 1
    assert all(stretches)
    assert all(map(reading.places.starts_line, reading.units))


def test_stretches_within_a_line_start_none() -> None:
    reading = Reading(ToyLanguage(Role.KEY), "<D1 x " * UNITS)
    first, *others = [stretch.starts_line for stretch in reading.findings.stretches()]
    assert first
    assert others
    assert not any(others)
