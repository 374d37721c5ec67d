"""What lies between two places of a file, in the order of the way."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeVar

from keytally.engine.units import Units


class _Placed(Protocol):
    """Anything with a range of its unit."""

    @property
    def start(self) -> int: ...


Placed = TypeVar("Placed", bound=_Placed)


class Way:
    """The places of a file from `low` to `high`; without `forwards` the last comes first."""

    def __init__(self, low: int, high: int, *, forwards: bool) -> None:
        self._low = low
        self._high = high
        self._forwards = forwards

    def units(self, units: Units) -> Iterator[tuple[Any, int]]:
        """The units of the file that the way leads through, each with its offset."""
        if self._low > self._high:
            return iter(())
        found = units.between(max(self._low, 0), self._high)
        return found if self._forwards else reversed(list(found))

    def within(self, found: Iterable[Placed], offset: int) -> Iterator[Placed]:
        """What starts on the way, of what is found in the unit at an offset, in order."""
        in_turn = found if self._forwards else reversed(list(found))
        return (each for each in in_turn if self._low <= offset + each.start <= self._high)
