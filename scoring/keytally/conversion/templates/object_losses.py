"""What of the objects of a document is read as types and roles, and what is told of the rest."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from keytally.conversion.templates.alternatives import is_paired
from keytally.evaluations.converted import Loss, Place
from keytally.evaluations.converted_templates import FillKind, ObjectFill, ObjectSlot, TemplateObject


class ObjectLosses:
    """Keeps which slots and objects of a document were read, and the losses."""

    def __init__(self, objects: Sequence[TemplateObject], roots: set[int]) -> None:
        """`roots` are the identities of the objects that are templates."""
        self.told: list[Loss] = []
        self._objects = objects
        self._roots = roots
        self._by_identity = {id(each): each for each in objects}
        self._slots: set[int] = set()
        self._templates = defaultdict[int, int](int)
        """How many templates an object is a part of, by the identity of the object."""

    def read_object(self, obj: TemplateObject) -> None:
        """An object is part of one more template."""
        self._templates[id(obj)] += 1

    def read_slot(self, slot: ObjectSlot) -> bool:
        """A slot is read; whether it was not before, and then what it says besides its fills is told."""
        if id(slot) in self._slots:
            return False
        self._slots.add(id(slot))
        if slot.optional:
            self.lose(slot.place, f"that {slot.name} is optional is left out")
        return True

    def read_strings(self, slot: ObjectSlot, *, is_joined: bool = False) -> None:
        """A slot is read as entities; with `is_joined` all of its fills are mentions of one."""
        if self.read_slot(slot):
            self.links(slot)
            self.left_out(slot, [fill for fill in fills_of(slot) if fill.kind is FillKind.POINTER])
            if not is_joined and not is_paired(slot):
                self.lose(slot.place, f"which fills of {slot.name} are alternatives together is left out")

    def links(self, slot: ObjectSlot) -> None:
        """The places of a slot's fills in a text."""
        for fill in fills_of(slot):
            if fill.link:
                self.lose(fill.place, f"the place {fill.link} of {slot.name} {fill.text} is left out")

    def left_out(self, slot: ObjectSlot, fills: Sequence[ObjectFill]) -> None:
        """Fills that are not read."""
        for fill in fills:
            is_pointer = fill.kind is FillKind.POINTER
            said = f"<{self._objects[fill.target].title}>" if is_pointer else fill.text
            self.lose(fill.place, f"{slot.name} {said} is left out")

    def taken_apart(self, held: Mapping[int, int], homes: set[int]) -> None:
        """The objects of a template whose strings stand alone now.

        `held` counts the entities in each object but the template's own; one in an object of `homes` has it
        for itself again when it is written.
        """
        for identity, count in held.items():
            obj = self._by_identity[identity]
            if count > 1 or (count and identity not in homes):
                self.lose(obj.place, f"what {obj.title} holds together stands alone in its template")

    def unread(self) -> None:
        """The objects and the slots that no template has read."""
        for obj in self._objects:
            count = self._templates[id(obj)]
            if not count:
                self.lose(obj.place, f"{obj.title} is part of no template and is left out")
            elif id(obj) not in self._roots and not any(any(fills_of(slot)) for slot in obj.slots):
                self.lose(obj.place, f"{obj.title} has no fills and is left out")
            else:
                self._written(obj, count)

    def _written(self, obj: TemplateObject, count: int) -> None:
        """What is not written of an object that is part of so many templates."""
        if obj.optional:
            self.lose(obj.place, f"that {obj.title} is optional is left out")
        if count > 1:
            self.lose(obj.place, f"{obj.title} is part of {count} templates and is written in each")
        for slot in obj.slots:
            if id(slot) not in self._slots:
                self.left_out(slot, [*fills_of(slot)])

    def lose(self, place: Place, what: str) -> None:
        """Tell a loss."""
        self.told.append(Loss(place, what))


def fills_of(slot: ObjectSlot) -> Iterator[ObjectFill]:
    """The fills of all alternatives in order."""
    return (fill for fills in slot.alternatives for fill in fills)
