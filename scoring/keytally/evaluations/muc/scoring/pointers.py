"""Pointers: which objects they point to, and whether two of them point to the same.

Rules: manual, "Template Relation (TR) and Scenario Template (ST) Scoring". A pointer is correct if its
target is aligned with the other pointer's, or if one of their twins is (`equatable_objects`). Classes are
aligned in the order of their definitions; a pointer to a class that comes no earlier than that of its
owner is never correct.
"""

from collections.abc import Mapping

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.side import Side

Meant = dict[str, tuple[MucObject, ...]]
"""The response's objects that pointers stand for, by the text of the pointer."""


class DocumentPointers:
    """The pointers of both sides of a document, by what is aligned at the moment.

    `order` has the classes by their places in the class definitions. `sides` has the response, then the
    key, so that whether it is the key's finds a side.
    """

    def __init__(self, key: Side, response: Side, order: Mapping[str, int]) -> None:
        self.sides = response, key
        self._order = order
        self.partner: dict[MucObject, MucObject] = {}
        self._counterparts: dict[MucObject, tuple[MucObject, ...]] = {}
        self._meant: dict[tuple[int, bool], Meant] = {}

    def seen_from(self, class_name: str) -> "PointersOfClass":
        """The pointers as objects of a class hold them."""
        return PointersOfClass(self, self._order[class_name])

    def meant(self, key_side: bool, before: int) -> Meant:
        """What a side's pointers to classes before a place in the order stand for, as far as was asked."""
        return self._meant.setdefault((before, key_side), {})

    def realign(self) -> None:
        """Take note that what is aligned, or what is alike, may change: class by class, in their order."""
        self._counterparts.clear()
        for meant in self._meant.values():
            meant.clear()

    def target(self, pointer: str, key_side: bool, before: int) -> MucObject | None:
        """The object that a pointer points to, if its class stands before that place in the order."""
        target = self.sides[key_side].first(pointer)
        return target if target is not None and self._order[target.class_name] < before else None

    def twin(self, single: MucObject, key_side: bool) -> MucObject:
        """The first object that is identical to this one."""
        return self.sides[key_side].alike(single)[0]

    def counterparts(self, target: MucObject) -> tuple[MucObject, ...]:
        """The response's objects, first twins all, that a key's object or a twin of it is aligned with."""
        twins = self.sides[True].alike(target)
        if len(twins) == 1:
            partner = self.partner.get(target)
            return () if partner is None else (self.twin(partner, False),)
        twin = twins[0]
        found = self._counterparts.get(twin)
        if found is None:
            partners = (self.partner.get(single) for single in twins)
            others = (self.twin(other, False) for other in partners if other is not None)
            found = self._counterparts[twin] = tuple(dict.fromkeys(others))
        return found

    def is_gone(self, target: MucObject, key_side: bool) -> bool:
        """Whether an object is optional, and nothing is aligned with it or a twin of it."""
        side = self.sides[key_side]
        return side.is_optional(target) and not any(map(self.partner.__contains__, side.alike(target)))


class PointersOfClass:
    """The pointers that objects of one class hold (keytally.evaluations.muc.scoring.fills.Targets)."""

    def __init__(self, pointers: DocumentPointers, place: int) -> None:
        self._pointers = pointers
        self._sides = pointers.sides
        self._place = place
        self._meant = pointers.meant(False, place), pointers.meant(True, place)

    def same(self, key: str, response: str) -> bool:
        """Whether two pointers point to the same; one that dangles is never correct."""
        other = self.forms(response, False)
        return bool(other) and other[0] in self.forms(key, True)

    def gone(self, text: str, key_side: bool) -> bool:
        """Whether a side's pointer points to something optional that was not aligned."""
        if not self._sides[key_side].lacks_any:
            return False
        target = self._pointers.target(text, key_side, self._place)
        return target is not None and self._pointers.is_gone(target, key_side)

    def forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        """The response's objects that a pointer stands for; asked again when the object is compared."""
        known = self._meant[key_side]
        meant = known.get(text)
        if meant is None:
            meant = known[text] = self._forms(text, key_side)
        return meant

    def _forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        target = self._pointers.target(text, key_side, self._place)
        if target is None:
            return ()
        return self._pointers.counterparts(target) if key_side else (self._pointers.twin(target, False),)
