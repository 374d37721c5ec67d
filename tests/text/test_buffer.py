"""The editable text equals a plain string under any edits, and counts lines as it should."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.text import buffer as buffers
from keytally.text.buffer import TextBuffer
from keytally.text.positions import Position, count_line_ends, line_starts

PIECES = st.text(st.sampled_from("ab\r\n\f\x85\u2028é\U0001f600"), max_size=30)
EDITS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 40), PIECES), max_size=12)


@pytest.fixture(params=[2, 7, 2048])
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(buffers, "CHUNK", request.param)
    monkeypatch.setattr(buffers, "SMALL", request.param // 2)
    return int(request.param)


@pytest.mark.usefixtures("chunk")
class TestEdits:
    @given(PIECES, EDITS)
    def test_edits_equal_those_of_a_string(self, text: str, edits: list[tuple[int, int, str]]) -> None:
        buffer = TextBuffer(text)
        for start, length, new in edits:
            start = min(start, len(text))
            text = text[:start] + new + text[start + length :]
            buffer.replace(start, start + length, new)
        assert str(buffer) == text
        assert len(buffer) == len(text)
        assert buffer.line_count == len(line_starts(text))
        assert [buffer.line_start(line) for line in range(buffer.line_count)] == line_starts(text)

    @given(PIECES, EDITS)
    def test_positions_and_offsets_agree(self, text: str, edits: list[tuple[int, int, str]]) -> None:
        buffer = TextBuffer(text)
        for start, length, new in edits:
            buffer.replace(start, start + length, new)
        whole = str(buffer)
        for offset in range(len(whole) + 1):
            position = buffer.position(offset)
            between = whole[offset - 1 : offset + 1] == "\r\n"
            assert buffer.offset(position) == offset - between
            assert buffer.slice(0, offset) == whole[:offset]


@pytest.mark.usefixtures("chunk")
class TestLines:
    def test_form_feed_nel_and_u2028_break_no_line(self) -> None:
        assert TextBuffer("a\fb\x0bc\x85d\u2028e").line_count == 1

    def test_the_three_line_ends(self) -> None:
        buffer = TextBuffer("one\r\ntwo\rthree\n\nfive")
        lines = [buffer.slice(buffer.line_start(n), buffer.line_end(n)) for n in range(buffer.line_count)]
        assert lines == ["one", "two", "three", "", "five"]

    def test_a_column_past_the_end_is_the_end_of_the_line(self) -> None:
        assert TextBuffer("ab\r\ncd").offset(Position(0, 99)) == 2

    def test_a_line_past_the_end_is_the_end_of_the_text(self) -> None:
        assert TextBuffer("ab\ncd").offset(Position(9, 0)) == 5

    def test_joining_the_halves_of_a_line_end(self) -> None:
        buffer = TextBuffer("a\rx\nb")
        buffer.replace(2, 3, "")
        assert buffer.line_count == 2
        buffer.replace(2, 2, "x")
        assert buffer.line_count == 3

    @given(st.text(st.sampled_from("a\r\n"), max_size=20))
    def test_line_ends_are_counted_as_they_are_found(self, text: str) -> None:
        assert count_line_ends(text) == len(re.findall("\r\n|\n|\r", text))
