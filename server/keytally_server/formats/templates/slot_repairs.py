"""Likely repairs of slots: other names, and one slot in place of two."""

from collections.abc import Iterator

from keytally.evaluations.muc.annotations.templates.record_edits import added_fill, removed_slot
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.finding import Edit
from keytally_server.answers.quick_fix import Repair


def other_names(record: Record, slot: SlotEntry, syntax: TemplateSyntax) -> Iterator[Repair]:
    """Name a slot as one that the object lacks."""
    class_name = record.header.identity.class_name if record.header else ""
    for name in syntax.slot_names(class_name):
        if record.slot(name.lower()) is None and name.lower() != syntax.status:
            yield Repair(f"change it to {name}", (Edit(slot.start, slot.end, name),))


def without_slot(unit: TemplateUnit, slot: SlotEntry) -> Repair:
    """Remove a slot with its fills."""
    return Repair(f"remove {slot.name.upper()} and its fills", (removed_slot(unit.text, slot),))


def joined(unit: TemplateUnit, record: Record, slot: SlotEntry, *, is_key: bool) -> Iterator[Repair]:
    """Write the fills of a slot that is given twice below the first, or in a key as an alternative there."""
    first = record.slot(slot.name)
    if first is None or first is slot or len(slot.alternatives) > 1 or slot.slash is not None:
        return
    known = {fill.text for fill in first.fills}
    fills = [fill for fill in slot.fills if fill.text not in known]
    removal = removed_slot(unit.text, slot)
    if not fills:
        yield Repair(f"remove the second {slot.name.upper()}", (removal,), is_preferred=True)
        return
    if not any(first.fills):
        yield Repair(
            f"remove the empty {slot.name.upper()}", (removed_slot(unit.text, first),), is_preferred=True
        )
        return
    added = tuple(added_fill(unit.text, first, _written(unit, fill)) for fill in fills)
    yield Repair(f"put its fills below the first {slot.name.upper()}", (*added, removal), is_preferred=True)
    if is_key:
        slashed = (added_fill(unit.text, first, f"/ {_written(unit, fills[0])}"), *added[1:])
        yield Repair("make it an alternative of the first", (*slashed, removal))


def _written(unit: TemplateUnit, fill: SingleFill) -> str:
    """A fill with its link information."""
    return unit.text[fill.start : fill.link.end if fill.link else fill.end]
