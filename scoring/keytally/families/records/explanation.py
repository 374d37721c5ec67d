"""Explanations of a position in a record: the fields that contain it, and the partners of items."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.families.records.compiled import Compiled, Item
from keytally.families.records.fields import Field
from keytally.families.records.json_tree import Member, Node
from keytally.families.records.scoring import Comparison, ItemVerdict

_MOST_OTHERS = 500
"""The number of items that are compared to find the next best partner."""


class PlacedField(NamedTuple):
    """A value and its field; `member` is its name in an object, or None for an item of a list."""

    node: Node
    field: Field
    member: Member | None


def fields_at(record: Node, field: Field, place: int) -> Iterator[PlacedField]:
    """Yield the values that contain a position, starting with the whole record; a position in a name
    belongs to its value.
    """
    yield PlacedField(record, field, None)
    for member in record.members or ():
        if member.start <= place <= max(member.node.end, member.end):
            inner = list(fields_at(member.node, field.child(member.name), place))
            yield inner[0]._replace(member=member)
            yield from inner[1:]
            return
    for item in record.items or ():
        if item.start <= place <= item.end:
            yield from fields_at(item, field.item, place)
            return


class Pairing(NamedTuple):
    """An item of a list with its partner and the next best partner; numbers are counted from 1, and 0 means
    none.

    `correct` and `next_correct` are the numbers of the item's `size` leaves that are correct with the partner
    and with the next best item.
    """

    path: str
    node: Node
    number: int
    size: int
    partner: int
    correct: int
    next: int
    next_correct: int


def pairing_at(comparison: Comparison, place: int, *, on_key: bool) -> Pairing | None:
    """Return the pairing of the innermost list item at a position on one side; None outside items."""
    items = [each for each in comparison.verdicts() if isinstance(each, ItemVerdict)]
    around = [each for each in items if _contains(_side(each, on_key=on_key), place)]
    if not around:
        return None
    verdict = around[-1]
    own, partner = _side(verdict, on_key=on_key), _side(verdict, on_key=not on_key)
    assert own is not None
    assert own.node is not None
    siblings = [each for each in items if each.parent is verdict.parent and each.path == verdict.path]
    mine, others = (_in_order(siblings, on_key=side) for side in (on_key, not on_key))
    best, best_correct = 0, 0
    for number, other in enumerate(others[:_MOST_OTHERS], 1):
        correct = 0 if other is partner else _correct(comparison, own, other, on_key=on_key)
        if correct > best_correct:
            best, best_correct = number, correct
    return Pairing(
        verdict.path,
        own.node,
        mine.index(own) + 1,
        own.size,
        0 if partner is None else others.index(partner) + 1,
        0 if partner is None else _correct(comparison, own, partner, on_key=on_key),
        best,
        best_correct,
    )


def _side(verdict: ItemVerdict, *, on_key: bool) -> Compiled | None:
    return verdict.key if on_key else verdict.response


def _contains(value: Compiled | None, place: int) -> bool:
    node = None if value is None else value.node
    return node is not None and node.start <= place <= node.end


def _in_order(siblings: Sequence[ItemVerdict], *, on_key: bool) -> list[Compiled]:
    found = [
        (value.node.start, value) for each in siblings if (value := _side(each, on_key=on_key)) and value.node
    ]
    return [value for _, value in sorted(found, key=lambda each: each[0])]


def _correct(comparison: Comparison, own: Compiled, other: Compiled, *, on_key: bool) -> int:
    """Return the number of correct leaves if two items are paired."""
    key, response = (own, other) if on_key else (other, own)
    return comparison.aligner.worth(key, response).correct if isinstance(response, Item) else 0
