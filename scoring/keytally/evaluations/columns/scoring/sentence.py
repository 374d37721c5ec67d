"""The comparison of a sentence, under each of the modes."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.options import ColumnsOptions, Mode
from keytally.evaluations.columns.scoring.alignment import Entities, Schema
from keytally.evaluations.columns.scoring.conlleval import program_counts
from keytally.evaluations.columns.scoring.counts import SchemaCounts, best_counts, counted, plain_counts
from keytally.evaluations.columns.scoring.entities import entities, strict_entities
from keytally.evaluations.columns.scoring.greedy_pairs import greedy_pairs
from keytally.evaluations.columns.scoring.nervaluate import nervaluate_entities
from keytally.evaluations.columns.scoring.result import SentenceCounts, summed
from keytally.evaluations.columns.scoring.seqeval import seqeval_entities
from keytally.tallies.precision_recall import PrecisionRecall

Labels = Sequence[str]
Reader = Callable[[Labels], tuple[Entity, ...]]

KEPT = 4096
"""The number of comparisons that are kept: many sentences have equal entities."""


def reader(options: ColumnsOptions) -> Reader:
    """How labels become entities under the options."""
    if options.mode is Mode.SEQEVAL:
        return seqeval_entities
    if options.mode is Mode.SEQEVAL_STRICT:
        return partial(strict_entities, scheme=options.scheme or Scheme.IOB2)
    return nervaluate_entities if options.mode is Mode.NERVALUATE else entities


def counts_of(key: Labels, response: Labels, sides: tuple[Entities, Entities], mode: Mode) -> SentenceCounts:
    """The counts of a sentence whose entities on both sides have been read."""
    if mode is Mode.NERVALUATE:
        return _greedy_counts(*map(tuple, sides))
    counts = _best_counts(*map(tuple, sides))
    return _program_counts(key, response, counts) if mode is Mode.CONLLEVAL else counts


@lru_cache(KEPT)
def _best_counts(key: tuple[Entity, ...], response: tuple[Entity, ...]) -> SentenceCounts:
    schemas = plain_counts(key, response) or best_counts(key, response)
    by_type = _by_type(key, response)
    return SentenceCounts(schemas, by_type, summed(by_type.values()))


@lru_cache(KEPT)
def _greedy_counts(key: tuple[Entity, ...], response: tuple[Entity, ...]) -> SentenceCounts:
    """The counts of nervaluate, which pairs the entities of each type once more by themselves."""
    schemas_by_type = {
        (name, schema): counts
        for name in sorted({entity.type for entity in (*key, *response)})
        for schema, counts in _greedy_schemas(_of(key, name), _of(response, name)).items()
    }
    by_type = _by_type(key, response)
    strict = summed(by_type.values())
    return SentenceCounts(_greedy_schemas(key, response), by_type, strict, schemas_by_type=schemas_by_type)


def _greedy_schemas(key: Entities, response: Entities) -> dict[Schema, SchemaCounts]:
    return plain_counts(key, response) or {
        schema: counted(key, response, greedy_pairs(key, response, schema), schema) for schema in Schema
    }


def _by_type(key: Entities, response: Entities) -> dict[str, PrecisionRecall]:
    """The strict counts of each type: an entity is correct if the other side has the same."""
    gold, proposed = [each.type for each in key], [each.type for each in response]
    correct = [each.type for each in {*key} & {*response}]
    return {
        name: PrecisionRecall(correct.count(name), proposed.count(name), gold.count(name))
        for name in sorted({*gold, *proposed})
    }


def _of(entities: Entities, name: str) -> list[Entity]:
    return [entity for entity in entities if entity.type == name]


def _program_counts(key: Labels, response: Labels, counts: SentenceCounts) -> SentenceCounts:
    found = program_counts(key, response)
    correct, proposed, gold = map(Counter, found[:3])
    by_type = {
        name: PrecisionRecall(correct[name], proposed[name], gold[name]) for name in sorted(gold | proposed)
    }
    strict = summed(by_type.values())
    return SentenceCounts(counts.schemas, by_type, strict, found.tokens, found.right_tags)
