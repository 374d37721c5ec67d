"""The targets of a document's pointers, while its classes are aligned in order.

Rules: see `alignment.definition`. A pointer is correct if its target is aligned with the other pointer's, or
if objects identical to the two are. Classes are aligned in the order of their definitions; a pointer to its
own class or a later one is never correct.
"""

from collections.abc import Mapping

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.incremental.document_side import DocumentSide

FormsByText = dict[str, tuple[MucObject, ...]]
"""The response's objects for each pointer, by the text of the pointer."""


class DocumentTargets:
    """The targets of the pointers of both sides, under the current alignment.

    `order` has the positions of the classes in the class definitions. `sides` has the response, then the key,
    so that the boolean `key_side` is its index.
    """

    def __init__(self, key: DocumentSide, response: DocumentSide, order: Mapping[str, int]) -> None:
        self.sides = response, key
        self._graphs = response.graph, key.graph
        self._order = order
        self.partner: dict[MucObject, MucObject] = {}
        self._counterparts: dict[MucObject, tuple[MucObject, ...]] = {}
        self._forms: dict[tuple[int, bool], FormsByText] = {}

    def seen_from(self, class_name: str) -> "ClassTargets":
        """The targets of the pointers of objects of a class."""
        return ClassTargets(self, self._order[class_name])

    def forms(self, key_side: bool, before: int) -> FormsByText:
        """The cached forms of a side's pointers to classes before a position in the order."""
        return self._forms.setdefault((before, key_side), {})

    def realign(self) -> None:
        """Start a new alignment, class by class in their order."""
        self._counterparts.clear()
        for forms in self._forms.values():
            forms.clear()

    def target(self, pointer: str, key_side: bool, before: int) -> MucObject | None:
        """The object that a pointer points to, if its class is before that position in the order."""
        target = self._graphs[key_side].target(pointer)
        return target if target is not None and self._order[target.class_name] < before else None

    def representative(self, obj: MucObject, key_side: bool) -> MucObject:
        """The first object that is identical to this one."""
        return self._graphs[key_side].identical(obj)[0]

    def counterparts(self, target: MucObject) -> tuple[MucObject, ...]:
        """The representatives of the partners of a key's object and of those identical to it."""
        identical = self._graphs[True].identical(target)
        if len(identical) == 1:
            partner = self.partner.get(target)
            return () if partner is None else (self.representative(partner, False),)
        first = identical[0]
        found = self._counterparts.get(first)
        if found is None:
            partners = (self.partner.get(obj) for obj in identical)
            others = (self.representative(other, False) for other in partners if other is not None)
            found = self._counterparts[first] = tuple(dict.fromkeys(others))
        return found

    def is_removed(self, target: MucObject, key_side: bool) -> bool:
        """Whether an object is optional, and neither it nor an identical one has a partner."""
        if not self.sides[key_side].is_optional(target):
            return False
        return not any(map(self.partner.__contains__, self._graphs[key_side].identical(target)))


class ClassTargets:
    """The targets of the pointers in objects of one class (Targets)."""

    def __init__(self, targets: DocumentTargets, place: int) -> None:
        self._targets = targets
        self._sides = targets.sides
        self._place = place
        self._forms = targets.forms(False, place), targets.forms(True, place)

    def are_aligned(self, key: str, response: str) -> bool:
        """Whether two pointers have the same target; one without a target is never correct."""
        other = self.lookup_forms(response, False)
        return bool(other) and other[0] in self.lookup_forms(key, True)

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether a side's pointer points to an optional object that was not aligned."""
        if not self._sides[key_side].has_optional:
            return False
        target = self._targets.target(text, key_side, self._place)
        return target is not None and self._targets.is_removed(target, key_side)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        """The response's objects for a pointer, computed again when the object is compared."""
        known = self._forms[key_side]
        forms = known.get(text)
        if forms is None:
            forms = known[text] = self._found_forms(text, key_side)
        return forms

    def _found_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        targets = self._targets
        target = targets.target(text, key_side, self._place)
        if target is None:
            return ()
        return targets.counterparts(target) if key_side else (targets.representative(target, False),)
