"""Which entity of the response goes with which of the key, in each of the four schemas of SemEval-2013.

Segura-Bedmar, Martínez and Herrero-Zazo 2013, "SemEval-2013 Task 9", section 4: `strict` asks for span and
type, `exact` for the span, `partial` gives half for an overlap, `type` asks for the type of what overlaps.
The task does not say how entities are paired. Here they are paired one to one: most correct pairs, then most
other pairs that overlap, then the least distance of their ends, then the order of the text.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.columns.model import Entity
from keytally.measures.assignment import best_assignment

Entities = Sequence[Entity]


class Schema(str, Enum):
    """What a pair must share to be correct."""

    STRICT = "strict"
    EXACT = "exact"
    PARTIAL = "partial"
    TYPE = "type"

    # Enum's own hash is a Python function, and schemas key the sums.
    __hash__ = str.__hash__


class Pairing(NamedTuple):
    """For each entity of the key the number of the response's that goes with it, or None."""

    partners: tuple[int | None, ...]

    def turned(self, count: int) -> tuple[int | None, ...]:
        """For each of the response's `count` entities the number of the key's."""
        of = {other: mine for mine, other in enumerate(self.partners) if other is not None}
        return tuple([of.get(number) for number in range(count)])


def is_strict(key: Entity, response: Entity) -> bool:
    """Whether span and type are the same."""
    return key == response


def is_exact(key: Entity, response: Entity) -> bool:
    """Whether the span is the same."""
    return key[:2] == response[:2]


def is_typed(key: Entity, response: Entity) -> bool:
    """Whether the type is the same; both overlap."""
    return key.type == response.type


CORRECT: dict[Schema, Callable[[Entity, Entity], bool]] = {
    Schema.STRICT: is_strict,
    Schema.EXACT: is_exact,
    Schema.PARTIAL: is_exact,
    Schema.TYPE: is_typed,
}


def align(key: Entities, response: Entities, schema: Schema) -> Pairing:
    """The best pairs of a sentence's entities, which do not overlap within a side and stand in order."""
    partners: list[int | None] = [None] * len(key)
    for rows, columns in overlapping(key, response):
        if len(rows) == len(columns) == 1:
            partners[rows[0]] = columns[0]
            continue
        for row, column in best_pairs(key, response, rows, columns, CORRECT[schema]):
            partners[row] = column
    return Pairing(tuple(partners))


def overlapping(key: Entities, response: Entities) -> Iterator[tuple[range, range]]:
    """The connected parts of the overlaps: the entities of the key and of the response in each."""
    row = column = 0
    while row < len(key) and column < len(response):
        if key[row].end <= response[column].start:
            row += 1
        elif response[column].end <= key[row].start:
            column += 1
        else:
            first_row, first_column = row, column
            row, column = _grown(key, response, row, column)
            yield range(first_row, row), range(first_column, column)


def _grown(key: Entities, response: Entities, row: int, column: int) -> tuple[int, int]:
    """The numbers behind the connected part that begins with two entities that overlap."""
    end = max(key[row].end, response[column].end)
    row, column = row + 1, column + 1
    while True:
        if row < len(key) and key[row].start < end:
            end, row = max(end, key[row].end), row + 1
        elif column < len(response) and response[column].start < end:
            end, column = max(end, response[column].end), column + 1
        else:
            return row, column


def best_pairs(
    key: Entities,
    response: Entities,
    rows: range,
    columns: range,
    is_correct: Callable[[Entity, Entity], bool],
) -> Iterator[tuple[int, int]]:
    """The best pairs of a connected part: its worths put the three criteria one above the other."""
    far = 2 * (
        max(key[rows[-1]].end, response[columns[-1]].end)
        - min(key[rows[0]].start, response[columns[0]].start)
    )
    pair = far * (min(len(rows), len(columns)) + 1) + 1
    correct = pair * (min(len(rows), len(columns)) + 1)
    worths = [
        {
            at: pair
            - _distance(key[row], response[column])
            + correct * is_correct(key[row], response[column])
            for at, column in enumerate(columns)
            if overlap(key[row], response[column])
        }
        for row in rows
    ]
    for row, at in zip(rows, best_assignment(worths), strict=True):
        if at is not None and overlap(key[row], response[columns[at]]):
            yield row, columns[at]


def overlap(key: Entity, response: Entity) -> bool:
    """Whether two entities share a token."""
    return key.start < response.end and response.start < key.end


def _distance(key: Entity, response: Entity) -> int:
    """How far the ends of two entities are from each other, in tokens."""
    return abs(key.start - response.start) + abs(key.end - response.end)
