"""What follows from an object's slots alone, remembered for all objects that share them.

Objects that say the same have one mapping of slots, whatever their document, as far as they were read in
one go; slots are never compared here.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from keytally.evaluations.muc.model.objects import Slot

REMEMBERED_SLOTS = 1 << 12

T = TypeVar("T")

SlotMapping = Mapping[str, Slot]


class SlotsCache(Generic[T]):
    """Values by the identity of slots; these are held too, so no identity is used twice meanwhile."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[SlotMapping, T]] = {}

    def get(self, slots: SlotMapping) -> T | None:
        """What was put for these slots; None where nothing was, or not lately."""
        known = self._known.get(id(slots))
        return None if known is None else known[1]

    def put(self, slots: SlotMapping, value: T) -> None:
        """Remember a value."""
        if len(self._known) >= REMEMBERED_SLOTS:
            self._known.clear()
        self._known[id(slots)] = slots, value
