"""The markup that the texts come with: told from prose for colouring, and never judged."""

import re
from collections.abc import Iterator

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|<![^<>]*>")


def pieces(text: str, start: int, end: int) -> Iterator[tuple[bool, int, int]]:
    """The stretches between two places, in order: whether each is markup, its start, its end."""
    cursor = start
    for match in _MARKUP.finditer(text, start, end):
        if cursor < match.start():
            yield False, cursor, match.start()
        yield True, *match.span()
        cursor = match.end()
    if cursor < end:
        yield False, cursor, end
