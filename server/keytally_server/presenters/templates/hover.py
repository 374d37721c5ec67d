"""Hovers of objects, slots, fills and link information in template files."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from keytally.families.contract import Level, Mark, Role
from keytally.families.muc.evaluation.task import TallyFold
from keytally.families.muc.evaluation.templates import Explained
from keytally.families.muc.reports import tally_json
from keytally.families.muc.scoring.fills import SET_FILL, AppliedRule, applied_rules
from keytally.families.muc.scoring.templates import Candidate
from keytally.families.muc.templates.links import leads_to
from keytally.families.muc.templates.scanner import TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.unit import Link, Record, SingleFill, SlotEntry, TemplateUnit
from keytally.tallies.status import Status
from keytally.tallies.tally import Row, Tally, total_of
from keytally.text.rendering import markdown_code, markdown_prose
from keytally_server.answers import Hover
from keytally_server.presenters.bnf import about_slot
from keytally_server.presenters.templates.records import (
    MarkedRecord,
    TemplatePlace,
    fill_text,
    linked_text,
    marked_record,
    partner_record,
    record_identifier,
    record_title,
    slot_text,
    syntax_of,
    template_place,
)
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import as_table, shortened, verdict


def row_table(marked: MarkedRecord, row: Row) -> Iterator[str]:
    """Yield a table of the row; empty without a score or if both tallies are empty."""
    pair, document = marked.snapshot.pair, marked.unit.document
    if pair is None or document is None or marked.task is None or not isinstance(pair.fold, TallyFold):
        return
    held = total_of(scored.tabulation for scored in pair.scores_of(document))
    tallies = {"this document": held.get(row, Tally()), "all documents": pair.fold.tally(row)}
    if any(any(tally) for tally in tallies.values()):
        figures = marked.task.figures
        rows = [(name, figures(tally_json(tally))) for name, tally in tallies.items()]
        yield as_table(rows, markdown_prose(row.names[-1].upper()))


MOST_FILLS = 12

_UNMATCHED_OBJECT = {
    Status.MISSING: "the response has no matching object",
    Status.SPURIOUS: "the key has no matching object",
}


def about_object(marked: MarkedRecord) -> Iterator[str]:
    """Yield the parts of an object's hover."""
    mark = marked.object_mark
    if mark is None:
        yield f"{markdown_code(record_identifier(marked.record))} {_why_unscored(marked)}"
        return
    partner = partner_record(mark)
    lines = [
        f"{verdict(mark.status)} {_named(record_identifier(marked.record), record_title(marked.record))}"
    ]
    if partner is not None:
        named = _named(record_identifier(partner), record_title(partner))
        lines.append(f"{marked.snapshot.other_role.value}: {named}")
    elif mark.status in _UNMATCHED_OBJECT:
        lines.append(_UNMATCHED_OBJECT[mark.status])
    yield "  \n".join([*lines, *_reasons(marked)])
    fills = [f"- {markdown_code(fill.label)}" for fill in marked.fill_marks()]
    if fills:
        rest = len(fills) - MOST_FILLS
        yield "\n".join([*fills[:MOST_FILLS], *([f"- and {rest} more"] if rest > 0 else [])])
    yield from row_table(marked, Row("object", (marked.class_name,)))


def _reasons(marked: MarkedRecord) -> Iterator[str]:
    """Yield the reasons why the object was aligned or not, and the next best candidate."""
    explained = _explained(marked)
    if explained is None:
        return
    why = explained.why
    if marked.task is not None and marked.task.pairs_in_file_order(marked.class_name):
        yield "aligned by position among the objects of its class, regardless of content"
        return
    if why.partner is not None:
        yield f"aligned by {_likeness(why.partner)}, above the threshold {_number(why.threshold)}"
    best, other = ("nearest", "no") if why.partner is None else ("next best", "no other")
    side = marked.snapshot.other_role.value
    if why.runner_up is None:
        yield f"{other} {marked.class_name.upper()} in the {side} has anything in common with it"
        return
    line = f"{best} in the {side}: {_candidate(explained, why.runner_up)}, {_likeness(why.runner_up)}"
    if not why.runner_up.similar:
        line += f", not above the threshold {_number(why.threshold)}"
    elif why.partner is None:
        line += ", aligned with another object"
    yield line


def _explained(marked: MarkedRecord) -> Explained | None:
    pair, document = marked.snapshot.pair, marked.unit.document
    if pair is None or document is None or marked.task is None:
        return None
    for scored in pair.scores_of(document):
        for explained in marked.task.explain(scored, marked.snapshot.role, marked.unit):
            if explained.why.obj.start == marked.record.start:
                return explained
    return None


