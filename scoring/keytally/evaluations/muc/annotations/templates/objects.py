"""Objects and slots as annotations: what a template file says of a document.

An object says its class; its place is its class and the number in its identifier. Its slots are annotations
with it as parent, in the order of the BNF, else of the configuration. An object that its status makes
optional has the status slot. What the scorer leaves out says nothing: classes and slots that are not
declared, pointers to nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import is_
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Reference
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.templates.object_places import places_of, record_of
from keytally.evaluations.muc.annotations.templates.slot_values import SlotKinds, Word, value_of
from keytally.evaluations.muc.formats.templates.headers import Identity, pointed_name, pointer_identity
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Name, Record, TemplateUnit
from keytally.evaluations.muc.model.objects import Fill, MucObject, Slot

OBJECT = "object"
SLOT = "slot"
LARGEST = 10**9

Place = tuple[int | str, ...]
Slots = Sequence[tuple[str, Slot]]


class ReadObject(NamedTuple):
    """An object, its unit, and its place."""

    unit: TemplateUnit
    object: MucObject
    place: Place

    @property
    def record(self) -> Record:
        """The object's record."""
        return record_of(self.unit, self.object)

    @property
    def identity(self) -> Identity:
        """The object's identification string as written."""
        return places_of(self.unit, self.object).identity


class DocumentObjects:
    """Reads the objects of documents; those of the last one are kept, which many repairs begin with."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self.syntax = syntax
        self._units: Sequence[TemplateUnit] = ()
        self._found: Sequence[ReadObject] | None = None
        self._identities: Sequence[Identity] | None = None
        self._pointed: frozenset[Name] | None = None

    def of(self, units: Sequence[TemplateUnit]) -> Sequence[ReadObject]:
        """The objects of a document; see `read_objects`."""
        self._turn_to(units)
        if self._found is None:
            self._found = read_objects(units, self.syntax)
        return self._found

    def identities(self, units: Sequence[TemplateUnit]) -> Sequence[Identity]:
        """The identification strings of these objects."""
        found = self.of(units)
        if self._identities is None:
            self._identities = [each.identity for each in found]
        return self._identities

    def pointed(self, units: Sequence[TemplateUnit]) -> frozenset[Name]:
        """What the pointers of a document name."""
        self._turn_to(units)
        if self._pointed is None:
            self._pointed = frozenset(
                pointer_identity(fill.text, self.syntax.compound_classes).key
                for unit in units
                for record in unit.scored_records()
                for slot in record.slots
                for fill in slot.fills
                if fill.kind is TemplateTokenKind.POINTER
            )
        return self._pointed

    def _turn_to(self, units: Sequence[TemplateUnit]) -> None:
        """Forget what is kept, unless it is of these units."""
        if len(units) != len(self._units) or not all(map(is_, units, self._units)):
            self._units, self._found, self._identities, self._pointed = list(units), None, None, None


def read_objects(units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> list[ReadObject]:
    """The objects of a document by class and number; of those with one identifier the first comes first."""
    count: dict[Place, int] = {}
    found = []
    for unit in units:
        for obj in objects(unit, syntax, Role.KEY) if unit.document is not None else ():
            if obj.one_up:
                named = obj.class_name, _number(obj.one_up), obj.one_up
                count[named] = count.get(named, 0) + 1
                found.append(ReadObject(unit, obj, (*named, count[named])))
    return sorted(found, key=lambda each: each.place)


def annotations(units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> list[Annotation]:
    """The objects of a document, each before its slots."""
    read = read_objects(units, syntax)
    slots_of_each = [_slots(each.object, syntax) for each in read]
    contents = [_content(each, slots) for each, slots in zip(read, slots_of_each, strict=True)]
    values: list[list[tuple[str, tuple[Word, ...]]]] = []
    numbers = _numbers(read)
    for each, written in zip(read, slots_of_each, strict=True):
        values.append(list(_values(each, written, syntax, numbers, contents)))
    starts, start = [], 0
    for slots in values:
        starts.append(start)
        start += 1 + len(slots)
    found: list[Annotation] = []
    for each, slots in zip(read, values, strict=True):
        found += _annotated(each, slots, starts, len(found), SlotKinds(syntax))
    return found


def _annotated(
    each: ReadObject,
    slots: Sequence[tuple[str, tuple[Word, ...]]],
    starts: Sequence[int],
    index: int,
    kinds: SlotKinds,
) -> Iterator[Annotation]:
    """An object and its slots; references lead to objects by number, and are turned into indices here."""
    identity, header, places = places_of(each.unit, each.object)
    class_name = each.object.class_name
    yield Annotation(each.unit, *header, OBJECT, str(identity), each.place, (class_name.upper(),))
    for slot, value in slots:
        place = (*each.place, kinds.order(class_name, slot), slot)
        words = tuple([each if isinstance(each, str) else Reference(starts[each.target]) for each in value])
        yield Annotation(each.unit, *places.get(slot, header), SLOT, slot.upper(), place, words, index)


def _number(one_up: str) -> int:
    is_number = one_up.isascii() and one_up.isdecimal() and len(one_up) < len(str(LARGEST))
    return int(one_up) if is_number else LARGEST


def _slots(obj: MucObject, syntax: TemplateSyntax) -> list[tuple[str, Slot]]:
    """The slots of an object in the order of its class."""
    slots = {**obj.slots}
    if obj.optional and syntax.status not in slots:
        slots[syntax.status] = Slot(((Fill(OPTIONAL_VALUES[1], 0, 0),),))
    kinds = SlotKinds(syntax)
    return sorted(slots.items(), key=lambda each: (kinds.order(obj.class_name, each[0]), each[0]))


def _content(each: ReadObject, slots: Slots) -> object:
    """What orders pointers to objects alike in all files: what the objects say, but for their pointers."""
    texts = [
        (name, sorted(fill.text for fills in slot.alternatives for fill in fills if "<" not in fill.text))
        for name, slot in slots
    ]
    return each.object.class_name, sorted(text for text in texts if text[1])


def _numbers(read: Sequence[ReadObject]) -> Mapping[tuple[str, str, str], int]:
    """The number of the first object with each name."""
    return {
        (each.object.class_name, each.object.document, each.object.one_up): number
        for number, each in reversed(list(enumerate(read)))
    }


def _values(
    each: ReadObject,
    slots: Slots,
    syntax: TemplateSyntax,
    numbers: Mapping[tuple[str, str, str], int],
    contents: Sequence[object],
) -> Iterator[tuple[str, tuple[Word, ...]]]:
    def target(pointer: str) -> tuple[int, object] | None:
        number = numbers.get(pointed_name(pointer, syntax.compound_classes))
        return None if number is None else (number, contents[number])

    kinds = SlotKinds(syntax)
    for name, slot in slots:
        value = value_of(slot, kinds.kind(each.object.class_name, name), target)
        if value:
            yield name, value
