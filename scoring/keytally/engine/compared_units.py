"""Which units of two files that go together unit by unit have been compared with each other."""

from collections.abc import Iterator
from itertools import compress, count
from operator import is_not
from typing import Any

from keytally.engine.reading import Reading


class ComparedUnits:
    """Keeps the units of a file and of its reference as they were compared last, by their number.

    It costs two places in a list for each, so that files that come into step again are not compared anew.
    """

    def __init__(self, reading: Reading, reference: Reading) -> None:
        self._readings = reading, reference
        self._sides: tuple[list[Any], ...] = ([], [])

    def take_all(self) -> None:
        """Take the units of now to be compared."""
        self._sides = tuple([reading.documents.ordinals for reading in self._readings])

    def take(self, document: str, unit: Any, reference: Any) -> None:
        """Take two units of a number to be compared, where those of other numbers are."""
        number = int(document) - 1
        for side, each in zip(self._sides, (unit, reference), strict=True):
            if number < len(side):
                side[number] = each

    def others(self) -> list[str]:
        """The numbers of units, of now and then, that have not been compared as they are."""
        pairs = [
            (before, each.documents.ordinals)
            for before, each in zip(self._sides, self._readings, strict=True)
        ]
        numbers = {number for pair in pairs for number in _others(*pair)}
        return list(map(str, sorted(numbers)))


def _others(before: list[Any], now: list[Any]) -> Iterator[int]:
    yield from compress(count(1), map(is_not, before, now))
    yield from range(min(len(before), len(now)) + 1, max(len(before), len(now)) + 1)
