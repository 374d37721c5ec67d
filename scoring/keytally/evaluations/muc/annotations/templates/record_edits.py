"""Edits of records that keep the indents and the line ends of the file."""

from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry
from keytally.findings.finding import Edit
from keytally.text.lines import BLANK_LINE, end_of_line, line_end_before, own_line_end, start_of_line

DEEPER = 3
"""The number of indents before a fill on a line of its own."""

INDENT = "\t"
"""The text before a slot."""

FURTHER = INDENT * DEEPER
"""The text before a further fill, as formatting writes it."""

_BELOW_SLOT = INDENT * (DEEPER - 1)


def added_slot(text: str, record: Record, name: str, fill: str, is_first: bool) -> Edit:
    """Add a slot with a fill after the last line of a record; unless `is_first`, only another fill."""
    place = end_of_line(text, record.end)
    indent = indent_at(text, record.slots[0].start) if record.slots else INDENT
    line = f"{name.upper()}: {fill}" if is_first else f"{_BELOW_SLOT}{fill}"
    return Edit(place, place, f"{own_line_end(text)}{indent}{line}")


def added_fill(text: str, slot: SlotEntry, fill: str) -> Edit:
    """Add a fill on a line of its own after the slot's last fill; the first fill stays beside the name."""
    fills = [*slot.fills]
    if not fills:
        return Edit(slot.end + 1, slot.end + 1, f" {fill}")
    place = end_of_line(text, fills[-1].end)
    indent = indent_at(text, slot.start if len(fills) == 1 else fills[-1].start)
    deeper = _BELOW_SLOT if len(fills) == 1 else ""
    return Edit(place, place, f"{own_line_end(text)}{indent}{deeper}{fill}")


def added_record(text: str, record: Record, added: str) -> Edit:
    """Add a record after another one, with a blank line between them if the file uses such lines."""
    place = end_of_line(text, record.end)
    end = own_line_end(text)
    gap = end * 2 if BLANK_LINE.search(text, record.end) else end
    return Edit(place, place, gap + end.join(added.split("\n")))


def removed(text: str, subject: SlotEntry | SingleFill, fill: SingleFill) -> Edit:
    """Remove a slot or a fill, with its line if the line has no other text."""
    return removed_stretch(text, subject.start, fill.link.end if fill.link else fill.end)


def removed_stretch(text: str, start: int, end: int) -> Edit:
    """Remove a stretch of a record, with its lines if they have no other text."""
    line_start, last = start_of_line(text, start), end_of_line(text, end)
    is_alone = not text[line_start:start].strip() and not text[end:last].strip()
    if is_alone and line_start > 0:
        before = line_end_before(text, line_start)
        return Edit(before, last, "")
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return Edit(start, end, "")


def removed_slot(text: str, slot: SlotEntry) -> Edit:
    """Remove a slot with all of its fills, with the lines that hold nothing else."""
    fills = [*slot.fills]
    if fills:
        return removed(text, slot, fills[-1])
    return removed(text, slot, SingleFill(TemplateTokenKind.BARE, "", slot.end, slot.end + 1))


def indent_at(text: str, place: int) -> str:
    """The blanks at the start of a line."""
    line = text[start_of_line(text, place) : place]
    return line[: len(line) - len(line.lstrip())]
