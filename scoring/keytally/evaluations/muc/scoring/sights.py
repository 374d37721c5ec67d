"""What a comparison sees of an object, and how alike two objects are, told without pairing their fills.

Nearly all objects have slots whose correct fills can be counted: as many as there are forms that both
have. F then follows from three counts. All others are compared fill by fill.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, Comparison
from keytally.evaluations.muc.scoring.fills import FillComparison
from keytally.evaluations.muc.scoring.shared_slots import BySlots
from keytally.evaluations.muc.scoring.slots import NO_PART, Form, Part

UNLIKE = -1
"""The likeness of two objects that may not be aligned."""

_EXACT = 64

EQUAL = 1 << _EXACT
"""The likeness of two objects that agree in everything."""


class Look(NamedTuple):
    """What there is to be seen of an object: the parts of its scored slots; see Part for the rest.

    An object is `plain` if all its slots are scored, and all their parts whole.
    """

    parts: tuple[Part, ...]
    forms: frozenset[Form]
    least: int
    countable: bool
    plain: bool


class Sight:
    """An object as comparisons see it."""

    __slots__ = ("countable", "forms", "least", "parts", "plain", "single")

    def __init__(self, single: MucObject, look: Look) -> None:
        self.single = single
        self.parts, self.forms, self.least, self.countable, self.plain = look


class Onlooker:
    """Sees the objects of one class as its comparisons do.

    How an object looks that has neither pointers nor marks of a key follows from its slots alone, and is
    remembered for both sides of all documents.
    """

    def __init__(self, alignment: ClassAlignment) -> None:
        self.alignment = alignment
        self._slots = alignment.scored_slots
        self._are_distinct = len(dict(self._slots)) == len(self._slots)
        self._looks = None if alignment.has_pointers else BySlots[Look]()

    def pointing(self, fills: FillComparison) -> "Onlooker":
        """The same but for what pointers are; without any itself."""
        return Onlooker(self.alignment.pointing(fills)) if self.alignment.has_pointers else self

    def sight(self, single: MucObject, key_side: bool) -> Sight:
        """How an object looks."""
        look = None if self._looks is None else self._looks.get(single.slots)
        if look is None:
            look = self._look(single, key_side)
            if self._looks is not None and (look.plain or not any(map(_is_marked, single.slots.values()))):
                self._looks.put(single.slots, look)
        return Sight(single, look)

    def _look(self, single: MucObject, key_side: bool) -> Look:
        slots, parts, forms = single.slots, list[Part](), list[Form]()
        least, countable, whole = 0, self.alignment.is_countable, 0
        for name, slot in self._slots:
            part = slot.part(slots[name], key_side) if name in slots else NO_PART
            parts.append(part)
            if part is not NO_PART:
                forms += part.forms
                least += part.least
                countable = countable and part.countable
                whole += part.whole
        plain = whole == len(slots) and self._are_distinct
        return Look(tuple(parts), frozenset(forms), least, countable, plain)

    def sights(self, objects: Iterable[MucObject], key_side: bool) -> list[Sight]:
        """How each object looks."""
        return [self.sight(single, key_side) for single in objects]

    def compare(self, key: Sight, response: Sight) -> Comparison:
        """How two objects compare; what agrees in everything does not have to be paired fill by fill."""
        if key.plain and response.plain and key.parts == response.parts:
            return self.alignment.agreeing(tuple([part.least for part in key.parts]))
        return self.alignment.compare(key.single, response.single)

    def likeness(self, key: Sight, response: Sight, shared: int | None = None) -> int:
        """How alike two objects are: what `rank` makes of their F; UNLIKE where they may not be aligned.

        `shared` is how many forms both have, where that is known.
        """
        if key.countable and response.countable:
            if shared is None:
                shared = len(key.forms & response.forms)
            return rank(2 * shared, key.least + response.least) if shared else UNLIKE
        comparison = self.alignment.compare(key.single, response.single)
        return ranked(comparison.f) if comparison.similar else UNLIKE


def _is_marked(slot: Slot) -> bool:
    """Whether a slot says what only a key may say, so that it may look otherwise in a response."""
    return slot.optional or len(slot.alternatives) > 1


@lru_cache(1 << 14)
def rank(above: int, below: int) -> int:
    """A ratio as a whole number of 2^-64ths, which sorts ratios exactly.

    Two ratios with less than 2^32 below the line differ by more than 2^-64 or not at all.
    """
    return (above << _EXACT) // below


def ranked(f: Fraction) -> int:
    """An F as `rank` has it."""
    return rank(f.numerator, f.denominator)