def _candidate(explained: Explained, candidate: Candidate) -> str:
    obj = candidate.obj
    unit = explained.units[obj]
    record = next((each for each in unit.records if each.start == obj.start), None)
    return _named(obj.identifier, record_title(record) if record else "")


def _likeness(candidate: Candidate) -> str:
    return f"F {float(100 * candidate.f):.1f} and weighted sum {_number(candidate.weighted)}"


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _named(name: str, title_text: str) -> str:
    return f"{markdown_code(name)} {markdown_code(title_text)}" if title_text else markdown_code(name)


def _why_unscored(marked: MarkedRecord) -> str:
    pair = marked.snapshot.pair
    if pair is None:
        return "is not scored: the file does not belong to a pair"
    if marked.task is not None and marked.class_name not in {
        each.name for each in marked.task.configuration.classes
    }:
        return "is not scored: the configuration does not declare its class"
    return "has no score yet" if pair.stale else "is not scored"


def about_whole_slot(marked: MarkedRecord, slot: SlotEntry) -> Iterator[str]:
    """Yield the parts of a slot's hover."""
    mark, definition, bnf_slot = marked.slot_mark(slot), marked.definition(slot), marked.bnf_slot(slot)
    if mark is not None:
        lines = [_slot_verdict(marked, slot, mark), _partner(marked, slot, mark)]
        yield "  \n".join(line for line in lines if line)
    bnf = syntax_of(marked.snapshot.reading).bnf
    if bnf is not None and bnf_slot is not None:
        yield about_slot(bnf, bnf_slot)
    if definition is not None:
        weight = f"with weight {float(definition.weight):g}" if definition.scored else "and not scored"
        yield f"declared as {definition.kind}, {weight}"
        yield from row_table(marked, Row("slot", (marked.class_name, slot.name)))


def _slot_verdict(marked: MarkedRecord, slot: SlotEntry, mark: Mark) -> str:
    """Return the verdict; for a slot with mixed fills, the counts of its fills by status."""
    name = markdown_code(slot.name.upper())
    if mark.status is Status.PARTIAL:
        counts = Counter(each.status for each in _marks_of_response(marked, mark) if each.slot == slot.name)
        if counts and Status.PARTIAL not in counts:
            statuses = ", ".join(f"{counts[each]} {each.value.upper()}" for each in Status if counts[each])
            return f"**PAR** mixed {name}: {statuses}"
    return f"{verdict(mark.status)} {name}"


def _marks_of_response(marked: MarkedRecord, mark: Mark) -> Iterator[Mark]:
    """Yield the verdicts on the fills of the response's object, which include the missing fills."""
    if marked.snapshot.role is not Role.KEY:
        yield from marked.fill_marks()
        return
    record, pair = partner_record(mark), marked.snapshot.pair
    if record is not None and mark.partner is not None and pair is not None:
        for each in pair.marks_of(Role.RESPONSE, mark.partner[0]):
            if each.level is Level.FILL and record.start <= each.start and each.end <= record.end:
                yield each


def _partner(marked: MarkedRecord, slot: SlotEntry, mark: Mark) -> str:
    """Return the fills of the slot in the other file, without their link information."""
    record = partner_record(mark)
    other = record.slot(slot.name) if record is not None else None
    return (
        f"{marked.snapshot.other_role.value}: {markdown_code(slot_text(other))}" if other is not None else ""
    )


_UNMATCHED_FILL = {
    Status.MISSING: "the response has no matching fill",
    Status.SPURIOUS: "the key has no matching fill",
    Status.NONCOMMITTAL: "another alternative was compared",
    Status.REMOVED: "its object is optional, and nothing was aligned with it",
}
_EARNS = {Status.CORRECT: "agrees", Status.PARTIAL: "agrees in part"}


def about_fill(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill) -> Iterator[str]:
    """Yield the parts of a fill's hover; empty for an unscored fill that refers to nothing."""
    mark = marked.fill_mark(fill)
    if mark is not None:
        yield "  \n".join(_fill_verdict(marked, slot, fill, mark))
    if fill.kind is TemplateTokenKind.POINTER:
        yield from about_target(marked, fill)
    if fill.link is not None:
        yield about_link(marked, fill.link)
    if mark is not None:
        yield from row_table(marked, Row("slot", (marked.class_name, slot.name)))


