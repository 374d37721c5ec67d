"""Pairs that agree in everything, found by index.

They are what greedy alignment takes first, so they can be taken before the other pairs are even
compared. Where many objects may meet many (deeply nested tags, a document with thousands of templates)
that saves comparing each with each.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, Comparison
from keytally.evaluations.muc.scoring.slots import SlotComparison

Meeting = Callable[[MucObject, MucObject], bool]


class _Index(NamedTuple):
    """The response objects by what they have in the slot that tells them apart best."""

    name: str
    slot: SlotComparison
    by_form: Mapping[str, list[int]]


def perfect_matches(
    alignment: ClassAlignment,
    key: Mapping[int, MucObject],
    response: Mapping[int, MucObject],
    meet: Meeting,
    accepts: Callable[[Comparison], bool],
) -> Iterator[tuple[int, int, Comparison]]:
    """The pairs with an F of 1 that greedy alignment would choose, in the order of the key's file.

    Objects are given by their places in their files; `meet` tells which of them may be aligned at all.
    """
    free = {r: response[r] for r in sorted(response)}
    index = _best_index(alignment, free)
    for k in sorted(key):
        for r in _likely(index, key[k], free):
            if r in free and meet(key[k], free[r]):
                comparison = alignment.compare(key[k], free[r])
                if comparison.f == 1 and accepts(comparison):
                    yield k, r, comparison
                    _take(index, free, r)
                    break


def _best_index(alignment: ClassAlignment, response: Mapping[int, MucObject]) -> _Index | None:
    """The index with the most entries; None where no slot can be looked up."""
    indices = (_index(name, slot, response) for name, slot in alignment.scored_slots)
    return max(
        (index for index in indices if index.by_form), key=lambda index: len(index.by_form), default=None
    )


def _index(name: str, slot: SlotComparison, response: Mapping[int, MucObject]) -> _Index:
    by_form: dict[str, list[int]] = {}
    for r, single in response.items():
        for form in slot.forms(single.slots.get(name)):
            by_form.setdefault(form, []).append(r)
    return _Index(name, slot, by_form)


def _likely(index: _Index | None, single: MucObject, free: Mapping[int, MucObject]) -> Iterable[int]:
    """The response objects that may agree with a key's object in everything, in their order.

    Agreeing means sharing a fill of each slot that the key has and that it does not call optional.
    """
    slot = single.slots.get(index.name) if index is not None else None
    forms = index.slot.forms(slot) if index is not None else frozenset()
    if index is None or slot is None or slot.optional or not forms:
        return tuple(free)
    return merge(*(index.by_form.get(form, ()) for form in forms))


def _take(index: _Index | None, free: dict[int, MucObject], r: int) -> None:
    single = free.pop(r)
    if index is not None:
        for form in index.slot.forms(single.slots.get(index.name)):
            index.by_form[form].remove(r)
