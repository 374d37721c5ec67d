"""Hovers of slots as a whole: the verdict, the partner, the definition, and the tallies."""

from collections import Counter
from collections.abc import Iterator

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.formats.templates.unit import SlotEntry
from keytally.tallies.status import Status
from keytally.tallies.tabulation import Row
from keytally.text.markdown import code
from keytally_server.formats.bnf.hover import about_slot
from keytally_server.formats.templates.identifiers import syntax_of
from keytally_server.formats.templates.marked_record import MarkedRecord, partner_record
from keytally_server.formats.templates.record_titles import slot_text
from keytally_server.formats.templates.tally_rows import row_table
from keytally_server.wording.verdicts import verdict


def about_whole_slot(marked: MarkedRecord, slot: SlotEntry) -> Iterator[str]:
    """The parts of a slot's hover."""
    mark, definition, bnf_slot = marked.slot_mark(slot), marked.definition(slot), marked.bnf_slot(slot)
    if mark is not None:
        lines = [_judged(marked, slot, mark), _partner(marked, slot, mark)]
        yield "  \n".join(line for line in lines if line)
    bnf = syntax_of(marked.snapshot.reading).bnf
    if bnf is not None and bnf_slot is not None:
        yield about_slot(bnf, bnf_slot)
    if definition is not None:
        weight = f"with weight {float(definition.weight):g}" if definition.scored else "and not scored"
        yield f"declared as {definition.kind}, {weight}"
        yield from row_table(marked, Row("slot", (marked.class_name, slot.name)))


def _judged(marked: MarkedRecord, slot: SlotEntry, mark: Mark) -> str:
    """The verdict; for a slot that is partial only by mixed fills, the counts of its fills by status."""
    name = code(slot.name.upper())
    if mark.status is Status.PARTIAL:
        counts = Counter(each.status for each in _marks_of_response(marked, mark) if each.slot == slot.name)
        if counts and Status.PARTIAL not in counts:
            statuses = ", ".join(f"{counts[each]} {each.value.upper()}" for each in Status if counts[each])
            return f"**PAR** mixed {name}: {statuses}"
    return f"{verdict(mark.status)} {name}"


def _marks_of_response(marked: MarkedRecord, mark: Mark) -> Iterator[Mark]:
    """The verdicts on the fills of the response's object, which include the missing fills."""
    if marked.snapshot.role is not Role.KEY:
        yield from marked.fill_marks()
        return
    record, pair = partner_record(mark), marked.snapshot.pair
    if record is not None and mark.partner is not None and pair is not None:
        for each in pair.marks_of(Role.RESPONSE, mark.partner[0]):
            if each.level is Level.FILL and record.start <= each.start and each.end <= record.end:
                yield each


def _partner(marked: MarkedRecord, slot: SlotEntry, mark: Mark) -> str:
    """The fills of the slot in the other file, without their link information."""
    record = partner_record(mark)
    other = record.slot(slot.name) if record is not None else None
    return f"{marked.snapshot.other_role.value}: {code(slot_text(other))}" if other is not None else ""
