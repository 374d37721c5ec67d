"""Edits of records that keep the indents and the line ends of the file."""

import re

from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry
from keytally.findings.finding import Edit
from keytally_server.cursor.lines import line_around, line_end_before
from keytally_server.formats.templates.layout import DEEPER

INDENT = "\t"
"""The text before a slot."""

FURTHER = INDENT * DEEPER
"""The text before a further fill, as formatting writes it."""

_BELOW_SLOT = INDENT * (DEEPER - 1)

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANK_LINE = re.compile(r"(\r\n|\n|\r)[ \t\f\v]*(\r\n|\n|\r)")


def line_end(text: str) -> str:
    """The line end that a text uses."""
    found = _LINE_END.search(text)
    return found.group() if found else "\n"


def added_slot(text: str, record: Record, name: str, fill: str, is_first: bool) -> Edit:
    """Add a slot with a fill after the last line of a record; unless `is_first`, only another fill."""
    place = line_around(text, record.end).end
    indent = _indent(text, record.slots[0].start) if record.slots else INDENT
    line = f"{name.upper()}: {fill}" if is_first else f"{_BELOW_SLOT}{fill}"
    return Edit(place, place, f"{line_end(text)}{indent}{line}")


def added_fill(text: str, slot: SlotEntry, fill: str) -> Edit:
    """Add a fill on a line of its own after the slot's last fill; the first fill stays beside the name."""
    fills = [*slot.fills]
    if not fills:
        return Edit(slot.end + 1, slot.end + 1, f" {fill}")
    place = line_around(text, fills[-1].end).end
    indent = _indent(text, slot.start if len(fills) == 1 else fills[-1].start)
    deeper = _BELOW_SLOT if len(fills) == 1 else ""
    return Edit(place, place, f"{line_end(text)}{indent}{deeper}{fill}")


def added_record(text: str, record: Record, added: str) -> Edit:
    """Add a record after another one, with a blank line between them if the file uses such lines."""
    place = line_around(text, record.end).end
    end = line_end(text)
    gap = end * 2 if _BLANK_LINE.search(text, record.end) else end
    return Edit(place, place, gap + end.join(added.split("\n")))


def removed(text: str, subject: SlotEntry | SingleFill, fill: SingleFill) -> Edit:
    """Remove a slot or a fill, with its line if the line has no other text."""
    start, end = subject.start, fill.link.end if fill.link else fill.end
    line_start, line_stop = line_around(text, start).start, line_around(text, end).end
    is_alone = not text[line_start:start].strip() and not text[end:line_stop].strip()
    if is_alone and line_start > 0:
        before = line_end_before(text, line_start)
        return Edit(before, line_stop, "")
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return Edit(start, end, "")


def removed_slot(text: str, slot: SlotEntry) -> Edit:
    """Remove a slot with all of its fills, with the lines that hold nothing else."""
    fills = [*slot.fills]
    if fills:
        return removed(text, slot, fills[-1])
    return removed(text, slot, SingleFill(TemplateTokenKind.BARE, "", slot.end, slot.end + 1))


def _indent(text: str, place: int) -> str:
    """The blanks at the start of a line."""
    line = line_around(text, place).before
    return line[: len(line) - len(line.lstrip())]
