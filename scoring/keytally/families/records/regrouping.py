"""List items that the response splits into several or merges into one."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from keytally.families.records.comparators import plain_text
from keytally.families.records.compiled import Item, Leaf, leaves_of
from keytally.tallies.status import Status

_WORD = re.compile(r"\w+")

Words = tuple[str, ...]
Statuses = Callable[[Item, Item], Iterator[tuple[Leaf | None, Leaf | None, Status]]]
"""A function that yields the leaves of a pair of items (key and response) with their verdicts."""


class Regrouping(NamedTuple):
    """A pair of items, and the items without a partner whose values are contained in one side of the pair."""

    key: Item
    response: Item
    rest: Sequence[Item]


def split_items(
    pairs: Sequence[tuple[Item, Item]], spurious: Sequence[Item], statuses: Statuses
) -> list[Regrouping]:
    """Return the pairs whose key item is split into the response item and spurious items."""
    open_leaves = [
        {id(key) for key, _, status in statuses(*pair) if key is not None and status is not Status.CORRECT}
        for pair in pairs
    ]
    found = _parts([key for key, _ in pairs], open_leaves, spurious)
    return [Regrouping(*pairs[at], rest) for at, rest in found.items()]


def merged_items(
    pairs: Sequence[tuple[Item, Item]], missing: Sequence[Item], statuses: Statuses
) -> list[Regrouping]:
    """Return the pairs whose response item also contains missing items of the key."""
    open_leaves = [
        {id(its) for _, its, status in statuses(*pair) if its is not None and status is not Status.CORRECT}
        for pair in pairs
    ]
    found = _parts([response for _, response in pairs], open_leaves, missing)
    return [Regrouping(*pairs[at], rest) for at, rest in found.items()]


def _parts(
    wholes: Sequence[Item], open_leaves: Sequence[set[int]], rest: Sequence[Item]
) -> dict[int, list[Item]]:
    """Return the items of `rest`, grouped by the whole item that contains all of their values.

    A value is contained if the same field of the whole has it, alone or among other words. At least one value
    of each such item explains an open leaf of the whole, and each open leaf is explained only once.
    """
    where: dict[tuple[str, str], set[int]] = {}
    for at, whole in enumerate(wholes):
        if open_leaves[at]:
            for leaf in leaves_of(whole):
                for word in _words(leaf):
                    where.setdefault((leaf.field.path, word), set()).add(at)
    found: dict[int, list[Item]] = {}
    for item in rest:
        leaves = [(leaf.field.path, _words(leaf)) for leaf in leaves_of(item)]
        if not leaves or not all(words for _, words in leaves):
            continue
        candidates = set.intersection(*(where.get((path, words[0]), set()) for path, words in leaves))
        for at in sorted(candidates):
            explained = _explained(wholes[at], open_leaves[at], leaves)
            if explained:
                found.setdefault(at, []).append(item)
                open_leaves[at].difference_update(explained)
                break
    return found


def _explained(whole: Item, open_leaves: set[int], parts: Sequence[tuple[str, Words]]) -> set[int]:
    """Return the open leaves of an item that contain parts; empty if a part is not in any of its leaves."""
    found = set[int]()
    for path, words in parts:
        holding = [each for each in leaves_of(whole) if each.field.path == path and _has(_words(each), words)]
        if not holding:
            return set()
        found.update(id(leaf) for leaf in holding if id(leaf) in open_leaves)
    return found


def _words(leaf: Leaf) -> Words:
    text = plain_text(leaf.value).casefold()
    return (text,) if not isinstance(leaf.value, str) else tuple(_WORD.findall(text)) or (text,)


def _has(whole: Words, part: Words) -> bool:
    """Return whether a sequence of words contains another sequence."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))
