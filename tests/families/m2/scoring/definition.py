"""The document's definition by brute force: every path of the lattice, cut into edits in every way."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.families.m2.lattice import Vertex
from keytally.families.m2.reading import GoldEdit

Way = tuple[Vertex, ...]
Edit = tuple[Vertex, Vertex, int, int]
"""From where to where, how many steps, and how many of them leave a token as it is."""


def all_ways(source: Sequence[str], hypothesis: Sequence[str]) -> set[tuple[Vertex, Vertex]]:
    """The steps of every shortest way, for both costs of a substitution."""
    steps: set[tuple[Vertex, Vertex]] = set()
    for cost in (1, 2):
        ways = list(ways_from((0, 0), (len(source), len(hypothesis))))
        prices = [price(way, source, hypothesis, cost) for way in ways]
        for way, paid in zip(ways, prices, strict=True):
            if paid == min(prices):
                steps.update(pairwise(way))
    return steps


def ways_from(start: Vertex, end: Vertex) -> Iterator[Way]:
    """Every way through the grid."""
    if start == end:
        yield (end,)
        return
    for rows, columns in ((1, 1), (1, 0), (0, 1)):
        following = (start[0] + rows, start[1] + columns)
        if following[0] <= end[0] and following[1] <= end[1]:
            for rest in ways_from(following, end):
                yield (start, *rest)


def is_unchanged(step: tuple[Vertex, Vertex], source: Sequence[str], hypothesis: Sequence[str]) -> bool:
    (row, column), (last_row, last_column) = step
    return last_row > row and last_column > column and source[row] == hypothesis[column]


def price(way: Way, source: Sequence[str], hypothesis: Sequence[str], cost: int) -> int:
    total = 0
    for step in pairwise(way):
        (row, column), (last_row, last_column) = step
        if last_row > row and last_column > column:
            total += 0 if is_unchanged(step, source, hypothesis) else cost
        else:
            total += 1
    return total


def best(
    source: Sequence[str], hypothesis: Sequence[str], gold: Sequence[GoldEdit], most: int
) -> tuple[int, int, int]:
    """The best of all: gold edits made, steps outside of them, and other edits (negated for the largest)."""
    steps = all_ways(source, hypothesis)
    end = (len(source), len(hypothesis))
    unique = {(edit.start, edit.end, edit.alternatives): edit for edit in gold}
    found = []
    for way in lattice_ways((0, 0), end, steps):
        for edits in cuts(way, source, hypothesis, most):
            found += list(values(edits, source, hypothesis, list(unique.values())))
    return max(found)


def lattice_ways(start: Vertex, end: Vertex, steps: set[tuple[Vertex, Vertex]]) -> Iterator[Way]:
    if start == end:
        yield (end,)
        return
    for step in sorted(steps):
        if step[0] == start:
            for rest in lattice_ways(step[1], end, steps):
                yield (start, *rest)


def cuts(way: Way, source: Sequence[str], hypothesis: Sequence[str], most: int) -> Iterator[list[Edit]]:
    """Every way to part a path into edits and unchanged tokens; an unchanged token is one step, kept."""
    if len(way) == 1:
        yield []
        return
    for length in range(1, len(way)):
        kept = sum(is_unchanged(step, source, hypothesis) for step in pairwise(way[: length + 1]))
        alone = length == 1 and kept == 1
        if not alone and (kept > most or kept == length):
            continue
        for rest in cuts(way[length:], source, hypothesis, most):
            yield [(way[0], way[length], length, kept), *rest]


def values(
    edits: list[Edit], source: Sequence[str], hypothesis: Sequence[str], gold: list[GoldEdit]
) -> Iterator[tuple[int, int, int]]:
    """What a sequence of edits is worth, for every choice of gold edits that they can stand for."""
    if not edits:
        yield 0, 0, 0
        return
    (row, column), (last_row, last_column), length, kept = edits[0]
    unchanged = length == kept == 1
    for made, walked, others in values(edits[1:], source, hypothesis, gold):
        yield made, walked - length, others - (not unchanged)
    after = tuple(hypothesis[column:last_column])
    if list(after) == list(source[row:last_row]):
        return
    for number, edit in enumerate(gold):
        if (edit.start, edit.end) == (row, last_row) and after in [
            tuple(each.split()) for each in edit.alternatives
        ]:
            inserts = edit.start == edit.end
            left = [
                other
                for at, other in enumerate(gold)
                if other is not edit
                and not (inserts and at < number and (other.start, other.end) == (edit.start, edit.end))
            ]
            for made, walked, others in values(edits[1:], source, hypothesis, left):
                yield made + 1, walked, others
