"""Edits of records in a gold file that create given objects and slots."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from operator import is_

from keytally.families.annotations import Annotation, Change, Reference, Rewriting
from keytally.families.muc.annotations.template_objects import (
    OBJECT,
    SLASH,
    ReadObject,
    SlotKinds,
    alternatives_in,
    read_objects,
    slot_end,
    spelled_alternatives,
)
from keytally.families.muc.templates.scanner import Identity, TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.unit import (
    Name,
    Record,
    SingleFill,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
)
from keytally.findings.finding import Edit, combined_edits
from keytally.text.positions import BLANK_LINE, end_of_line, line_end_before, own_line_end, start_of_line

DEEPER = 3
"""The number of indents before a fill that is on a line of its own."""

INDENT = "\t"
"""The indentation before a slot."""

FURTHER = INDENT * DEEPER
"""The indentation before each further fill, as the formatter writes it."""

_BELOW_SLOT = INDENT * (DEEPER - 1)


def add_slot(text: str, record: Record, name: str, fill: str, is_first: bool) -> Edit:
    """Return the edit that appends a line to a record: a slot with a fill if `is_first` is true, otherwise
    another fill of that slot.
    """
    place = end_of_line(text, record.end)
    indent = indent_at(text, record.slots[0].start) if record.slots else INDENT
    line = f"{name.upper()}: {fill}" if is_first else f"{_BELOW_SLOT}{fill}"
    return Edit(place, place, f"{own_line_end(text)}{indent}{line}")


def add_fill(text: str, slot: SlotEntry, fill: str) -> Edit:
    """Return the edit that adds a fill on a line of its own after the slot's last fill; the first fill
    goes next to the slot's name.
    """
    fills = [*slot.fills]
    if not fills:
        return Edit(slot.end + 1, slot.end + 1, f" {fill}")
    place = end_of_line(text, fills[-1].end)
    indent = indent_at(text, slot.start if len(fills) == 1 else fills[-1].start)
    deeper = _BELOW_SLOT if len(fills) == 1 else ""
    return Edit(place, place, f"{own_line_end(text)}{indent}{deeper}{fill}")


def has_blank_line_after(text: str, record: Record, before: str) -> bool:
    """Return whether a blank line follows a record; for the last record of a file, return whether `before`
    contains a blank line.
    """
    is_last = not text[record.end :].strip() and not BLANK_LINE.search(text, record.end)
    return BLANK_LINE.search(before if is_last else text, 0 if is_last else record.end) is not None


def add_record(text: str, record: Record, added: str, *, apart: bool) -> Edit:
    """Return the edit that adds a record after another record, with a blank line between them if `apart`
    is true.
    """
    place = end_of_line(text, record.end)
    end = own_line_end(text)
    gap = end * 2 if apart else end
    return Edit(place, place, gap + end.join(added.split("\n")))


def remove_slot_or_fill(text: str, subject: SlotEntry | SingleFill, fill: SingleFill) -> Edit:
    """Return the edit that removes a slot or a fill, with its line if the line contains nothing else."""
    return remove_range(text, subject.start, fill.link.end if fill.link else fill.end)


def remove_range(text: str, start: int, end: int) -> Edit:
    """Return the edit that removes a range of a record, with its lines if they contain nothing else."""
    line_start, last = start_of_line(text, start), end_of_line(text, end)
    is_alone = not text[line_start:start].strip() and not text[end:last].strip()
    if is_alone and line_start > 0:
        before = line_end_before(text, line_start)
        return Edit(before, last, "")
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return Edit(start, end, "")


def remove_slot(text: str, slot: SlotEntry) -> Edit:
    """Return the edit that removes a slot with all its fills, and the lines that contain nothing else."""
    fills = [*slot.fills]
    if fills:
        return remove_slot_or_fill(text, slot, fills[-1])
    return remove_slot_or_fill(text, slot, SingleFill(TemplateTokenKind.BARE, "", slot.end, slot.end + 1))


def indent_at(text: str, place: int) -> str:
    """Return the indentation of the line that contains an offset."""
    line = text[start_of_line(text, place) : place]
    return line[: len(line) - len(line.lstrip())]


Lines = Sequence[str]
"""The fills of a slot as written, one per line; the first fill of an alternative includes the leading
slash, if there is one.
"""


class RecordLayout:
    """Writes records in the layout that a file's units use."""

    def __init__(self, units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> None:
        text = "".join(unit.text for unit in units)
        self.end = own_line_end(text)
        self.gap = self.end * 2 if BLANK_LINE.search(text) or not text.strip() else self.end
        slots = ((unit.text, slot) for unit in units for record in unit.records for slot in record.slots)
        found = next((indent_at(text, slot.start) for text, slot in slots), INDENT)
        self.indent = found or INDENT
        self.kinds = SlotKinds(syntax)

    def record(self, identity: Identity, slots: Mapping[str, Lines]) -> str:
        """Return the text of a new object, without a final line end."""
        order = self.kinds.order
        named = sorted(slots.items(), key=lambda each: (order(identity.class_name, each[0]), each[0]))
        lines = [f"<{identity}> :="]
        lines += [self.slot(name, fills, self.indent) for name, fills in named if fills]
        return self.end.join(lines)

    def slot(self, name: str, fills: Lines, indent: str) -> str:
        """Return the lines of a slot; further fills are indented more deeply."""
        first, *further = fills
        lines = [f"{indent}{name.upper()}: {first}", *(f"{indent * DEEPER}{fill}" for fill in further)]
        return self.end.join(lines)


MOST_DIGITS = 10
"""A number with at least this many digits is treated as a word."""


class ReadDocument:
    """The units of a document, their objects sorted by class and number, and the pointers to each object."""

    def __init__(self, units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> None:
        self.units = units
        self.syntax = syntax

    @cached_property
    def objects(self) -> Sequence[ReadObject]:
        """Return the objects of the document, sorted by class and number."""
        return read_objects(self.units, self.syntax)

    @cached_property
    def identities(self) -> Sequence[Identity]:
        """Return the identification strings of the objects."""
        return [each.identity for each in self.objects]

    @cached_property
    def named(self) -> Mapping[Name, int]:
        """Return how many objects have each name."""
        return Counter(identity.key for identity in self.identities)

    @cached_property
    def pointing(self) -> Mapping[Name, Sequence[TemplateUnit]]:
        """Return the units that contain pointers to each name, in file order; a unit occurs once for each
        pointer.
        """
        found = defaultdict[Name, list[TemplateUnit]](list)
        for unit in self.units:
            for name in _pointed_in(unit, self.syntax):
                found[name].append(unit)
        return dict(found)

    @cached_property
    def numbers(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """Return the numbers that occur in names of objects and pointers, by class and document, highest
        first.
        """
        found = defaultdict[tuple[str, str], list[str]](list)
        for class_name, document, one_up in {*self.named, *self.pointing}:
            if is_number(one_up):
                found[class_name, document].append(one_up)
        return {before: sorted(numbers, key=int, reverse=True) for before, numbers in found.items()}

    @cached_property
    def layout(self) -> RecordLayout:
        """Return the layout of the document's records."""
        return RecordLayout(self.units, self.syntax)

    @cached_property
    def is_blank(self) -> bool:
        """Return whether the document has no text."""
        return not any(unit.text.strip() for unit in self.units)

    @cached_property
    def last(self) -> TemplateUnit | None:
        """Return the last unit that contains objects, otherwise the last unit; None if there are no units."""
        own = (unit for unit in reversed(self.units) if id(unit) in self._starts)
        return next(own, self.units[-1] if self.units else None)

    def at(self, unit: TemplateUnit, start: int) -> int | None:
        """Return the index of the object that begins at an offset of a unit."""
        return self._starts.get(id(unit), {}).get(start)

    def around(self, unit: TemplateUnit, place: int) -> int | None:
        """Return the index of the last object of a unit that begins at or before an offset."""
        starts = self._starts.get(id(unit), {})
        before = max((start for start in starts if start <= place), default=None)
        return None if before is None else starts[before]

    def in_file_order(self, units: Mapping[int, TemplateUnit]) -> list[TemplateUnit]:
        """Return the given units of the document, which are keyed by `id`, in file order."""
        return [units[unit] for unit in sorted(units, key=self._places.__getitem__)]

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {id(unit): place for place, unit in enumerate(self.units)}

    @cached_property
    def _starts(self) -> Mapping[int, Mapping[int, int]]:
        """Map the `id` of each unit to the indices of its objects by start."""
        found = defaultdict[int, dict[int, int]](dict)
        for number, each in enumerate(self.objects):
            found[id(each.unit)][each.object.start] = number
        return dict(found)


def is_number(one_up: str) -> bool:
    """Return whether an object's number can be incremented."""
    return one_up.isascii() and one_up.isdecimal() and len(one_up) < MOST_DIGITS


def _pointed_in(unit: TemplateUnit, syntax: TemplateSyntax) -> Iterator[Name]:
    """Yield the names that a unit's pointers refer to."""
    for record in unit.scored_records():
        for slot in record.slots:
            for fill in slot.fills:
                if fill.kind is TemplateTokenKind.POINTER:
                    yield pointer_identity(fill.text, syntax.compound_classes).key


class DocumentObjects:
    """A cache of the last requested document and its data."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._last = ReadDocument((), syntax)

    def of(self, units: Sequence[TemplateUnit]) -> ReadDocument:
        """Return the document with these units."""
        known = self._last.units
        if len(units) != len(known) or not all(map(is_, units, known)):
            self._last = ReadDocument([*units], self._syntax)
        return self._last


NO_OBJECT = "the gold has no corresponding object"
OTHER_CLASS = "the corresponding object in the gold has another class"


class WantedObject:
    """An object of the gold after the changes, with its changed slots; a slot without lines is to be removed.

    `read` is None for a new object. The names of slots are in lower case.
    """

    __slots__ = ("identity", "is_gone", "read", "slots")

    def __init__(self, identity: Identity, read: ReadObject | None = None) -> None:
        self.identity = identity
        self.read = read
        self.slots: dict[str, Lines] = {}
        self.is_gone = False


class WantedObjects:
    """The objects of a document after the changes, and the changes that are refused."""

    def __init__(self, document: ReadDocument, changes: Sequence[Change]) -> None:
        self._document = document
        self._syntax = document.syntax
        self._kinds = SlotKinds(document.syntax)
        self._changes = changes
        self.refused: dict[int, str] = {}
        self._touched: dict[int, dict[int, WantedObject]] = {}
        self._gone = Counter[Name]()
        self._of_change: dict[int, WantedObject] = {}
        self.new = list(self._new_objects())
        for number, change in enumerate(changes):
            if _kind(change) != OBJECT:
                self._slot(number, change)

    def in_unit(self, unit: TemplateUnit) -> Mapping[int, WantedObject]:
        """Return the changed objects of a unit by start."""
        return self._touched.get(id(unit), {})

    @property
    def touched(self) -> Iterator[TemplateUnit]:
        """Yield the units of the objects that the changes affect."""
        return (each.read.unit for each in self._present() if each.read is not None)

    @property
    def gone(self) -> list[WantedObject]:
        """Return the removed objects."""
        return [each for each in self._present() if each.is_gone]

    def is_there(self, name: Name) -> bool:
        """Return whether an object with that name remains."""
        return self._document.named.get(name, 0) > self._gone[name]

    def _new_objects(self) -> Iterator[WantedObject]:
        """Register the existing and the removed objects, and yield the new ones."""
        new: list[tuple[int, Annotation]] = []
        for number, change in enumerate(self._changes):
            if _kind(change) != OBJECT:
                continue
            known = self._object(change.present)
            if known is not None:
                self._of_change[number] = known
                known.is_gone = change.wanted is None
                if change.wanted and str(change.wanted.value[0]).lower() != known.identity.class_name.lower():
                    self.refused[number] = OTHER_CLASS
            elif change.wanted is not None and change.present is None:
                new.append((number, change.wanted))
        self._gone.update(each.identity.key for each in self.gone)
        added = set[Name]()
        for number, wanted in new:
            identity = self._free(pointer_identity(wanted.name, self._syntax.compound_classes), added)
            added.add(identity.key)
            self._of_change[number] = made = WantedObject(identity)
            yield made

    def _free(self, identity: Identity, added: Collection[Name]) -> Identity:
        """Return an unused identity: the annotator's own if possible, otherwise with the next number after
        all others.
        """
        if not self._is_taken(identity.key, added):
            return identity
        own = identity.key[:2]
        known = (each for each in self._document.numbers.get(own, ()) if self._is_taken((*own, each), added))
        new = (int(name[2]) for name in added if name[:2] == own and is_number(name[2]))
        return identity._replace(one_up=str(max([int(next(known, 0)), *new]) + 1))

    def _is_taken(self, name: Name, added: Collection[Name]) -> bool:
        """Return whether an object or a remaining pointer uses a name after the changes."""
        is_pointed = name in self._document.pointing and name not in self._gone
        return is_pointed or name in added or self.is_there(name)

    def _present(self) -> Iterator[WantedObject]:
        """Yield the objects of the document that the changes affect."""
        return chain.from_iterable(each.values() for each in self._touched.values())

    def _numbered(self, number: int | None) -> WantedObject | None:
        """Return the object of the document with that index."""
        if number is None:
            return None
        read = self._document.objects[number]
        own = self._touched.setdefault(id(read.unit), {})
        found = own.get(read.object.start)
        if found is None:
            found = own[read.object.start] = WantedObject(self._document.identities[number], read)
        return found

    def _object(self, annotation: Annotation | int | None) -> WantedObject | None:
        """Return the object for an annotation of the gold, or for the number of a change."""
        if isinstance(annotation, int):
            return self._of_change.get(annotation)
        if annotation is None:
            return None
        return self._numbered(self._document.at(annotation.unit, annotation.start))

    def _slot(self, number: int, change: Change) -> None:
        name = (change.wanted or change.present or _NOTHING).name.lower()
        owner = self._object(change.parent) if change.parent is not None else self._holder(change.present)
        if owner is None or owner.is_gone:
            if change.wanted is not None:
                self.refused[number] = NO_OBJECT
            return
        if change.wanted is None:
            owner.slots[name] = ()
            return
        if not self._says_so(owner, name, change):
            owner.slots[name] = self._lines(owner.identity.class_name, name, change.wanted, change.targets)

    def _holder(self, slot: Annotation | None) -> WantedObject | None:
        """Return the object whose record contains a slot."""
        return None if slot is None else self._numbered(self._document.around(slot.unit, slot.start))

    def _says_so(self, owner: WantedObject, name: str, change: Change) -> bool:
        """Return whether a slot of the gold already has the new value; pointers to the same object are
        considered equal.
        """
        present, wanted = change.present, change.wanted
        if present is None or wanted is None or owner.read is None or _shape(present) != _shape(wanted):
            return False
        if None not in _shape(present):
            return True
        entries = (slot for slot in owner.read.record.slots if slot.name == name)
        pointed = (
            pointer_identity(fill.text, self._syntax.compound_classes).key
            for entry in entries
            for fill in entry.fills
            if fill.kind is TemplateTokenKind.POINTER
        )
        led = (self._object(target) for target in change.targets)
        found = sorted(each.identity.key for each in led if each is not None and not each.is_gone)
        return len(found) == len(change.targets) and found == sorted(filter(self.is_there, pointed))

    def _lines(
        self,
        class_name: str,
        name: str,
        wanted: Annotation,
        targets: Sequence[Annotation | int | None],
    ) -> Lines:
        """Return a slot's fills in the annotator's spelling, with pointers converted to the identifiers of
        the gold.
        """
        kind = self._kinds.kind(class_name, name)
        written = spelled_alternatives(wanted.unit, _entries(wanted), kind) if wanted.unit is not None else []
        optional, alternatives = alternatives_in(wanted.value)
        if sorted(sorted(fill.word for fill in fills) for fills in written) == alternatives:
            return _with_slashes(optional, [[fill.text for fill in fills] for fills in written])
        texts: dict[str | Reference, str] = {}
        for fill in chain.from_iterable(written):
            texts.setdefault(fill.word, fill.text)
        rank = {word: place for place, word in enumerate(texts)}
        waiting = iter(targets)
        in_order = (sorted(words, key=lambda word: rank.get(word, len(rank))) for words in alternatives)
        said = [[self._fill(word, texts, waiting) for word in words] for words in in_order]
        return _with_slashes(optional, [[fill for fill in fills if fill is not None] for fills in said])

    def _fill(
        self,
        word: str | Reference,
        written: Mapping[str | Reference, str],
        targets: Iterator[Annotation | int | None],
    ) -> str | None:
        if isinstance(word, str):
            return written.get(word, word)
        target = self._object(next(targets, None))
        return None if target is None or target.is_gone else f"<{target.identity}>"


def _with_slashes(optional: bool, alternatives: Sequence[Sequence[str]]) -> Lines:
    """Return the lines of a slot: a slash precedes each further alternative, and also the first if the
    slot is optional.
    """
    lines: list[str] = []
    for first, *further in filter(None, alternatives):
        lines += [f"{SLASH} {first}" if lines or optional else first, *further]
    return lines


def _shape(slot: Annotation) -> list[str | None]:
    """Return the words of a slot, with None for each reference."""
    return [word if isinstance(word, str) else None for word in slot.value]


_NOTHING = Annotation(None, 0, 0, "", "", (), ())


def _kind(change: Change) -> str:
    return (change.wanted or change.present or _NOTHING).kind


def _entries(wanted: Annotation) -> Iterator[SlotEntry]:
    """Yield the entries of a slot in the record that contains it."""
    unit: TemplateUnit = wanted.unit
    record = max(
        (scored_record for scored_record in unit.scored_records() if scored_record.start <= wanted.start),
        key=lambda each: each.start,
        default=None,
    )
    return (slot for slot in record.slots if slot.name == wanted.name.lower()) if record else iter(())


# The edits of a gold file that create wanted objects and slots; everything else in it is unchanged.
#
# New objects follow the last one of their document, otherwise the end of the given text; they keep the
# annotator's number if the gold neither has it nor points to it. Slots are in the order of the BNF, otherwise
# of the configuration, among those that the object has. Pointers are written with the identifiers of the
# gold, and those to nothing are omitted; so are the gold's own pointers to a removed object. Indentation and
# line ends are those of the file.


Key = tuple[str, str, str]
NO_UNIT = "the gold has no text after which the object could be written"

_REST = re.compile(r"[ \t\f\v]*(?:\r\n|\n|\r|\Z)(?:[ \t\f\v]*(?:\r\n|\n|\r))?")
"""The rest of a record's last line, and an empty line after it."""


def rewrite_objects(
    units: Sequence[TemplateUnit], changes: Sequence[Change], objects: DocumentObjects
) -> Rewriting:
    """Return the edits of a document's units, or of the gold's last unit if the gold lacks the document."""
    document = objects.of(units)
    wanted = WantedObjects(document, changes)
    gone = {each.identity.key for each in wanted.gone if not wanted.is_there(each.identity.key)}
    layout = _layout(document, changes)
    edits: list[tuple[TemplateUnit, Edit]] = []
    for unit in _edited(document, wanted, gone):
        found = list(_in_unit(unit, wanted.in_unit(unit), gone, layout))
        if wanted.new and unit is document.last:
            found.append(_added(unit, wanted, layout))
        edits += [(unit, edit) for edit in combined_edits(tuple(found))]
    if wanted.new and not units:
        refused = {at: NO_UNIT for at, each in enumerate(changes) if each.present is None}
        return Rewriting(edits, {**wanted.refused, **refused})
    return Rewriting(edits, wanted.refused)


def _edited(document: ReadDocument, wanted: WantedObjects, gone: Collection[Key]) -> list[TemplateUnit]:
    """Return only the units that may have edits, in file order, so that the cost does not depend on the
    document's size.
    """
    units = [*wanted.touched, *(unit for name in gone for unit in document.pointing.get(name, ()))]
    if wanted.new and document.last is not None:
        units.append(document.last)
    return document.in_file_order({id(unit): unit for unit in units})


def _layout(document: ReadDocument, changes: Sequence[Change]) -> RecordLayout:
    """Return the layout of records in the gold, or in an annotator's file if the gold is empty."""
    if not document.is_blank:
        return document.layout
    taken = (
        change.wanted.unit
        for change in changes
        if change.wanted is not None and change.wanted.unit is not None
    )
    return RecordLayout([*document.units, *islice(taken, 1)], document.syntax)


def _in_unit(
    unit: TemplateUnit, own: Mapping[int, WantedObject], gone: Collection[Key], layout: RecordLayout
) -> Iterator[Edit]:
    """Yield the edits of the records in a unit, given its changed objects by start."""
    for record in unit.scored_records():
        each = own.get(record.start)
        if each is not None and each.is_gone:
            yield _removed(unit, record)
        else:
            slots = each.slots if each is not None else {}
            yield from _Slots(unit, record, layout, gone).edits(slots)


def _removed(unit: TemplateUnit, record: Record) -> Edit:
    """Return the edit that deletes a record and an empty line after it."""
    behind = _REST.match(unit.text, record.end)
    return Edit(record.start, behind.end() if behind else record.end, "")


def _added(unit: TemplateUnit, wanted: WantedObjects, layout: RecordLayout) -> Edit:
    """Return the edit that adds new objects after the document's last record, or at the end of the text if
    it contains no record of the document.
    """
    added = layout.gap.join(layout.record(each.identity, each.slots) for each in wanted.new)
    text = unit.text
    records = list(unit.scored_records()) if unit.document == wanted.new[0].identity.document else []
    if not records:
        before = "" if not text.strip() else layout.gap
        while before and text.endswith(before):
            before = ""
        if before and text.endswith(layout.end):
            before = before[len(layout.end) :]
        return Edit(len(text), len(text), f"{before}{added}{layout.end}")
    last = records[-1]
    if any(each.read and each.read.record is last for each in wanted.gone):
        return Edit(last.start, last.start, f"{added}{layout.gap}")
    place = end_of_line(text, last.end)
    return Edit(place, place, f"{layout.gap}{added}")


class _Slots:
    """Computes the edits of the slots of one record."""

    def __init__(
        self, unit: TemplateUnit, record: Record, layout: RecordLayout, gone: Collection[Key]
    ) -> None:
        self._unit = unit
        self._text = unit.text
        self._record = record
        self._class = record.header.identity.class_name.lower() if record.header else ""
        self._layout = layout
        self._gone = gone

    def edits(self, wanted: Mapping[str, Lines]) -> Iterator[Edit]:
        """Yield the edits that set the lines of these slots and remove pointers to removed objects."""
        slots = {**self._without_gone(), **wanted}
        for name, fills in sorted(slots.items(), key=lambda each: self._order(each[0])):
            entries = [slot for slot in self._record.slots if slot.name == name]
            if not entries and fills:
                yield self._new(name, fills)
            for number, entry in enumerate(entries):
                if number or not fills:
                    yield from self._taken_away(entry)
                else:
                    yield self._changed(entry, fills)

    def _order(self, name: str) -> tuple[int, str]:
        return self._layout.kinds.order(self._class, name), name

    def _new(self, name: str, fills: Lines) -> Edit:
        before = [slot for slot in self._record.slots if self._order(slot.name) < self._order(name)]
        header = self._record.header
        place = slot_end(before[-1]) if before else header.end if header is not None else 0
        place = end_of_line(self._text, place)
        slots = self._record.slots
        indent = (indent_at(self._text, slots[0].start) if slots else "") or self._layout.indent
        return Edit(place, place, f"{self._layout.end}{self._layout.slot(name, fills, indent)}")

    def _changed(self, entry: SlotEntry, fills: Lines) -> Edit:
        indent = indent_at(self._text, entry.start) or self._layout.indent
        written = self._text[entry.start : entry.end]
        lines = self._layout.slot(entry.name, fills, indent).lstrip()
        said = [f"{written}{lines[len(written) :]}", *self._comments(entry)]
        return Edit(entry.start, slot_end(entry), self._layout.end.join(said))

    def _taken_away(self, entry: SlotEntry) -> Iterator[Edit]:
        comments = self._comments(entry)
        found = remove_range(self._text, entry.start, slot_end(entry))
        kept = "".join(f"{self._layout.end}{comment}" for comment in comments)
        yield Edit(found.start, found.end, kept)

    def _comments(self, entry: SlotEntry) -> list[str]:
        """Return the comments between the fills of a slot."""
        start, end = entry.start, slot_end(entry)
        return [
            self._text[token.start : token.end]
            for token in self._unit.tokens
            if token.kind is TemplateTokenKind.COMMENT and start < token.start < end
        ]

    def _without_gone(self) -> dict[str, Lines]:
        """Return the slots that point to removed objects, with the fills that remain."""
        names = [slot.name for slot in self._record.slots if any(map(self._is_gone, slot.fills))]
        return {name: list(self._kept(name)) for name in names}

    def _kept(self, name: str) -> Iterator[str]:
        is_first = True
        for entry in self._record.slots:
            for alternative in entry.alternatives if entry.name == name else ():
                fills = [each for each in alternative.fills if not self._is_gone(each)]
                is_marked = alternative.slash is not None or (is_first and entry.slash is not None)
                slash = f"{SLASH} " if is_marked and (not is_first or entry.slash is not None) else ""
                for fill in fills:
                    end = fill.link.end if fill.link is not None else fill.end
                    yield f"{slash}{self._text[fill.start : end]}"
                    is_first, slash = False, ""

    def _is_gone(self, fill: SingleFill) -> bool:
        syntax = self._layout.kinds.syntax
        if fill.kind is not TemplateTokenKind.POINTER:
            return False
        return pointer_identity(fill.text, syntax.compound_classes).key in self._gone
