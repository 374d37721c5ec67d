"""Where lines start, found by cutting the text, beside what an expression finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from keytally.text.positions import (
    BLANK_LINE,
    LINE_END,
    count_line_ends,
    end_of_line,
    line_end_before,
    line_starts,
    own_line_end,
    start_of_line,
    starts_after_feeds,
)

TEXTS = st.text(alphabet="ab\n\r\v\f\x1c\x85\u2028", max_size=30)


@given(text=TEXTS)
def test_lines_start_behind_all_three_ends_and_nowhere_else(text: str) -> None:
    ends = [end.end() for end in re.finditer(r"\r\n|\n|\r", text)]
    assert line_starts(text) == [0, *ends]
    assert count_line_ends(text) == len(ends)


@given(text=TEXTS)
def test_where_feeds_alone_end_lines_the_other_ends_are_characters(text: str) -> None:
    assert starts_after_feeds(text) == [0, *(end.end() for end in re.finditer(r"\n", text))]


@given(text=TEXTS, data=st.data())
def test_a_line_has_its_start_its_end_and_a_line_end_before_it(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    start = max(each for each in start_places(text) if each <= place)
    assert start_of_line(text, place) == start
    assert end_of_line(text, place) == place + len(re.match(r"[^\r\n]*", text[place:]).group())  # type: ignore[union-attr]
    ends = {end.end(): end.start() for end in LINE_END.finditer(text)}
    first = data.draw(st.sampled_from(line_starts(text)))
    assert line_end_before(text, first) == ends.get(first, -1)


def start_places(text: str) -> list[int]:
    r"""Where lines start for a place between `\r` and `\n`, which is at the start of an empty line, too."""
    return [0, *(end.end() for end in re.finditer(r"\n|\r", text))]


@given(text=st.text(alphabet="a \n\r", max_size=12))
def test_a_blank_line_is_a_line_of_blanks_behind_another_line(text: str) -> None:
    lines = re.split(r"\r\n|\n|\r", text)
    assert bool(BLANK_LINE.search(text)) == any(not line.strip() for line in lines[1:-1])


def test_a_text_uses_its_first_line_end() -> None:
    assert [own_line_end(text) for text in ("a\r\nb\n", "a\rb", "a\nb\r\n", "a")] == [
        "\r\n",
        "\r",
        "\n",
        "\n",
    ]
