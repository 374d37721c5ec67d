"""The pairs that nervaluate makes: its results depend on the order of the response's entities."""

from collections.abc import Sequence

from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.alignment import CORRECT, Entities, Pairing, Schema, overlap

LEAST = 1.0
"""The least overlap of nervaluate, in percent of the key's entity."""


def greedy_pairs(key: Entities, response: Entities, schema: Schema) -> Pairing:
    """The pairs of nervaluate 1.2: each entity of the response takes one of the key that is still free.

    It takes the first that makes it correct, else the first that overlaps. In the schema `type` it takes the
    nearest of those that make it correct.
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
    """The share of the key's entity that the response covers, in percent."""
    common = min(key.end, response.end) - max(key.start, response.start)
    return common / (key.end - key.start) * 100.0
