"""Objects and slots as annotations: what a template file says of a document.

An object says its class; its place is its class and the number in its identifier. Its slots are annotations
with it as parent, in the order of the BNF, else of the configuration. An object that its status makes
optional has the status slot. What the scorer leaves out says nothing: classes and slots that are not
declared, pointers to nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Reference
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.templates.object_places import (
    ObjectPlaces,
    places_by,
    places_of,
    record_of,
)
from keytally.evaluations.muc.annotations.templates.said_slots import SaidObject, SaidSlot, SaidSlots
from keytally.evaluations.muc.annotations.templates.slot_values import POINTER, Targets, Word, value_of
from keytally.evaluations.muc.formats.templates.headers import Identity, pointed_name
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject

OBJECT = "object"
SLOT = "slot"
LARGEST = 10**9

Place = tuple[int | str, ...]


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


def annotations(units: Sequence[TemplateUnit], said: SaidSlots) -> list[Annotation]:
    """The objects of a document, each before its slots."""
    read = read_objects(units, said.syntax)
    told = [said.of(each.unit, each.object) for each in read]
    target = _targets(read, told, said.syntax)
    values = [list(_values(each, target)) for each in told]
    starts = list(accumulate((1 + len(slots) for slots in values), initial=0))
    found: list[Annotation] = []
    for number, (each, slots) in enumerate(zip(read, values, strict=True)):
        found += _annotated(
            each, places_by(told[number].spans, each.unit, each.object), slots, starts, number
        )
    return found


def _annotated(
    each: ReadObject,
    places: ObjectPlaces,
    slots: Sequence[tuple[SaidSlot, tuple[Word, ...]]],
    starts: Sequence[int],
    number: int,
) -> Iterator[Annotation]:
    """An object and its slots; references lead to objects by number, and are turned into indices here."""
    unit, header = each.unit, places.header
    class_name = each.object.class_name.upper()
    yield Annotation(unit, *header, OBJECT, str(places.identity), each.place, (class_name,))
    for slot, value in slots:
        place = (*each.place, slot.order, slot.name)
        words = value if slot.words is not None else tuple(_by_index(value, starts))
        span = places.slots.get(slot.name, header)
        yield Annotation(unit, *span, SLOT, slot.name.upper(), place, words, starts[number])


def _by_index(value: Iterable[Word], starts: Sequence[int]) -> Iterator[Word]:
    return (part if isinstance(part, str) else Reference(starts[part.target]) for part in value)


def _number(one_up: str) -> int:
    is_number = one_up.isascii() and one_up.isdecimal() and len(one_up) < len(str(LARGEST))
    return int(one_up) if is_number else LARGEST


def _targets(read: Sequence[ReadObject], told: Sequence[SaidObject], syntax: TemplateSyntax) -> Targets:
    """Finds what pointers lead to: the number of the first object with a name, and its content."""
    numbers = {
        (each.object.class_name, each.object.document, each.object.one_up): number
        for number, each in reversed(list(enumerate(read)))
    }

    def target(pointer: str) -> tuple[int, object] | None:
        number = numbers.get(pointed_name(pointer, syntax.compound_classes))
        return None if number is None else (number, told[number].content)

    return target


def _values(told: SaidObject, target: Targets) -> Iterator[tuple[SaidSlot, tuple[Word, ...]]]:
    """The words of those slots that say something."""
    for each in told.slots:
        value = each.words if each.words is not None else value_of(each.slot, POINTER, target)
        if value:
            yield each, value
