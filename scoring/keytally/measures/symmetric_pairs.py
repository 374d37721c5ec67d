"""Pairs of two sides by an alignment that takes one of them as the key, made symmetric."""

from collections.abc import Iterable

Pair = tuple[int, int]


def symmetric_pairs(there: Iterable[Pair], back: Iterable[Pair]) -> list[Pair]:
    """The pairs that both directions have, and then those of one; each number of a side is in one pair.

    `there` has the pairs with the first side as the key, `back` those with the second one; in both the number
    of the first side comes first. Exchanged sides give the same pairs, exchanged: of pairs that have a number
    in common the least numbers come first, whichever side they are of.
    """
    one, other = set(there), set(back)
    both = one & other
    found, taken = list[Pair](), (set[int](), set[int]())
    for i, j in sorted(one | other, key=lambda pair: (pair not in both, sorted(pair), pair)):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, j))
    return sorted(found)
