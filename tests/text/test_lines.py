"""Where lines start, found by cutting the text, beside what an expression finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from keytally.text.lines import count_line_ends, line_starts, starts_behind_feeds

TEXTS = st.text(alphabet="ab\n\r\v\f\x1c\x85\u2028", max_size=30)


@given(text=TEXTS)
def test_lines_start_behind_all_three_ends_and_nowhere_else(text: str) -> None:
    ends = [end.end() for end in re.finditer(r"\r\n|\n|\r", text)]
    assert line_starts(text) == [0, *ends]
    assert count_line_ends(text) == len(ends)


@given(text=TEXTS)
def test_where_feeds_alone_end_lines_the_other_ends_are_characters(text: str) -> None:
    assert starts_behind_feeds(text) == [0, *(end.end() for end in re.finditer(r"\n", text))]
