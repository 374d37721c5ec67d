"""Positions of offsets in a text, requested in any order."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.finding import FilePosition
from keytally.runs.located_findings import Lines
from keytally.text.positions import LINE_END


@given(text=st.text(alphabet="ab\r\n", max_size=20), asked=st.lists(st.integers(0, 20), max_size=10))
def test_a_position_does_not_depend_on_what_was_asked_before(text: str, asked: list[int]) -> None:
    lines = Lines(text)
    for offset in (min(each, len(text)) for each in asked):
        starts = [0, *(end.end() for end in LINE_END.finditer(text) if end.end() <= offset)]
        assert lines.position(offset) == FilePosition(len(starts), offset - starts[-1] + 1)
