"""What lies between two places of a file, in the order of the way."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from keytally.engine.units import Units


class _Placed(Protocol):
    """Anything with a range of its unit."""

    @property
    def start(self) -> int: ...


Placed = TypeVar("Placed", bound=_Placed)


def on_the_way(
    units: Units,
    found_in: Callable[[Any], Iterable[Placed]],
    low: int,
    high: int,
    *,
    forwards: bool,
) -> Iterator[tuple[Placed, int]]:
    """What is found in the units of a file and starts from `low` to `high`, with the offset of its unit.

    `found_in` gives it in order, by the unit's places; it is asked for one unit after the other. Without
    `forwards` the last comes first.
    """
    if low > high:
        return
    between = units.between(max(low, 0), high)
    for unit, offset in between if forwards else reversed(list(between)):
        found = found_in(unit)
        for each in found if forwards else reversed(list(found)):
            if low <= offset + each.start <= high:
                yield each, offset
