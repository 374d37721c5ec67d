"""Comparison of the entities of a sentence: alignment, counts, averages, and sums over sentences."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from keytally.families.columns.labels import entities, strict_entities
from keytally.families.columns.model import Entity, Scheme
from keytally.families.columns.options import ColumnsOptions, Mode
from keytally.families.columns.programs import conlleval_counts, nervaluate_entities, seqeval_entities
from keytally.families.columns.reading import SentenceUnit
from keytally.families.span_counts import Schema, SchemaCounts, SpanCounts, summed
from keytally.measures.assignment import best_assignment
from keytally.tallies.tally import PrecisionRecall

# Pairs entities of the response with those of the key, in each of the four schemas of SemEval-2013.
#
# Segura-Bedmar, Martínez and Herrero-Zazo 2013, "SemEval-2013 Task 9", section 4: `strict` requires span and
# type, `exact` the span, `partial` gives half for an overlap, `type` requires the type of an overlapping
# entity. The task does not define how entities are paired. Here they are paired one to one: most correct
# pairs, then most other pairs that overlap, then the least distance of their ends, then text order.


Entities = Sequence[Entity]


class Pairing(NamedTuple):
    """For each entity of the key, the number of its partner in the response, or None."""

    partners: tuple[int | None, ...]

    def turned(self, count: int) -> tuple[int | None, ...]:
        """Return, for each of the response's `count` entities, the number of its partner in the key."""
        of = {other: mine for mine, other in enumerate(self.partners) if other is not None}
        return tuple([of.get(number) for number in range(count)])


def is_strict(key: Entity, response: Entity) -> bool:
    """Return whether two entities have the same span and type."""
    return key == response


def is_exact(key: Entity, response: Entity) -> bool:
    """Return whether two entities have the same span."""
    return key[:2] == response[:2]


def is_typed(key: Entity, response: Entity) -> bool:
    """Return whether two overlapping entities have the same type."""
    return key.type == response.type


CORRECT: dict[Schema, Callable[[Entity, Entity], bool]] = {
    Schema.STRICT: is_strict,
    Schema.EXACT: is_exact,
    Schema.PARTIAL: is_exact,
    Schema.TYPE: is_typed,
}


def align(key: Entities, response: Entities, schema: Schema) -> Pairing:
    """Return the best pairs of a sentence's entities; on each side they are sorted and do not overlap."""
    partners: list[int | None] = [None] * len(key)
    for rows, columns in overlapping(key, response):
        if len(rows) == len(columns) == 1:
            partners[rows[0]] = columns[0]
            continue
        for row, column in best_pairs(key, response, rows, columns, CORRECT[schema]):
            partners[row] = column
    return Pairing(tuple(partners))


def overlapping(key: Entities, response: Entities) -> Iterator[tuple[range, range]]:
    """Yield the connected groups of overlapping entities, as ranges of the key's and the response's
    entities.
    """
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
    """Return the ends of the connected group that begins with two overlapping entities."""
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
    """Yield the best pairs of a connected group: the most correct pairs, then the most pairs, then the
    smallest distances.
    """
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
    """Return whether two entities share a token."""
    return key.start < response.end and response.start < key.end


def _distance(key: Entity, response: Entity) -> int:
    """Return the sum of the distances between the starts and between the ends of two entities, in tokens."""
    return abs(key.start - response.start) + abs(key.end - response.end)


LEAST = 1.0
"""The minimum overlap of nervaluate, as a percentage of the key's entity."""


def greedy_pairs(key: Entities, response: Entities, schema: Schema) -> Pairing:
    """Return the pairs of nervaluate 1.2, in which each entity of the response takes an unpaired entity of
    the key.

    The response's entity takes the first key entity that is a correct match, otherwise the first that
    overlaps. In the schema `type`, the response's entity takes the nearest correct match.
    """
    partners: list[int | None] = [None] * len(key)
    for number, entity in enumerate(response):
        free = [at for at, partner in enumerate(partners) if partner is None]
        taken = _taken(key, free, entity, schema)
        if taken is not None:
            partners[taken] = number
    return Pairing(tuple(partners))


def _taken(key: Entities, free: Sequence[int], entity: Entity, schema: Schema) -> int | None:
    touching = [at for at in free if overlap(key[at], entity) and _share(key[at], entity) >= LEAST]
    correct = [at for at in touching if CORRECT[schema](key[at], entity)]
    if schema is Schema.TYPE and correct:
        return min(correct, key=lambda at: abs(key[at].start - entity.start) + abs(key[at].end - entity.end))
    return next(iter([*correct, *touching]), None)


def _share(key: Entity, response: Entity) -> float:
    """Return the percentage of the key's entity that the response covers."""
    common = min(key.end, response.end) - max(key.start, response.start)
    return common / (key.end - key.start) * 100.0


def counted(key: Entities, response: Entities, pairing: Pairing, schema: Schema) -> SchemaCounts:
    """Return the counts of a pairing in a schema."""
    pairs = [(key[at], response[other]) for at, other in enumerate(pairing.partners) if other is not None]
    correct = sum(CORRECT[schema](*pair) for pair in pairs)
    return _with_rest(key, response, schema, correct, len(pairs) - correct)


