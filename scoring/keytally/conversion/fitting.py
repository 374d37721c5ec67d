"""Fits entities to the tokens that they begin and end in."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace

from keytally.evaluations.converted import Document, Entity, Loss, arranged


def fitted(document: Document, shown: Callable[[Document, Entity], str]) -> tuple[Document, list[Loss]]:
    """A document in which entities begin and end with its tokens; `shown` names an entity."""
    tokens = [token for sentence in document.sentences or () for token in sentence]
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    losses, entities = [], []
    for entity in document.entities:
        first, last = bisect_right(ends, entity.start), bisect_left(starts, entity.end) - 1
        if first <= last and (starts[first], ends[last]) != (entity.start, entity.end):
            losses.append(Loss(entity.place, f"{shown(document, entity)} is fitted to whole tokens"))
            entities.append(replace(entity, extents=((starts[first], ends[last]),)))
        else:
            entities.append(entity)
    links = [(chain[0], index) for chain in document.chains for index in chain[1:]]
    found = arranged(entities, links)
    return replace(document, entities=found.entities, chains=found.chains), losses
