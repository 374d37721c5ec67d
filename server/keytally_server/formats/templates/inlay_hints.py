"""Labels and places of inlay hints for objects and fills that a response lacks."""

import re

from keytally.evaluations.interface import Level, Mark
from keytally.text.buffer import TextBuffer
from keytally_server.formats.templates.marked_record import partner_record
from keytally_server.formats.templates.record_titles import title

LONGEST_LINE = 1000

_BEFORE_BLANK_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)(?=[ \t]*(?:[\r\n]|\Z))")


def hint_place(text: TextBuffer, mark: Mark, place: int) -> int:
    """For a missing object the start of the blank line under its place, if there is one; else the place."""
    if mark.level is not Level.OBJECT:
        return place
    last = min(place + LONGEST_LINE, len(text))
    match = _BEFORE_BLANK_LINE.match(text.slice(place, last))
    is_cut = match is not None and place + match.end() == last < len(text)
    return place if match is None or is_cut else place + match.end()


def own_line(mark: Mark) -> str | None:
    """The label of a missing object, which would stand on lines of its own; None for what is part of one."""
    return hint_label(mark) if mark.level is Level.OBJECT else None


def hint_label(mark: Mark) -> str | None:
    """A missing object's identifier and title, or a missing fill; None for slots.

    The missing fills of a slot show that the slot is missing.
    """
    if mark.level is Level.SLOT:
        return None
    record = partner_record(mark) if mark.level is Level.OBJECT else None
    name = title(record) if record else ""
    return f'{mark.label} "{name}"' if name else mark.label
