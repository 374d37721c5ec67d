"""Likely fixes of findings, formatting, and edits that follow typing in template files."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any, NamedTuple

from keytally.families.muc.annotations.template_edits import DEEPER, add_fill, remove_slot
from keytally.families.muc.bnf import BnfSlot
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.links import TextsFile, word_places
from keytally.families.muc.templates.scanner import (
    Identity,
    TemplateToken,
    TemplateTokenKind,
    identity_of,
    pointer_identity,
)
from keytally.families.muc.templates.unit import (
    Record,
    SingleFill,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
    Tree,
)
from keytally.findings.finding import Edit, Finding, apply_edits
from keytally.findings.spelling import nearest_name
from keytally.findings.table import templates
from keytally.findings.table.templates import UNTERMINATED_STRING
from keytally.text.positions import LINE_END
from keytally_server.answers import RenameError
from keytally_server.cursor import line_around
from keytally_server.presenters.bnf import sign_edits
from keytally_server.presenters.safe_fixes import MOST_REPAIRS, Repair, mends, safe_repairs
from keytally_server.presenters.templates.actions import KeyTransfer
from keytally_server.presenters.templates.completion import MOST_OBJECTS
from keytally_server.presenters.templates.records import (
    MarkedRecord,
    TemplatePlace,
    has_key_marks,
    header_names,
    marked_record,
    rename_object,
    syntax_of,
    template_place,
)
from keytally_server.session.snapshot import Snapshot, UnitAt


def other_values(
    marked: MarkedRecord, slot: SlotEntry, fill: SingleFill, finding: Finding
) -> Iterator[Repair]:
    """Yield other values of the slot's set: the key's first, then in BNF order or by similarity.

    In a fill of several parts, the last part is changed, or added if it is missing.
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
    """Yield objects of the document: the key's object, then objects of the pointer's class, the nearest
    number first, then all others.
    """
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
    """Return the distance of an object from a referenced object: whether it is the key's object, then the
    class, then the number.
    """
    numbers = [int(each.one_up) for each in (name, given) if each.one_up.isdecimal()]
    apart = abs(numbers[0] - numbers[1]) if len(numbers) == 2 else MOST_OBJECTS
    return f"<{name}>" != wanted, name.class_name.lower() != given.class_name.lower(), apart


def _in_key(marked: MarkedRecord, fill: SingleFill) -> str:
    """Return the key's value of a fill; "" if unknown."""
    mark = marked.fill_mark(fill)
    written = KeyTransfer(marked.snapshot, marked.unit.document or "").written(mark) if mark else None
    return written or ""


def _replaced(fill: SingleFill, start: int, end: int, value: str) -> Edit:
    """Return the edit that replaces a part of a fill, or inserts a value between the quotes of an empty
    fill.
    """
    if (start, end) == (fill.start, fill.end) and fill.kind is TemplateTokenKind.QUOTED:
        return Edit(start + 1, end - 1, value)
    return Edit(start, end, value)


def _values(slot: BnfSlot) -> Sequence[str]:
    return tuple(dict.fromkeys([*slot.values, *_ends(slot)]))


def _ends(slot: BnfSlot) -> Sequence[str]:
    """Return the values with which a fill of several parts can end."""
    ends = (choice[-1].values for choice in slot.choices if len(choice) > 1)
    return tuple(dict.fromkeys(chain.from_iterable(ends)))


def _ordered(values: Sequence[str], wanted: str, written: str) -> Sequence[str]:
    """Return values with the wanted value first; if there are many, only the values most similar to the
    written value.
    """
    first = [value for value in values if value.upper() == wanted.upper()]
    if len(values) > MOST_REPAIRS and written:
        alike = get_close_matches(written.upper(), [value.upper() for value in values], MOST_REPAIRS, 0.0)
        values = sorted((v for v in values if v.upper() in alike), key=lambda v: alike.index(v.upper()))
    return tuple(dict.fromkeys([*first, *values]))


MOST_PLACES = 2


def other_links(
    snapshot: Snapshot, unit: TemplateUnit, fill: SingleFill | None, finding: Finding
) -> Iterator[Repair]:
    """Yield repairs that link to the fill's position in the texts, swap the two numbers, or remove the
    link.
    """
    start, end = finding.start, finding.end
    for link in islice(_links(snapshot, unit, fill) if fill else (), MOST_PLACES):
        yield Repair(f"change it to {link}", (Edit(start, end, link),), is_preferred=True)
    if fill is not None and fill.link is not None and fill.link.start == start:
        swapped = f"##{fill.link.last}#{fill.link.first}#{fill.link.texts}"
        yield Repair(f"change it to {swapped}", (Edit(start, end, swapped),))
    while start > 0 and unit.text[start - 1] in " \t":
        start -= 1
    yield Repair("remove the link", (Edit(start, end, ""),))


