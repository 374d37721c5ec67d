"""A cache of values that depend on an object's slots alone, for all objects that share them.

Objects with the same content have one mapping of slots, in any document, if they were read together; the
cache never compares slots.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from keytally.evaluations.muc.model.objects import Slot

REMEMBERED_SLOTS = 1 << 12

T = TypeVar("T")

SlotMapping = Mapping[str, Slot]


class SlotsCache(Generic[T]):
    """Values by the identity of slots; it holds the slots too, so that no identity is reused meanwhile."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[SlotMapping, T]] = {}

    def get(self, slots: SlotMapping) -> T | None:
        """The value for these slots; None if there is none, or it was dropped."""
        known = self._known.get(id(slots))
        return None if known is None else known[1]

    def put(self, slots: SlotMapping, value: T) -> None:
        """Store a value."""
        if len(self._known) >= REMEMBERED_SLOTS:
            self._known.clear()
        self._known[id(slots)] = slots, value
