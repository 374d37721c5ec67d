"""Where an object and its slots stand in the text of their unit.

Nearly all records are plain, and their objects tell these places themselves: a tree of each record of several
files would take more time and memory than all else that is known of it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import BLANKS, Identity, sound_header
from keytally.evaluations.muc.formats.templates.unit import Record, SlotEntry, TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.text.span import Span

_SIGN = ":="
_BEHIND = f"{BLANKS}\r\n"
_BETWEEN = f"{_BEHIND}/"


class ObjectPlaces(NamedTuple):
    """The identification string of an object, the place of its header, and those of its slots with a fill."""

    identity: Identity
    header: Span
    slots: Mapping[str, Span]


def places_of(unit: TemplateUnit, obj: MucObject) -> ObjectPlaces:
    """The places of an object of a unit."""
    return places_by(plain_spans(unit.text, obj), unit, obj)


def places_by(spans: Mapping[str, Span] | None, unit: TemplateUnit, obj: MucObject) -> ObjectPlaces:
    """The same, given what `plain_spans` tells of the object."""
    identity = sound_header(unit.text) if spans is not None and obj.start == 0 else None
    if spans is None or identity is None:
        return _places_in(record_of(unit, obj))
    lines = obj.lines
    slots = {name: Span(lines + start, lines + end) for name, (start, end) in spans.items()}
    return ObjectPlaces(identity, Span(0, unit.text.index(_SIGN) + len(_SIGN)), slots)


def record_of(unit: TemplateUnit, obj: MucObject) -> Record:
    """The record of an object in the tree of its unit."""
    return next(each for each in unit.scored_records() if each.start == obj.start)


def slot_end(slot: SlotEntry) -> int:
    """The end of a slot's last fill with its link information; without fills, of its colon."""
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    slashes = [each.slash + 1 for each in slot.alternatives if each.slash is not None]
    return max([slot.end + 1, *ends, *slashes, *([] if slot.slash is None else [slot.slash + 1])])


def _places_in(record: Record) -> ObjectPlaces:
    """The places that a tree has; of a repeated slot that of the first entry."""
    header = record.header
    assert header is not None, "an object has a header"
    slots = {each.name: Span(each.start, slot_end(each)) for each in reversed(record.slots)}
    return ObjectPlaces(header.identity, Span(header.start, header.end), slots)


def plain_spans(text: str, obj: MucObject) -> Mapping[str, Span] | None:
    """The places of slots that an object tells: each slot has its own lines with nothing behind its fills.

    They count from the first line behind the header (`MucObject.lines`), so that objects which share their
    slots have the same. None if there is more, such as link information, a comment, or a slot that goes on
    behind another.
    """
    if not obj.starts:
        return None
    lines = sorted({*obj.starts.values()})
    following = dict(zip(lines, [*lines[1:], len(text) - obj.lines], strict=True))
    places: dict[str, Span] = {}
    for name, slot in obj.slots.items():
        line = obj.starts.get(name)
        if line is None:
            return None
        place = _plain_slot(text, slot, obj.lines + line, obj.lines + following[line])
        if place is None:
            return None
        places[name] = Span(place.start - obj.lines, place.end - obj.lines)
    return places


def _plain_slot(text: str, slot: Slot, line: int, following: int) -> Span | None:
    """The place of a slot that begins on a line, if it has nothing but fills until the following one."""
    fills = [fill for alternative in slot.alternatives for fill in alternative]
    ends = [text.index(":", line) + 1, *(line + fill.end for fill in fills)]
    if any(text[end : line + fill.start].strip(_BETWEEN) for end, fill in zip(ends, fills, strict=False)):
        return None
    end = ends[-1]
    if end > following or text[end:following].strip(_BEHIND):
        return None
    start = line
    while text[start] in BLANKS:
        start += 1
    return Span(start, end)
