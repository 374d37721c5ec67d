"""The units near a place: what is answered about a large file, instead of all of it."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from keytally.engine.numbered_documents import is_ordinal
from keytally.engine.reading import Reading

WHOLE = 200_000
"""Up to this number of code points a file of no more than `WHOLE_UNITS` is answered for as a whole."""

WHOLE_UNITS = 150
"""Up to this number of units a file is answered for as a whole: a line can be a document of its own."""

MEDIUM = 1_000_000
"""Up to this number of code points `MANY` documents are answered for, where a file is not small."""

MANY = 100

MOST_UNITS = 200
"""The number of units of a part on either side, however few documents they make."""


def is_small(reading: Reading) -> bool:
    """Whether a file is answered for as a whole."""
    return len(reading) <= WHOLE and len(reading.units.index) <= WHOLE_UNITS


def is_medium(reading: Reading) -> bool:
    """Whether a file is not large: its part is that of a medium one at least."""
    return len(reading) <= MEDIUM


def at_most(length: int, most: int) -> int:
    """How many documents of a file that is not small are answered for: `MANY`, or of a large one `most`."""
    return MANY if length <= MEDIUM else most


class Part(NamedTuple):
    """Adjacent units with their offsets, from `start` to `end` of a file."""

    units: Sequence[tuple[Any, int]]
    start: int
    end: int


def part_near(reading: Reading, place: int, most: int, reach: int = sys.maxsize) -> Part:
    """The documents nearest to a place: all of a small file, `MANY` of a medium one, `most` of a large one.

    Half of them stand before the document at the place, half behind it. Of a large file those are left out
    that are more than `reach` code points away from that document.
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
    """The units beside one, those of its own document and of so many more, the last at most `reach` away."""
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
