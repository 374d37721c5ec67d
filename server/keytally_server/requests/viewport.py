"""The units around the visible part of a large file, for lenses, outlines and folding."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from keytally.engine.reading import Reading
from keytally.engine.units import is_ordinal

WHOLE = 200_000
"""The maximum number of code points of a small file, which is covered completely by requests if it also
has at most `WHOLE_UNITS` units.
"""

WHOLE_UNITS = 150
"""The maximum number of units of a small file, because each line can be a separate document."""

MEDIUM = 1_000_000
"""The maximum number of code points of a medium file, for which `MANY` documents are covered."""

MANY = 100

MOST_UNITS = 200
"""The maximum number of units on either side of a position, even if these units contain only a few
documents.
"""


def is_small(reading: Reading) -> bool:
    """Return whether requests cover a whole file."""
    return len(reading) <= WHOLE and len(reading.units.index) <= WHOLE_UNITS


def is_medium(reading: Reading) -> bool:
    """Return whether a file is small or medium."""
    return len(reading) <= MEDIUM


def at_most(length: int, most: int) -> int:
    """Return the number of documents to cover in a file that is not small: `MANY`, or `most` if it is
    large.
    """
    return MANY if length <= MEDIUM else most


class Part(NamedTuple):
    """Adjacent units with their offsets, covering a file from `start` to `end`."""

    units: Sequence[tuple[Any, int]]
    start: int
    end: int


def part_around(reading: Reading, place: int, most: int, reach: int = sys.maxsize) -> Part:
    """Return the documents nearest to a position: all if the file is small, `MANY` if it is medium, and
    `most` if it is large.

    Half of them are before the document at the position, half after it. In a large file, documents more than
    `reach` code points away are excluded.
    """
    length = len(reading)
    if is_small(reading):
        return Part(list(reading.units.between(0, length)), 0, length)
    half = at_most(length, most) // 2
    reach = sys.maxsize if length <= MEDIUM else reach
    unit, offset = reading.units.at(min(max(place, 0), length))
    before, start = [], offset
    for other in _walk(unit, reading.units.unit_before, half, reach):
        start -= len(other.text)
        before.append((other, start))
    behind, end = [(unit, offset)], offset + len(unit.text)
    for other in _walk(unit, reading.units.unit_after, half, reach):
        behind.append((other, end))
        end += len(other.text)
    return Part([*reversed(before), *behind], start, end)


def _walk(unit: Any, step: Callable[[Any], Any | None], documents: int, reach: int) -> Iterator[Any]:
    """Yield the units next to a unit that belong to its own document and to a number of other documents,
    at most `reach` away.
    """
    last, count, distance = unit, 0, 0
    for _ in range(max(MOST_UNITS, documents)):
        following = step(last)
        if following is None:
            return
        count += is_ordinal(following) or following.document != last.document
        if count > documents or distance > reach:
            return
        yield following
        distance += len(following.text)
        last = following
