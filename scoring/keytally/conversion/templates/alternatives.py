"""Entities as the fills of one slot: their mentions are the fills in the same place of its alternatives."""

from collections.abc import Sequence
from itertools import zip_longest

from keytally.evaluations.converted_templates import FillKind, ObjectFill, ObjectSlot, RoleEntity, RoleMention

Texts = tuple[str, ...]


def entities_in(slot: ObjectSlot) -> list[RoleEntity]:
    """The entities of a slot; those that an alternative repeats have no further mention by it."""
    found: list[RoleEntity] = []
    for fills in zip_longest(*filter(None, slot.alternatives)):
        given = [fill for fill in fills if fill is not None and fill.kind is not FillKind.POINTER]
        if given:
            found.append(RoleEntity(mentions(given), given[0].place))
    return found


def mentions(fills: Sequence[ObjectFill]) -> tuple[RoleMention, ...]:
    """The texts of fills, each once, as mentions."""
    return tuple(RoleMention(text) for text in dict.fromkeys(fill.text for fill in fills))


def alternatives_of(entities: Sequence[RoleEntity]) -> tuple[Texts, ...]:
    """The alternatives of a slot: each has a mention of every entity, the first where it has no more."""
    texts = [tuple(dict.fromkeys(mention.text for mention in each.mentions)) for each in entities]
    most = max(map(len, texts), default=0)
    return tuple(tuple(each[number if number < len(each) else 0] for each in texts) for number in range(most))


def is_paired(slot: ObjectSlot) -> bool:
    """Whether the alternatives of a slot say no more than that entities have the mentions that are read."""
    written = tuple(tuple(fill.text for fill in fills) for fills in slot.alternatives)
    return written == alternatives_of(entities_in(slot))
