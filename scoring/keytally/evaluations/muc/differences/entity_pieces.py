"""A large document of entities in pieces, which are cut at the ends of lines away from all entities."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from keytally.evaluations.classified import Piece
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

ENTITIES = 16
"""About how many entities of both sides together a piece has."""

FEWEST = 64
"""A document with fewer entities on both sides together is taken whole."""

Read = Callable[[str], SgmlUnit]


class Readers(NamedTuple):
    """How texts of the two sides are read."""

    key: Read
    response: Read


def pieces(key: SgmlUnit, response: SgmlUnit, read: Readers) -> Sequence[Piece]:
    """The pieces of a document; none for a small one, one with lone tags, or with sections in other places.

    A piece has all tags of sections around its stretch of text, so that its entities are in their sections.
    It is the same stretch of offsets on both sides, as the scorer compares them, even in altered text.
    """
    units = key, response
    if sum(len(unit.elements) for unit in units) < FEWEST:
        return ()
    if any(len(unit.tags) != 2 * len(unit.elements) for unit in units):
        return ()
    bounds = [0, *_cuts(key, response), max(unit.stripped_length for unit in units)]
    parts = [
        [_part(unit, reader, *stretch) for unit, reader in zip(units, read, strict=True)]
        for stretch in pairwise(bounds)
    ]
    if any(mine.opening != theirs.opening for mine, theirs in parts):
        return ()
    return [
        Piece(
            [mine.unit],
            [theirs.unit],
            [(mine.unit, key, mine.shift), (theirs.unit, response, theirs.shift)],
        )
        for mine, theirs in parts
    ]


class _Part(NamedTuple):
    """One side of a piece: its unit, the length of the tags before its text, the shift to the document."""

    unit: SgmlUnit
    opening: int
    shift: int


def _cuts(key: SgmlUnit, response: SgmlUnit) -> Iterator[int]:
    """The offsets without tags, behind line ends and away from all entities, that part pieces."""
    spans = sorted(
        (each.stripped_start, each.stripped_end) for unit in (key, response) for each in unit.elements
    )
    text = key.stripped()
    reach, count = 0, 0
    for start, end in spans:
        if count >= ENTITIES and (line := text.find("\n", reach + 1, start - 1)) >= 0:
            yield line + 1
            count = 0
        reach, count = max(reach, end), count + 1


def _part(unit: SgmlUnit, read: Read, start: int, end: int) -> _Part:
    """A stretch of a unit within the section tags around it."""
    first = unit.source_offset(start) if start else 0
    last = unit.source_offset(end) if end < unit.stripped_length else len(unit.text)
    ends = [tag.end for tag in unit.section_tags]
    before = bisect_right(ends, first)
    opening = "".join(unit.text[tag.start : tag.end] for tag in unit.section_tags[:before])
    closing = "".join(unit.text[tag.start : tag.end] for tag in unit.section_tags if tag.start >= last)
    made = read(f"{opening}{unit.text[first:last]}{closing}")
    return _Part(made, len(opening), first - len(opening))
