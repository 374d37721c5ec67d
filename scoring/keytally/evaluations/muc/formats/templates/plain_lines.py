"""Plain lines: the content of a line of a record that one expression matches as a whole.

Lines are parsed once for each spelling: most content of a response is in its key too.
"""

from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import BLANKS
from keytally.evaluations.muc.formats.templates.scanner import (
    COMMENT_MARKS,
    PLAIN_LINE,
    PlainGroup,
    may_be_header,
)
from keytally.evaluations.muc.model.objects import Fill, Slot

REMEMBERED_LINES = 1 << 12
"""The size of the cache: the lines of both sides of a document, and frequent ones."""

LONG_LINE = 500
"""Longer lines are not cached, so that long lines take little memory."""


class PlainLine(NamedTuple):
    """The content of a line; places count from its start, `end` is that of its last token.

    `name` is the slot's in lower case, None if the line continues the previous slot. `slot` is the slot if no
    other line belongs to it; None if the line has a slash or no fill.
    """

    name: str | None
    slash: bool
    fill: Fill | None
    end: int
    slot: Slot | None


NOTHING = PlainLine(None, False, None, 0, None)
"""The content of a blank line, and of a comment."""


def plain_line(text: str) -> PlainLine | None:
    """The content of a line, with its line end or without; None for one that is not plain, or a header."""
    return known_line(text) if len(text) <= LONG_LINE else _read(text)


@lru_cache(REMEMBERED_LINES)
def known_line(text: str) -> PlainLine | None:
    """The same for a line of LONG_LINE characters at most."""
    return _read(text)


def _read(text: str) -> PlainLine | None:
    line = PLAIN_LINE.match(text)
    if line is None or line.end() < len(text) or line.lastindex == PlainGroup.HEADER:
        return None
    if line.lastindex is None:
        return NOTHING
    if line.lastindex == PlainGroup.ODD:
        return NOTHING if text.startswith(COMMENT_MARKS) else None
    if may_be_header(line):
        return None
    _, name, slash, quoted, bare, pointer, link, _ = line.groups()
    fill: Fill | None = None
    if quoted is not None:
        fill = Fill(quoted[1:-1], *line.span(PlainGroup.QUOTED))
    elif bare is not None:
        start, trimmed = line.start(PlainGroup.BARE), bare.rstrip(BLANKS)
        fill = Fill(trimmed, start, start + len(trimmed))
    elif pointer is not None:
        fill = Fill(pointer, *line.span(PlainGroup.POINTER))
    end = fill.end if fill is not None and link is None else line.end(line.lastindex)
    slot = Slot(((fill,),)) if fill is not None and slash is None else None
    return PlainLine(None if name is None else name[:-1].lower(), slash is not None, fill, end, slot)
