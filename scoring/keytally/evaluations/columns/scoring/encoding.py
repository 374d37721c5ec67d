"""The labels of entities in a scheme: what `entities` reads, written anew."""

from collections.abc import Sequence

from keytally.evaluations.columns.model import OUTSIDE, Entity, Scheme

_CLOSED = {Scheme.IOBES: ("S", "E"), Scheme.BILOU: ("U", "L")}
"""The prefixes of an entity of one token, and of the last token of a longer one."""


def labels_in(scheme: Scheme, entities: Sequence[Entity], count: int) -> list[str]:
    """The labels of `count` tokens with these entities, which stand in order and do not overlap."""
    labels = [OUTSIDE] * count
    for number, entity in enumerate(entities):
        before = entities[number - 1] if number else None
        prefixes = _prefixes(scheme, entity, before)
        for at, prefix in zip(range(entity.start, min(entity.end, count)), prefixes, strict=False):
            labels[at] = f"{prefix}-{entity.type}"
    return labels


def _prefixes(scheme: Scheme, entity: Entity, before: Entity | None) -> str:
    """The prefix of each token of an entity; `before` is the one before it in the sentence."""
    length = entity.end - entity.start
    if scheme in _CLOSED:
        alone, last = _CLOSED[scheme]
        return alone if length == 1 else f"B{'I' * (length - 2)}{last}"
    touches = before is not None and before.end == entity.start and before.type == entity.type
    if scheme is Scheme.IOB2 or touches:
        return f"B{'I' * (length - 1)}"
    return "I" * length
