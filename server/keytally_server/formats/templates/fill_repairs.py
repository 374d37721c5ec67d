"""Likely repairs of fills: other values of a set, and other objects to point to."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice

from keytally.evaluations.muc.formats.bnf.model import BnfSlot
from keytally.evaluations.muc.formats.templates.headers import Identity, pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import SingleFill, SlotEntry
from keytally.findings.finding import Edit, Finding
from keytally_server.answers.quick_fix import Repair
from keytally_server.formats.sound_repairs import MOST_REPAIRS
from keytally_server.formats.templates.fill_suggestions import MOST_OBJECTS
from keytally_server.formats.templates.identifiers import header_names, syntax_of
from keytally_server.formats.templates.key_transfer import KeyTransfer
from keytally_server.formats.templates.marked_record import MarkedRecord


def other_values(
    marked: MarkedRecord, slot: SlotEntry, fill: SingleFill, finding: Finding
) -> Iterator[Repair]:
    """Other values of the slot's set: the key's first, then in the BNF's order or the most similar ones.

    Of a fill of several parts the last one is changed, or is added where it is missing.
    """
    defined = marked.bnf_slot(slot)
    if defined is None:
        return
    wanted = _in_key(marked, fill).strip("\"'")
    start, end = finding.start, finding.end
    written = marked.unit.text[start:end]
    for value in _ordered(_values(defined), wanted, written.strip("\"'")):
        is_key = value.upper() == wanted.upper()
        yield Repair(f"change it to {value}", (_replaced(fill, start, end, value),), is_key)
    place = fill.end - (1 if fill.kind is TemplateTokenKind.QUOTED else 0)
    for value in _ordered(_ends(defined), "", ""):
        yield Repair(f"add {value}", (Edit(place, place, f" {value}"),))


def other_targets(marked: MarkedRecord, slot: SlotEntry, fill: SingleFill) -> Iterator[Repair]:
    """Objects of the document: the key's, those of the pointer's class by their numbers, then all others."""
    reading, document = marked.snapshot.reading, marked.unit.document or ""
    given = pointer_identity(fill.text, syntax_of(reading).compound_classes)
    taken = {each.text for each in slot.fills}
    names = islice(header_names(reading, document), MOST_OBJECTS)
    wanted, header = _in_key(marked, fill), marked.record.header
    own = header.identity if header else None
    for name in sorted(names, key=lambda name: _distance(name, given, wanted)):
        text = f"<{name}>"
        if name.is_whole and text not in taken and name != own:
            yield Repair(f"point to {text}", (Edit(fill.start, fill.end, text),), text == wanted)


def _distance(name: Identity, given: Identity, wanted: str) -> tuple[bool, bool, int]:
    """How far an object is from one that is pointed to: the key's object, the class, the number."""
    numbers = [int(each.one_up) for each in (name, given) if each.one_up.isdecimal()]
    apart = abs(numbers[0] - numbers[1]) if len(numbers) == 2 else MOST_OBJECTS
    return f"<{name}>" != wanted, name.class_name.lower() != given.class_name.lower(), apart


def _in_key(marked: MarkedRecord, fill: SingleFill) -> str:
    """What the key has in place of a fill, "" where that is not known."""
    mark = marked.fill_mark(fill)
    written = KeyTransfer(marked.snapshot, marked.unit.document or "").written(mark) if mark else None
    return written or ""


def _replaced(fill: SingleFill, start: int, end: int, value: str) -> Edit:
    """Write a value in place of a part of a fill, or between the quotes of an empty one."""
    if (start, end) == (fill.start, fill.end) and fill.kind is TemplateTokenKind.QUOTED:
        return Edit(start + 1, end - 1, value)
    return Edit(start, end, value)


def _values(slot: BnfSlot) -> Sequence[str]:
    return tuple(dict.fromkeys([*slot.values, *_ends(slot)]))


def _ends(slot: BnfSlot) -> Sequence[str]:
    """The values that end a fill of several parts."""
    ends = (choice[-1].values for choice in slot.choices if len(choice) > 1)
    return tuple(dict.fromkeys(chain.from_iterable(ends)))


def _ordered(values: Sequence[str], wanted: str, written: str) -> Sequence[str]:
    """Values with the wanted one first; of many only those most similar to what is written."""
    first = [value for value in values if value.upper() == wanted.upper()]
    if len(values) > MOST_REPAIRS and written:
        alike = get_close_matches(written.upper(), [value.upper() for value in values], MOST_REPAIRS, 0.0)
        values = sorted((v for v in values if v.upper() in alike), key=lambda v: alike.index(v.upper()))
    return tuple(dict.fromkeys([*first, *values]))