def about_link(marked: MarkedRecord, link: Link) -> str:
    """Return the text to which link information points."""
    pair = marked.snapshot.pair.pair if marked.snapshot.pair else None
    if pair is None or pair.texts is None:
        return f"links to {markdown_code(link.texts)}: the file does not belong to a pair with texts"
    if not leads_to(link, pair.texts.name):
        texts = markdown_code(pair.texts.name)
        return f"links to {markdown_code(link.texts)}: the texts of the pair are {texts}"
    found = linked_text(marked.snapshot, link)
    where = f"{markdown_code(pair.texts.name)} {link.first} to {link.last}"
    return (
        f"{where}: {markdown_code(shortened(found.text))}"
        if found
        else f"{where} is past the end of the texts"
    )


def about_target(marked: MarkedRecord, fill: SingleFill) -> Iterator[str]:
    """Yield a description of the object to which a pointer points: its identifier and its slots."""
    target = _target(marked, fill)
    if target is None:
        yield f"points to nothing: the document has no {markdown_code(fill.text)}"
        return
    _, record = target
    lines = [f"points to {markdown_code(record_identifier(record))}"]
    lines += [
        f"- {markdown_prose(slot.name.upper())}: {markdown_code(slot_text(slot))}"
        for slot in record.slots
        if any(slot.fills)
    ]
    yield "\n".join(lines)


def _fill_verdict(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill, mark: Mark) -> Iterator[str]:
    """Yield the verdict, the partner, and the comparison."""
    yield f"{verdict(mark.status)} {markdown_code(f'{slot.name.upper()} {fill_text(fill)}')}"
    if mark.partner is not None:
        unit, start, end = mark.partner
        yield f"{marked.snapshot.other_role.value}: {markdown_code(shortened(unit.text[start:end]))}"
    elif mark.status in _UNMATCHED_FILL:
        yield _UNMATCHED_FILL[mark.status]
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
    rule = "as a set fill" if applied.rule == SET_FILL else f"by {markdown_prose(applied.rule)}"
    if other is None:
        return f"compared {rule}: {markdown_code(mine or '')}"
    if applied.agrees:
        return f"{_EARNS[applied.earns]} {rule}: {markdown_code(other)}"
    role = marked.snapshot.other_role.value
    return f"differs {rule}: {markdown_code(mine or '')}, {role} {markdown_code(other)}"


def _partner_text(mark: Mark) -> str | None:
    """Return the fill in the other file, without its quotes; None if there is no such fill."""
    record = partner_record(mark)
    if record is None or mark.partner is None:
        return None
    span = mark.partner[1:]
    fills = (fill for slot in record.slots for fill in slot.fills)
    return next((fill.text for fill in fills if (fill.start, fill.end) == span), None)


def _alignment(marked: MarkedRecord, fill: SingleFill) -> Iterator[str]:
    """Yield the alignment of the object that a pointer points to."""
    target = _target(marked, fill)
    if target is None:
        return
    unit, record = target
    mark = marked_record(marked.snapshot, unit, record).object_mark
    other = partner_record(mark) if mark else None
    name, side = markdown_code(record_identifier(record)), marked.snapshot.other_role.value
    if other is None:
        yield f"{name} is not aligned"
    else:
        yield f"{name} is aligned with {markdown_code(record_identifier(other))} of the {side}"


def _target(marked: MarkedRecord, fill: SingleFill) -> tuple[TemplateUnit, Record] | None:
    """Return the first record of the document with the pointer's name, and its unit; None if there is no
    such record.
    """
    reading = marked.snapshot.reading
    wanted = pointer_identity(fill.text, syntax_of(reading).compound_classes).key
    for unit in reading.documents.units_of(marked.unit.document or ""):
        for record in unit.scored_records():
            if record.header and record.header.identity.key == wanted:
                return unit, record
    return None


def record_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the hover at a position in a unit, or None."""
    place = template_place(at.unit, at.place)
    if place is None:
        return None
    marked = marked_record(snapshot, at.unit, place.record)
    text = "\n\n".join(_parts(marked, place))
    start, end = _stretch(place)
    return Hover(text, at.offset + start, at.offset + end) if text else None


def _parts(marked: MarkedRecord, place: TemplatePlace) -> Iterator[str]:
    if place.header is not None:
        yield from about_object(marked)
    elif place.link is not None:
        yield about_link(marked, place.link)
    elif place.slot is not None and place.fill is not None:
        yield from about_fill(marked, place.slot, place.fill)
    elif place.slot is not None and place.in_name:
        yield from about_whole_slot(marked, place.slot)


def _stretch(place: TemplatePlace) -> tuple[int, int]:
    """Return the range that the hover describes."""
    parts = (place.header, place.link, place.fill, place.slot)
    found = next((part for part in parts if part is not None), place.record)
    return found.start, found.end
