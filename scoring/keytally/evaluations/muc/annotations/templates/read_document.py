"""The records of one document as repairs need them: found once, and then by unit, by name, and by pointer."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from keytally.evaluations.muc.annotations.templates.objects import ReadObject, read_objects
from keytally.evaluations.muc.annotations.templates.record_layout import RecordLayout
from keytally.evaluations.muc.formats.templates.headers import Identity, pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Name, TemplateUnit

MOST_DIGITS = 10
"""A number with so many digits is taken as a word."""


class ReadDocument:
    """The units of a document, their objects by class and number, and who points to whom."""

    def __init__(self, units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> None:
        self.units = units
        self.syntax = syntax

    @cached_property
    def objects(self) -> Sequence[ReadObject]:
        """The objects of the document by class and number."""
        return read_objects(self.units, self.syntax)

    @cached_property
    def identities(self) -> Sequence[Identity]:
        """The identification strings of these objects."""
        return [each.identity for each in self.objects]

    @cached_property
    def named(self) -> Mapping[Name, int]:
        """How many objects have each name."""
        return Counter(each.key for each in self.identities)

    @cached_property
    def pointing(self) -> Mapping[Name, Sequence[TemplateUnit]]:
        """The units with pointers to each name, in file order; a unit once for each pointer."""
        found = defaultdict[Name, list[TemplateUnit]](list)
        for unit in self.units:
            for name in _pointed_in(unit, self.syntax):
                found[name].append(unit)
        return dict(found)

    @cached_property
    def numbers(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The numbers in the names of objects and of pointers, by what stands before them, highest first."""
        found = defaultdict[tuple[str, str], list[str]](list)
        for class_name, document, one_up in {*self.named, *self.pointing}:
            if is_number(one_up):
                found[class_name, document].append(one_up)
        return {before: sorted(numbers, key=int, reverse=True) for before, numbers in found.items()}

    @cached_property
    def layout(self) -> RecordLayout:
        """How the document writes records."""
        return RecordLayout(self.units, self.syntax)

    @cached_property
    def is_blank(self) -> bool:
        """Whether there is no text."""
        return not any(unit.text.strip() for unit in self.units)

    @cached_property
    def last(self) -> TemplateUnit | None:
        """The last unit with objects, else the last one; None without units."""
        own = (unit for unit in reversed(self.units) if id(unit) in self._starts)
        return next(own, self.units[-1] if self.units else None)

    def at(self, unit: TemplateUnit, start: int) -> int | None:
        """The index of the object that begins at a place of a unit."""
        return self._starts.get(id(unit), {}).get(start)

    def around(self, unit: TemplateUnit, place: int) -> int | None:
        """The index of the last object of a unit that begins at a place or before it."""
        starts = self._starts.get(id(unit), {})
        before = max((start for start in starts if start <= place), default=None)
        return None if before is None else starts[before]

    def in_file_order(self, units: Mapping[int, TemplateUnit]) -> list[TemplateUnit]:
        """Units of the document, given by their ids, in file order."""
        return [units[each] for each in sorted(units, key=self._places.__getitem__)]

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {id(unit): place for place, unit in enumerate(self.units)}

    @cached_property
    def _starts(self) -> Mapping[int, Mapping[int, int]]:
        """The indices of the objects by the ids of their units, and by their starts."""
        found = defaultdict[int, dict[int, int]](dict)
        for number, each in enumerate(self.objects):
            found[id(each.unit)][each.object.start] = number
        return dict(found)


def is_number(one_up: str) -> bool:
    """Whether an object's number is one that others can follow."""
    return one_up.isascii() and one_up.isdecimal() and len(one_up) < MOST_DIGITS


def _pointed_in(unit: TemplateUnit, syntax: TemplateSyntax) -> Iterator[Name]:
    """The names that the pointers of a unit have."""
    for record in unit.scored_records():
        for slot in record.slots:
            for fill in slot.fills:
                if fill.kind is TemplateTokenKind.POINTER:
                    yield pointer_identity(fill.text, syntax.compound_classes).key