def fill_before(unit: TemplateUnit, place: int) -> SingleFill | None:
    """Return the last fill that ends before a position on its line; None if there is no such fill."""
    line = line_around(unit.text, place).start
    fills = (fill for record in unit.records for slot in record.slots for fill in slot.fills)
    return next((fill for fill in reversed(list(fills)) if line <= fill.start and fill.end <= place), None)


def moved_behind_fill(unit: TemplateUnit, record: Record, finding: Finding) -> Iterator[Repair]:
    """Yield the repair that moves a link on a separate line to the end of the fill above it, if that fill
    has no link.
    """
    fills = [fill for slot in record.slots for fill in slot.fills if fill.end <= finding.start]
    above, link = (fills[-1] if fills else None), unit.text[finding.start : finding.end]
    line = line_around(unit.text, finding.end)
    has_other = above is not None and above.link is not None and above.link.start != finding.start
    if above is None or has_other or line.behind.strip():
        return
    if not unit.text[above.end : finding.start].strip():
        edit = Edit(above.end, finding.end, f" {link}")
        yield Repair("move the link after the fill above", (edit,), is_preferred=True)


def _links(snapshot: Snapshot, unit: TemplateUnit, fill: SingleFill) -> Iterator[str]:
    """Yield links to the positions of a fill's words in the document's text."""
    texts, words = (snapshot.pair.texts if snapshot.pair else None), fill.text.split()
    path = snapshot.pair.pair.texts if snapshot.pair else None
    if texts is None or path is None or not words:
        return
    file = TextsFile(texts.units)
    for each in texts.documents.units_of(unit.document or ""):
        if isinstance(each, SgmlUnit):
            first = file.offset(each, 0)
            for start, end in word_places(words, each.stripped()):
                yield f"##{first + start}#{first + end}#{path.name}"


def other_names(record: Record, slot: SlotEntry, syntax: TemplateSyntax) -> Iterator[Repair]:
    """Yield repairs that rename a slot to a slot that the object lacks."""
    class_name = record.header.identity.class_name if record.header else ""
    for name in syntax.slot_names(class_name):
        if record.slot(name.lower()) is None and name.lower() != syntax.status:
            yield Repair(f"change it to {name}", (Edit(slot.start, slot.end, name),))


def without_slot(unit: TemplateUnit, slot: SlotEntry) -> Repair:
    """Return the repair that removes a slot with its fills."""
    return Repair(f"remove {slot.name.upper()} and its fills", (remove_slot(unit.text, slot),))


def joined(unit: TemplateUnit, record: Record, slot: SlotEntry, *, is_key: bool) -> Iterator[Repair]:
    """Yield repairs of a repeated slot: move its fills to the first occurrence of the slot, add them there
    as an alternative in a key, or delete the slot that contributes no fills.
    """
    first = record.slot(slot.name)
    if first is None or first is slot or len(slot.alternatives) > 1 or slot.slash is not None:
        return
    known = {fill.text for fill in first.fills}
    fills = [fill for fill in slot.fills if fill.text not in known]
    removal = remove_slot(unit.text, slot)
    if not fills:
        yield Repair(f"remove the second {slot.name.upper()}", (removal,), is_preferred=True)
        return
    if not any(first.fills):
        yield Repair(
            f"remove the empty {slot.name.upper()}", (remove_slot(unit.text, first),), is_preferred=True
        )
        return
    added = tuple(add_fill(unit.text, first, _written(unit, fill)) for fill in fills)
    yield Repair(f"move its fills to the first {slot.name.upper()}", (*added, removal), is_preferred=True)
    if is_key:
        slashed = (add_fill(unit.text, first, f"/ {_written(unit, fills[0])}"), *added[1:])
        yield Repair("make it an alternative of the first slot", (*slashed, removal))


def _written(unit: TemplateUnit, fill: SingleFill) -> str:
    """Return a fill with its link information."""
    return unit.text[fill.start : fill.link.end if fill.link else fill.end]


