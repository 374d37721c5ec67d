"""Pairs that agree in everything, found by index among objects that may or may not overlap.

The definition takes them first, so they can be taken before other pairs are compared. If many tags overlap
many others (deeply nested ones), that avoids comparing every one with every other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ClassComparison, ComparedObjects
from keytally.evaluations.muc.scoring.alignment.comparison.slots import SlotComparison

Meeting = Callable[[MucObject, MucObject], bool]


class _Index(NamedTuple):
    """The response objects by their fills of the most selective slot."""

    name: str
    slot: SlotComparison
    by_form: Mapping[str, list[int]]


def fully_agreeing(
    comparison: ClassComparison,
    key: Mapping[int, MucObject],
    response: Mapping[int, MucObject],
    meet: Meeting,
    accepts: Callable[[ComparedObjects], bool],
) -> Iterator[tuple[int, int, ComparedObjects]]:
    """The pairs with an F of 1 that the definition takes, in the order of the key's file.

    Objects are given by their positions in their files; `meet` says which of them may be aligned at all.
    """
    free = {r: response[r] for r in sorted(response)}
    index = _best_index(comparison, free)
    for k in sorted(key):
        for r in _likely(index, key[k], free):
            if r in free and meet(key[k], free[r]):
                compared = comparison.compare(key[k], free[r])
                if compared.f == 1 and accepts(compared):
                    yield k, r, compared
                    _take(index, free, r)
                    break


def _best_index(comparison: ClassComparison, response: Mapping[int, MucObject]) -> _Index | None:
    """The index with the most entries; None if no slot can be looked up."""
    indices = (_index(name, slot, response) for name, slot in comparison.scored_slots)
    return max(
        (index for index in indices if index.by_form), key=lambda index: len(index.by_form), default=None
    )


def _index(name: str, slot: SlotComparison, response: Mapping[int, MucObject]) -> _Index:
    by_form: dict[str, list[int]] = {}
    for r, obj in response.items():
        for form in slot.correct_forms(obj.slots.get(name)):
            by_form.setdefault(form, []).append(r)
    return _Index(name, slot, by_form)


def _likely(index: _Index | None, obj: MucObject, free: Mapping[int, MucObject]) -> Iterable[int]:
    """The response objects that may agree with a key's object in everything, in order.

    Such objects share a fill of each slot that the key has and that is not optional.
    """
    slot = obj.slots.get(index.name) if index is not None else None
    forms = index.slot.correct_forms(slot) if index is not None else frozenset()
    if index is None or slot is None or slot.optional or not forms:
        return tuple(free)
    return merge(*(index.by_form.get(form, ()) for form in forms))


def _take(index: _Index | None, free: dict[int, MucObject], r: int) -> None:
    obj = free.pop(r)
    if index is not None:
        for form in index.slot.correct_forms(obj.slots.get(index.name)):
            index.by_form[form].remove(r)
