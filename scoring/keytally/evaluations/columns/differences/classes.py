"""The class of each difference between the entities of a sentence's two sides.

Entities that overlap, directly or through others, belong together. One that meets several of the other side
is split or merged; where several meet several, the pairs of the strict schema differ in their type, in their
boundaries or in both, and the rest is missed or spurious.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.alignment import Entities, Schema, align, overlapping

TYPE = "type"
TOO_LONG = "boundary too long"
TOO_SHORT = "boundary too short"
SHIFTED = "boundary shifted"
TYPE_AND_BOUNDARY = "type and boundary"
SPLIT = "split"
MERGED = "merged"
MISSED = "missed"
SPURIOUS = "spurious"

CLASSES = (TYPE, TOO_LONG, TOO_SHORT, SHIFTED, TYPE_AND_BOUNDARY, SPLIT, MERGED, MISSED, SPURIOUS)
"""The classes in the order of tables: those of named entities."""


class Wrong(NamedTuple):
    """A difference: its class, and the entities of the key and of the response that belong to it."""

    name: str
    key: Sequence[Entity]
    response: Sequence[Entity]

    @property
    def start(self) -> int:
        """The first token of any of its entities."""
        return min(each.start for each in (*self.key, *self.response))


def classed(key: Entities, response: Entities) -> list[Wrong]:
    """Every difference of a sentence in one class, in the order of the text."""
    found = list[Wrong]()
    met: tuple[set[Entity], set[Entity]] = set(), set()
    for rows, columns in overlapping(key, response):
        mine, its = key[rows.start : rows.stop], response[columns.start : columns.stop]
        met[0].update(mine)
        met[1].update(its)
        found += _of_group(mine, its)
    found += (Wrong(MISSED, [each], []) for each in key if each not in met[0])
    found += (Wrong(SPURIOUS, [], [each]) for each in response if each not in met[1])
    return sorted(found, key=lambda each: each.start)


def _of_group(key: Entities, response: Entities) -> Iterator[Wrong]:
    """The differences of entities that belong together."""
    if len(key) == 1 < len(response):
        yield Wrong(SPLIT, key, response)
    elif len(response) == 1 < len(key):
        yield Wrong(MERGED, key, response)
    else:
        yield from _of_pairs(key, response)


def _of_pairs(key: Entities, response: Entities) -> Iterator[Wrong]:
    pairing = align(key, response, Schema.STRICT)
    for mine, other in zip(key, pairing.partners, strict=True):
        if other is None:
            yield Wrong(MISSED, [mine], [])
        elif mine != response[other]:
            yield Wrong(_of_pair(mine, response[other]), [mine], [response[other]])
    for its, other in zip(response, pairing.turned(len(response)), strict=True):
        if other is None:
            yield Wrong(SPURIOUS, [], [its])


def _of_pair(key: Entity, response: Entity) -> str:
    if key[:2] == response[:2]:
        return TYPE
    if key.type != response.type:
        return TYPE_AND_BOUNDARY
    if response.start <= key.start and key.end <= response.end:
        return TOO_LONG
    return TOO_SHORT if key.start <= response.start and response.end <= key.end else SHIFTED