def record_repairs(snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
    """Yield the repairs of a finding of a unit, in offsets of the file."""
    if finding.rule.name == templates.UNKNOWN_CLASS.name:
        yield from _other_classes(snapshot, at, finding)
        return
    attempts = _attempts(snapshot, at.unit, finding)
    for repair in safe_repairs(at.unit, snapshot.reading.language, finding, attempts):
        yield repair.moved(at.offset)


def _attempts(snapshot: Snapshot, unit: TemplateUnit, finding: Finding) -> Iterator[Repair]:
    name, place = finding.rule.name, template_place(unit, finding.start)
    if place is None or place.record.header is None:
        return
    if name == templates.MALFORMED_LINK.name:
        fill = place.fill or fill_before(unit, finding.start)
        yield from moved_behind_fill(unit, place.record, finding)
        yield from other_links(snapshot, unit, fill, finding)
    elif place.slot is not None:
        yield from _of_slot(snapshot, unit, place, finding)


def _of_slot(
    snapshot: Snapshot, unit: TemplateUnit, place: TemplatePlace, finding: Finding
) -> Iterator[Repair]:
    name, slot, syntax = finding.rule.name, place.slot, syntax_of(snapshot.reading)
    if slot is None:
        return
    marked = marked_record(snapshot, unit, place.record)
    if name == templates.SET_FILL_VALUE.name and place.fill is not None:
        yield from other_values(marked, slot, place.fill, finding)
    elif name == templates.DANGLING_POINTER.name and place.fill is not None:
        yield from other_targets(marked, slot, place.fill)
    elif name == templates.UNKNOWN_SLOT.name:
        if finding.fix_title is None:
            yield from other_names(place.record, slot, syntax)
        yield without_slot(unit, slot)
    elif name == templates.DUPLICATE_SLOT.name:
        yield from joined(unit, place.record, slot, is_key=has_key_marks(snapshot.reading))
        yield from other_names(place.record, slot, syntax)


def _other_classes(snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
    """Yield repairs that rename the object and the pointers to it to another class, provided that this
    removes the finding and causes no other finding; the most similar class comes first.
    """
    place = template_place(at.unit, finding.start)
    header = place.record.header if place else None
    if header is None:
        return
    names = syntax_of(snapshot.reading).class_names
    nearest = nearest_name(header.identity.class_name.upper(), names)
    for name in sorted(names, key=lambda name: name != nearest):
        try:
            edits = rename_object(
                snapshot, at.offset + finding.start, str(header.identity._replace(class_name=name))
            )
        except RenameError:
            continue
        if mends(at.unit, snapshot.reading.language, finding, _within(at, edits)):
            yield Repair(f"change the class to {name}", tuple(edits), name == nearest)


def _within(at: UnitAt, edits: list[Edit]) -> tuple[Edit, ...]:
    """Return the edits of one unit, in unit offsets."""
    end = at.offset + len(at.unit.text)
    inside = (edit for edit in edits if at.offset <= edit.start and edit.end <= end)
    return tuple(Edit(edit.start - at.offset, edit.end - at.offset, edit.text) for edit in inside)


# The layout of template files; formatting does not change their content.
#
# A header starts in column 1 with one space before its `:=`; a slot has one indent, further fills have three;
# one space precedes each fill and each link; one blank line separates records. Comments, records with a
# malformed line, and the characters of fills are unchanged.


MALFORMED = frozenset(
    {
        templates.MALFORMED_HEADER,
        templates.HEADER_NOT_ALONE,
        templates.SLOT_NOT_FIRST,
        templates.MULTIPLE_FILLS_ON_LINE,
        templates.INDENTED_COMMENT,
        templates.MALFORMED_LINK,
        templates.UNTERMINATED_STRING,
        templates.FILL_WITHOUT_SLOT,
    }
)
"""The rules about the layout of records; a record that violates one of them is not formatted."""


class SourceLine(NamedTuple):
    """A line of a unit: its start, the end of its text, the start of the next line, its tokens."""

    start: int
    end: int
    following: int
    tokens: Sequence[TemplateToken]


def unit_edits(
    unit: TemplateUnit, following: Callable[[], str] | None, language: TemplateLanguage, indent: str
) -> list[Edit]:
    """Return the edits that format a unit, in order; empty if they would change its content.

    `following` is the text after the unit that may affect where units begin; None for the last unit.
    """
    tree = unit.passing_tree()
    edits = list(_edits(unit.text, tree.tokens, indent, is_last=following is None))
    if not edits or any(finding.rule in MALFORMED for finding in unit.findings):
        return []
    text = apply_edits(unit.text, edits)
    after = following() if following is not None else ""
    starts = [start - 1 for start in language.boundaries(f"\n{text}{after}") if start <= len(text)]
    is_one_unit = starts == [0] * (tree.loose is None)
    return edits if is_one_unit and shape(language.tree(text)) == shape(tree) else []


def _edits(text: str, tokens: Sequence[TemplateToken], indent: str, *, is_last: bool) -> Iterator[Edit]:
    rows = list(_rows(text, tokens))
    was_blank = False
    for row in rows:
        written = text[row.start : row.end]
        is_blank = not written.strip()
        if is_blank and was_blank:
            yield Edit(row.start, row.following, "")
        elif (laid_out := _laid_out(text, row, indent)) != written:
            yield Edit(row.start, row.end, laid_out)
        was_blank = is_blank
    last = rows[-1] if rows else None
    if (
        last is not None
        and not is_last
        and last.tokens
        and last.tokens[0].kind is not TemplateTokenKind.COMMENT
    ):
        yield Edit(len(text), len(text), text[last.end : last.following])


def _rows(text: str, tokens: Sequence[TemplateToken]) -> Iterator[SourceLine]:
    """Yield the lines of a unit; there is no line after the last line end."""
    start, at = 0, 0
    while start < len(text):
        line_end = LINE_END.search(text, start)
        end, following = line_end.span() if line_end else (len(text), len(text))
        first = at
        while at < len(tokens) and tokens[at].start < following:
            at += 1
        yield SourceLine(start, end, following, tokens[first:at])
        start = following


def _laid_out(text: str, row: SourceLine, indent: str) -> str:
    """Return a line in the standard layout."""
    if not row.tokens:
        return ""
    texts = [text[start:end] for _, start, end in row.tokens]
    first = row.tokens[0].kind
    if first is TemplateTokenKind.COMMENT:
        return text[row.start : row.end]
    if first is TemplateTokenKind.HEADER:
        return f"{texts[0].removesuffix(':=').rstrip()} :="
    return indent * (1 if first is TemplateTokenKind.SLOT else DEEPER) + " ".join(texts)


def shape(tree: Tree) -> Any:
    """Return everything that is read in a unit except positions: the input of the scorer and the rules."""
    loose = _shape_of(tree.loose) if tree.loose else None
    return loose, [_shape_of(record) for record in tree.records]


def _shape_of(record: Record) -> Any:
    header = record.header
    slots = [
        (
            slot.name,
            slot.slash is not None,
            [[_fill(fill) for fill in alternative.fills] for alternative in slot.alternatives],
        )
        for slot in record.slots
    ]
    stray = [_fill(fill) for fill in record.stray]
    return header and (header.identity, header.problem is None), slots, stray


def _fill(fill: SingleFill) -> Any:
    return fill.kind, fill.text, fill.link and fill.link[:3]


_NAME = re.compile(r"<([^<>]*)>")
_HEADER = re.compile(r"<[^\s<>\"']+>[ \t]*:=[ \t]*\Z")


def after_typing_in_template(snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> list[Edit]:
    """Return the edits that follow when a character is typed directly before a position, in order."""
    if typed == "\n":
        return list(_after_line(at, indent))
    line = line_around(at.unit.text, at.place)
    name = _NAME.match(line.before)
    if name is None or not identity_of(name[1]).is_whole:
        return []
    if typed == ">" and _goes_on_pointing(snapshot, at.offset + line.start):
        return []
    return sign_edits(line.before, line.behind, at.offset + at.place)


def _goes_on_pointing(snapshot: Snapshot, start: int) -> bool:
    """Return whether the preceding text is a pointer, or a pointer may follow it, as after an empty slot."""
    if not start:
        return False
    at = snapshot.unit_at(start - 1)
    above = line_around(at.unit.text, at.place)
    if not isinstance(at.unit, TemplateUnit) or not above.before.strip():
        return False
    last = [token for token in at.unit.tokens if above.start <= token.start < at.place]
    return bool(last) and last[-1].kind in (
        TemplateTokenKind.POINTER,
        TemplateTokenKind.SLOT,
        TemplateTokenKind.SLASH,
    )


def _after_line(at: UnitAt, indent: str) -> Iterator[Edit]:
    """Yield a closing quote that the preceding line lacks, and the indent of an object's first slot."""
    line = line_around(at.unit.text, at.place)
    above = line_around(at.unit.text, max(line.start - 1, 0))
    if at.unit.text[max(line.start - 2, 0) : line.start] == "\r\n":
        above = line_around(at.unit.text, line.start - 2)
    for finding in at.unit.findings:
        if finding.rule is UNTERMINATED_STRING and above.start <= finding.start < line.start:
            yield from (
                Edit(at.offset + edit.start, at.offset + edit.end, edit.text) for edit in finding.edits
            )
    if _HEADER.match(above.before) and not line.before and not line.behind.strip():
        yield Edit(at.offset + at.place, at.offset + at.place, indent)