def plain_counts(key: Entities, response: Entities) -> dict[Schema, SchemaCounts] | None:
    """Return the counts if the pairs are unambiguous (equal sides, or one side without entities);
    otherwise None.
    """
    if key == response:
        return dict.fromkeys(Schema, SchemaCounts(len(key)))
    if not key or not response:
        return dict.fromkeys(Schema, SchemaCounts(mis=len(key), spu=len(response)))
    return None


def best_counts(key: Entities, response: Entities) -> dict[Schema, SchemaCounts]:
    """Return the counts in each schema for the pairs of `align`; most schemas share the same pairs."""
    sums = {schema: [0, 0] for schema in Schema}
    for rows, columns in overlapping(key, response):
        is_alone = len(rows) == len(columns) == 1
        for schema, counted_pairs in sums.items():
            is_correct = CORRECT[schema]
            numbers = (
                [(rows[0], columns[0])] if is_alone else best_pairs(key, response, rows, columns, is_correct)
            )
            for row, column in numbers:
                counted_pairs[not is_correct(key[row], response[column])] += 1
    return {schema: _with_rest(key, response, schema, *pairs) for schema, pairs in sums.items()}


def _with_rest(key: Entities, response: Entities, schema: Schema, correct: int, other: int) -> SchemaCounts:
    """Return the counts of a schema, given the numbers of correct and other pairs."""
    inc, par = (0, other) if schema is Schema.PARTIAL else (other, 0)
    paired = correct + other
    return SchemaCounts(correct, inc, par, len(key) - paired, len(response) - paired)


class SentenceScore:
    """A compared sentence: its units (one may be missing), its entities and its counts."""

    __slots__ = ("counts", "document", "key", "key_entities", "response", "response_entities")

    def __init__(
        self,
        document: str,
        units: tuple[SentenceUnit | None, SentenceUnit | None],
        entities: tuple[Sequence[Entity], Sequence[Entity]],
        counts: SpanCounts,
    ) -> None:
        self.document = document
        self.key, self.response = units
        self.key_entities, self.response_entities = entities
        self.counts = counts


Labels = Sequence[str]
Reader = Callable[[Labels], tuple[Entity, ...]]

KEPT = 4096
"""The number of comparisons that are cached, because many sentences have the same entities."""


def entity_reader(options: ColumnsOptions) -> Reader:
    """Return the function that reads entities from labels under the options."""
    if options.mode is Mode.SEQEVAL:
        return seqeval_entities
    if options.mode is Mode.SEQEVAL_STRICT:
        return partial(strict_entities, scheme=options.scheme or Scheme.IOB2)
    return nervaluate_entities if options.mode is Mode.NERVALUATE else entities


def labels_for(unit: SentenceUnit, mode: Mode) -> Labels:
    """Return the labels of a sentence; for a program that interprets labels itself, return them as
    written.
    """
    return unit.written_labels() if mode in (Mode.CONLLEVAL, Mode.SEQEVAL) else unit.labels()


def sentence_counts(
    key: Labels, response: Labels, sides: tuple[Entities, Entities], mode: Mode
) -> SpanCounts:
    """Return the counts of a sentence, given the entities of both sides."""
    if mode is Mode.NERVALUATE:
        return _greedy_counts(*map(tuple, sides))
    counts = _best_counts(*map(tuple, sides))
    return _program_counts(key, response, counts) if mode is Mode.CONLLEVAL else counts


@lru_cache(KEPT)
def _best_counts(key: tuple[Entity, ...], response: tuple[Entity, ...]) -> SpanCounts:
    schemas = plain_counts(key, response) or best_counts(key, response)
    by_type = _by_type(key, response)
    return SpanCounts(schemas, by_type, summed(by_type.values()))


@lru_cache(KEPT)
def _greedy_counts(key: tuple[Entity, ...], response: tuple[Entity, ...]) -> SpanCounts:
    """Return the counts of nervaluate, which pairs the entities a second time for each type."""
    schemas_by_type = {
        (name, schema): counts
        for name in sorted({entity.type for entity in (*key, *response)})
        for schema, counts in _greedy_schemas(_of(key, name), _of(response, name)).items()
    }
    by_type = _by_type(key, response)
    strict = summed(by_type.values())
    return SpanCounts(_greedy_schemas(key, response), by_type, strict, schemas_by_type=schemas_by_type)


def _greedy_schemas(key: Entities, response: Entities) -> dict[Schema, SchemaCounts]:
    return plain_counts(key, response) or {
        schema: counted(key, response, greedy_pairs(key, response, schema), schema) for schema in Schema
    }


def _by_type(key: Entities, response: Entities) -> dict[str, PrecisionRecall]:
    """Return the strict counts of each type: an entity is correct if the other side has an identical
    entity.
    """
    gold, proposed = [each.type for each in key], [each.type for each in response]
    correct = [each.type for each in {*key} & {*response}]
    return {
        name: PrecisionRecall(correct.count(name), proposed.count(name), gold.count(name))
        for name in sorted({*gold, *proposed})
    }


def _of(entities: Entities, name: str) -> list[Entity]:
    return [entity for entity in entities if entity.type == name]


def _program_counts(key: Labels, response: Labels, counts: SpanCounts) -> SpanCounts:
    found = conlleval_counts(key, response)
    correct, proposed, gold = map(Counter, found[:3])
    by_type = {
        name: PrecisionRecall(correct[name], proposed[name], gold[name]) for name in sorted(gold | proposed)
    }
    strict = summed(by_type.values())
    return SpanCounts(counts.schemas, by_type, strict, found.tokens, found.right_tags)
