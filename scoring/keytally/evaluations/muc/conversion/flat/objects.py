"""The objects that a flat template makes: an incident, and what its cross references hold together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from keytally.evaluations.converted import Fault, FaultKind, Loss, Place
from keytally.evaluations.converted_templates import FillKind, ObjectFill, ObjectSlot, TemplateObject
from keytally.evaluations.muc.conversion.flat.lines import FlatTemplate
from keytally.evaluations.muc.conversion.flat.slots import FREE, MESSAGE, SLOTS, TEMPLATE, FlatSlot
from keytally.evaluations.muc.conversion.flat.values import FlatFill, fill_of, free_fill

_CLASS = "INCIDENT"
_MOST = 32
"""More alternatives than these are not written."""


@dataclass(eq=False)
class _Object:
    """An object that is being made: the fills of its slots, and its number in its group."""

    class_name: str
    place: Place
    fills: dict[str, list[tuple[FlatSlot, FlatFill, Place]]] = field(default_factory=dict)
    number: int = 0
    optional: FlatFill | None = None
    """The fill that makes it, where that is optional."""


class IncidentReader:
    """Reads one template as an incident with its objects."""

    def __init__(self, template: FlatTemplate) -> None:
        self.losses: list[Loss] = []
        self._incident = _Object(_CLASS, template.place)
        self._groups: dict[str, list[_Object]] = {slot.group: [] for slot in SLOTS if slot.group}
        self._numbers: dict[tuple[str, str], int] = {}
        self._nameless: dict[str, _Object] = {}
        for number in sorted(template.values):
            if number not in (MESSAGE, TEMPLATE):
                self._read(number, template)

    def objects(self, first: int, *, optional: bool) -> list[TemplateObject]:
        """The objects, the incident before the others; its index is `first`."""
        others = [each for group in self._groups.values() for each in group]
        indices = {id(each): first + number for number, each in enumerate(others, 1)}
        incident = TemplateObject(
            _CLASS, tuple(self._incident_slots(indices)), optional, _CLASS, self._incident.place
        )
        return [
            incident,
            *(
                TemplateObject(each.class_name, tuple(self._slots(each)), False, each.class_name, each.place)
                for each in others
            ),
        ]

    def _read(self, number: int, template: FlatTemplate) -> None:
        slot = SLOTS[number]
        for text, place in template.values[number]:

            def tell(what: str, place: Place = place) -> None:
                self.losses.append(Loss(place, what, Fault(FaultKind.LINE, what)))

            fill = (
                free_fill(text)
                if number in FREE
                else fill_of(text, slot, lambda name: self._named(slot.group, [name]) is not None, tell)
            )
            if fill is None:
                continue
            home = self._home(slot, fill, place)
            if home is None:
                wrong = f"{slot.label} refers to {' / '.join(fill.references)}, which no slot has"
                what = f"{wrong}; {' / '.join(fill.texts) or '-'} is left out"
                self.losses.append(Loss(place, what, Fault(FaultKind.REFERENCE, wrong, fill.references[0])))
            elif fill.texts:
                home.fills.setdefault(slot.slot, []).append((slot, fill, place))
                self._name(slot, fill, home)

    def _home(self, slot: FlatSlot, fill: FlatFill, place: Place) -> _Object | None:
        """The object that a fill belongs to; None where it refers to one that there is not.

        Fills that refer to none are of something that the text does not name.
        """
        if not slot.group:
            return self._incident
        group = self._groups[slot.group]
        if fill.references:
            return self._named(slot.group, fill.references)
        if slot.names:
            group.append(
                _Object(slot.group, place, number=len(group), optional=fill if fill.optional else None)
            )
            return group[-1]
        if slot.group not in self._nameless:
            self._nameless[slot.group] = _Object(slot.group, place, number=len(group))
            group.append(self._nameless[slot.group])
        return self._nameless[slot.group]

    def _name(self, slot: FlatSlot, fill: FlatFill, obj: _Object) -> None:
        """Let the strings of a slot that names objects name one; of two objects the first has a name."""
        for name in fill.texts if slot.names else ():
            key = slot.group, name
            self._numbers[key] = min(self._numbers.get(key, obj.number), obj.number)

    def _named(self, group: str, names: Sequence[str]) -> _Object | None:
        """The first object with one of some names."""
        numbers = [self._numbers[group, name] for name in names if (group, name) in self._numbers]
        return self._groups[group][min(numbers)] if numbers else None

    def _incident_slots(self, indices: dict[int, int]) -> Iterator[ObjectSlot]:
        """The incident's own slots and its pointers, in the order of the numbers."""
        seen: set[str] = set()
        for slot in SLOTS[TEMPLATE + 1 :]:
            if not slot.group:
                yield from self._slot(slot.slot, self._incident)
            elif slot.group not in seen:
                seen.add(slot.group)
                yield from self._pointers(slot.group, indices)

    def _slots(self, obj: _Object) -> Iterator[ObjectSlot]:
        for slot in SLOTS:
            if slot.group == obj.class_name:
                yield from self._slot(slot.slot, obj)

    def _slot(self, name: str, obj: _Object) -> Iterator[ObjectSlot]:
        if name in obj.fills:
            choices = [
                [
                    *(ObjectFill(slot.kind, text, place=place) for text in fill.texts),
                    *([None] if fill.optional and fill is not obj.optional else []),
                ]
                for slot, fill, place in obj.fills[name]
            ]
            yield self._made(name, choices, obj.fills[name][0][2])

    def _pointers(self, group: str, indices: dict[int, int]) -> Iterator[ObjectSlot]:
        found = self._groups[group]
        choices = [
            [
                ObjectFill(FillKind.POINTER, target=indices[id(each)], place=each.place),
                *([None] if each.optional is not None else []),
            ]
            for each in found
        ]
        if choices:
            yield self._made(f"INC_{group}", choices, found[0].place)

    def _made(self, name: str, choices: Sequence[Sequence[ObjectFill | None]], place: Place) -> ObjectSlot:
        """A slot with an alternative for each choice among those of its fills; none of all is optional."""
        chosen = [*islice(product(*choices), _MOST + 1)]
        if len(chosen) > _MOST:
            what = f"{name} has more than {_MOST} alternatives; the others are left out"
            self.losses.append(Loss(place, what))
        kept = [tuple(fill for fill in some if fill is not None) for some in chosen[:_MOST]]
        alternatives = tuple(dict.fromkeys(filter(None, kept)))
        optional = all(None in some for some in choices)
        return ObjectSlot(name, alternatives, optional, place)
