"""Pairs of stretches of one text, each stretch in one pair at most, the same whichever side comes first."""

from collections.abc import Iterable, Iterator, Sequence

Stretch = tuple[int, int]
"""A half-open range."""

Pair = tuple[int, int]
"""The indices of a stretch of the first side and of one of the second."""


def nearest_pairs(
    candidates: Iterable[Pair], first: Sequence[Stretch], second: Sequence[Stretch]
) -> list[Pair]:
    """Those candidates that remain if the pairs with the largest shares of common text choose first.

    The share is what both have in common of what one of them has. Of equal shares, the stretches that start
    first count; equal stretches pair in their order.
    """
    found: list[Pair] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for i, j in sorted(candidates, key=lambda pair: (*_rank(first[pair[0]], second[pair[1]]), pair)):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, j))
    return sorted(found)


def overlapping(
    first: Sequence[Stretch], mine: Sequence[int], second: Sequence[Stretch], other: Sequence[int]
) -> Iterator[Pair]:
    """The pairs of stretches with something in common: of `mine`, and of `other`, both in order of starts."""
    waiting = iter(other)
    following = next(waiting, None)
    open_ones: list[int] = []
    for mention in mine:
        start, end = first[mention]
        while following is not None and second[following][0] < end:
            open_ones.append(following)
            following = next(waiting, None)
        open_ones = [each for each in open_ones if second[each][1] > start]
        yield from ((mention, each) for each in open_ones if second[each][0] < end)


def _rank(some: Stretch, other: Stretch) -> tuple[float, Stretch, Stretch]:
    low, high = sorted((some, other))
    shared = min(low[1], high[1]) - max(low[0], high[0])
    whole = max(low[1], high[1]) - min(low[0], high[0])
    return (-shared / whole if whole else -1.0), low, high
