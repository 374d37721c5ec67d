"""The markup of the original texts, which is coloured but not checked."""

import re
from collections.abc import Iterator

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|<![^<>]*>")


def pieces(text: str, start: int, end: int) -> Iterator[tuple[bool, int, int]]:
    """The pieces between two offsets, in order: whether each is markup, its start, its end."""
    cursor = start
    for match in _MARKUP.finditer(text, start, end):
        if cursor < match.start():
            yield False, cursor, match.start()
        yield True, *match.span()
        cursor = match.end()
    if cursor < end:
        yield False, cursor, end
