"""Columns: what the client counts against code points, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.text.buffer import TextBuffer
from keytally_server.protocol.client import Columns
from tests.engine.toy import ToyLanguage
from tests.server.editor import position_in

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
TEXT = st.lists(
    st.sampled_from(["a", "é", "漢", "😀", "\f", "\x85", "\u2028", "\n", "\r\n", "\r", "<D1"])
).map("".join)


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [("utf-8", [0, 1, 3, 6, 10]), ("utf-16", [0, 1, 2, 3, 5]), ("utf-32", [0, 1, 2, 3, 4])],
)
def test_each_encoding_counts_in_its_way(encoding: str, columns: list[int]) -> None:
    text = "aé漢😀"
    reading = Reading(ToyLanguage(Role.UNKNOWN), text)
    shown = [Columns(encoding).to_position(reading, offset).character for offset in range(5)]
    assert shown == columns


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXT, places=st.lists(st.integers(0, 50), max_size=8))
def test_places_that_are_measured_from_each_other_are_the_same(
    encoding: str, text: str, places: list[int]
) -> None:
    columns, reading = Columns(encoding), Reading(ToyLanguage(Role.UNKNOWN), text)
    for place in (each % (len(text) + 1) for each in places):
        alone = Reading(ToyLanguage(Role.UNKNOWN), text)
        assert columns.to_position(reading, place) == columns.to_position(alone, place)


def test_ranges_on_a_long_line_measure_it_once() -> None:
    measured = list[int]()

    class Counting(Columns):
        def width(self, text: str) -> int:
            measured.append(len(text))
            return super().width(text)

    line = "é name " * 2000
    columns, reading = Counting("utf-16"), Reading(ToyLanguage(Role.UNKNOWN), line)
    for start in range(0, len(line) - 7, 7):
        columns.plain_range(reading, start, start + 3)
    assert sum(measured) < 2 * len(line)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXT, place=st.integers(0, 50))
def test_there_and_back(encoding: str, text: str, place: int) -> None:
    place %= len(text) + 1
    if text[place - 1 : place + 1] == "\r\n":
        place -= 1
    columns = Columns(encoding)
    position = columns.to_position(Reading(ToyLanguage(Role.UNKNOWN), text), place)
    assert position == position_in(text, place, encoding)
    assert columns.to_offset(TextBuffer(text), position) == place


@pytest.mark.parametrize(
    ("encoding", "column", "offset"),
    [
        ("utf-8", 1, 0),
        ("utf-8", 3, 0),
        ("utf-8", 4, 1),
        ("utf-16", 1, 0),
        ("utf-16", 2, 1),
        ("utf-16", 99, 2),
    ],
)
def test_a_column_within_a_character_is_its_start(encoding: str, column: int, offset: int) -> None:
    assert Columns(encoding).to_offset(TextBuffer("😀x\n"), types.Position(0, column)) == offset


def test_half_of_a_surrogate_pair_has_a_width() -> None:
    """JSON can hold what UTF-8 cannot."""
    assert [Columns(encoding).width("\ud800x") for encoding in ENCODINGS] == [4, 2, 2]
