"""Hovers of fills: the verdict, the partner, how the two were compared, and the target of a reference."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Link, Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.formats.texts_file import leads_to
from keytally.evaluations.muc.scoring.applied_rules import SET_FILL, AppliedRule, applied_rules
from keytally.tallies.status import Status
from keytally.tallies.tabulation import Row
from keytally.text.markdown import code, prose
from keytally_server.formats.templates.identifiers import syntax_of
from keytally_server.formats.templates.linked_text import linked_text
from keytally_server.formats.templates.marked_record import MarkedRecord, marked_record, partner_record
from keytally_server.formats.templates.record_titles import identifier, slot_text, written
from keytally_server.formats.templates.tally_rows import row_table
from keytally_server.wording.markdown import shortened
from keytally_server.wording.verdicts import verdict

_ALONE = {
    Status.MISSING: "the response has no such fill",
    Status.SPURIOUS: "the key has no such fill",
    Status.NONCOMMITTAL: "another alternative was compared",
    Status.REMOVED: "its object is optional, and nothing was aligned with it",
}
_EARNS = {Status.CORRECT: "agrees", Status.PARTIAL: "agrees in part"}


def about_fill(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill) -> Iterator[str]:
    """The parts of a fill's hover; nothing for an unscored fill that refers to nothing."""
    mark = marked.fill_mark(fill)
    if mark is not None:
        yield "  \n".join(_judged(marked, slot, fill, mark))
    if fill.kind is TemplateTokenKind.POINTER:
        yield from about_target(marked, fill)
    if fill.link is not None:
        yield about_link(marked, fill.link)
    if mark is not None:
        yield from row_table(marked, Row("slot", (marked.class_name, slot.name)))


def about_link(marked: MarkedRecord, link: Link) -> str:
    """The text that link information leads to."""
    pair = marked.snapshot.pair.pair if marked.snapshot.pair else None
    if pair is None or pair.texts is None:
        return f"links to {code(link.texts)}: the file is in no pair that has texts"
    if not leads_to(link, pair.texts.name):
        return f"links to {code(link.texts)}: the texts of the pair are {code(pair.texts.name)}"
    found = linked_text(marked.snapshot, link)
    where = f"{code(pair.texts.name)} {link.first} to {link.last}"
    return f"{where}: {code(shortened(found.text))}" if found else f"{where} is past the end of the texts"


def about_target(marked: MarkedRecord, fill: SingleFill) -> Iterator[str]:
    """The object that a pointer points to: its identifier, and its slots."""
    target = _target(marked, fill)
    if target is None:
        yield f"points to nothing: the document has no {code(fill.text)}"
        return
    _, record = target
    lines = [f"points to {code(identifier(record))}"]
    lines += [
        f"- {prose(slot.name.upper())}: {code(slot_text(slot))}" for slot in record.slots if any(slot.fills)
    ]
    yield "\n".join(lines)


def _judged(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill, mark: Mark) -> Iterator[str]:
    """The verdict, the partner, and the comparison."""
    yield f"{verdict(mark.status)} {code(f'{slot.name.upper()} {written(fill)}')}"
    if mark.partner is not None:
        unit, start, end = mark.partner
        yield f"{marked.snapshot.other_role.value}: {code(shortened(unit.text[start:end]))}"
    elif mark.status in _ALONE:
        yield _ALONE[mark.status]
    if fill.kind is TemplateTokenKind.POINTER and mark.status is not Status.UNSCORED:
        yield from _alignment(marked, fill)
    elif mark.status not in (Status.UNSCORED, Status.NONCOMMITTAL):
        yield from _rules(marked, slot, fill, mark)


def _rules(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill, mark: Mark) -> Iterator[str]:
    definition = marked.definition(slot)
    if definition is None or marked.task is None:
        return
    texts = fill.text, _partner_text(mark)
    key, response = texts if marked.snapshot.role is Role.KEY else texts[::-1]
    for applied in applied_rules(marked.task.configuration, definition, key, response):
        yield _applied(marked, applied)


def _applied(marked: MarkedRecord, applied: AppliedRule) -> str:
    mine, other = applied.key, applied.response
    if marked.snapshot.role is not Role.KEY:
        mine, other = other, mine
    rule = "as a set fill" if applied.rule == SET_FILL else f"by {prose(applied.rule)}"
    if other is None:
        return f"compared {rule}: {code(mine or '')}"
    if applied.agrees:
        return f"{_EARNS[applied.earns]} {rule}: {code(other)}"
    return f"differs {rule}: {code(mine or '')}, {marked.snapshot.other_role.value} {code(other)}"


def _partner_text(mark: Mark) -> str | None:
    """The fill in the other file, without its quotes."""
    record = partner_record(mark)
    if record is None or mark.partner is None:
        return None
    span = mark.partner[1:]
    fills = (fill for slot in record.slots for fill in slot.fills)
    return next((fill.text for fill in fills if (fill.start, fill.end) == span), None)


def _alignment(marked: MarkedRecord, fill: SingleFill) -> Iterator[str]:
    """The alignment of the object that a pointer points to."""
    target = _target(marked, fill)
    if target is None:
        return
    unit, record = target
    mark = marked_record(marked.snapshot, unit, record).object_mark
    other = partner_record(mark) if mark else None
    name, side = code(identifier(record)), marked.snapshot.other_role.value
    if other is None:
        yield f"{name} is not aligned"
    else:
        yield f"{name} is aligned with {code(identifier(other))} of the {side}"


def _target(marked: MarkedRecord, fill: SingleFill) -> tuple[TemplateUnit, Record] | None:
    """The first record of the document with the pointer's name, and its unit."""
    reading = marked.snapshot.reading
    wanted = pointer_identity(fill.text, syntax_of(reading).compound_classes).key
    for unit in reading.documents.units_of(marked.unit.document or ""):
        for record in unit.scored_records():
            if record.header and record.header.identity.key == wanted:
                return unit, record
    return None
