"""Which systems differ beyond chance: p values of all pairs, a correction for many pairs, and groups."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from keytally.comparison.procedure import Procedure
from keytally.comparison.resampling import Counts, bootstrapped, intervals, is_enumerated, randomised
from keytally.measures.headline import HeadlineCounts, HeadlineForm

RESAMPLES = 1000
"""How many resamples an interval is made from."""


class System(NamedTuple):
    """A system: its name, and its counts of each document, in one order for all systems."""

    name: str
    counts: Sequence[HeadlineCounts]


class Standing(NamedTuple):
    """A system's measure with its 95 % interval, in percent."""

    name: str
    value: float
    low: float
    high: float
    recall: float
    precision: float | None


class Difference(NamedTuple):
    """Two systems, the better one first: the difference in points, and p."""

    a: str
    b: str
    difference: float
    p: float


class Comparison(NamedTuple):
    """Systems, best first; all pairs of them; the groups not told apart; whether p is exact."""

    systems: Sequence[Standing]
    pairs: Sequence[Difference]
    groups: Sequence[Sequence[str]]
    exact: bool


def compared(systems: Sequence[System], form: HeadlineForm, procedure: Procedure) -> Comparison:
    """Compare systems over the same documents; systems of one value stand in the order of their names.

    Raises ValueError for a procedure with a problem.
    """
    if procedure.problem:
        raise ValueError(procedure.problem)
    counts = np.array([[tuple(each) for each in system.counts] for system in systems], dtype=np.float64)
    standings = _standings(systems, counts, form, procedure.seed)
    order = sorted(range(len(systems)), key=lambda at: (-round(standings[at].value, 9), standings[at].name))
    pairs = list(combinations(order, 2))
    found = (bootstrapped if procedure.bootstrap else randomised)(
        form, counts, pairs, procedure.trials, procedure.seed
    )
    p_of = dict(zip(pairs, corrected(found) if procedure.holm else found, strict=True))
    differences = [
        Difference(standings[a].name, standings[b].name, standings[a].value - standings[b].value, p)
        for (a, b), p in p_of.items()
    ]
    together = {pair for pair, p in p_of.items() if p > procedure.level}
    groups = [[standings[at].name for at in group] for group in groups_of(order, together)]
    exact = not procedure.bootstrap and is_enumerated(counts.shape[1], procedure.trials)
    return Comparison([standings[at] for at in order], differences, groups, exact)


def _standings(
    systems: Sequence[System],
    counts: Counts,
    form: HeadlineForm,
    seed: int,
) -> list[Standing]:
    bounds = intervals(form, counts, RESAMPLES, seed)
    found = []
    for system, sums, (low, high) in zip(systems, counts.sum(axis=1), bounds, strict=True):
        whole = HeadlineCounts(*map(float, sums))
        precision = None if form.beta is None else form.precision(whole)
        found.append(Standing(system.name, form.value(whole), low, high, form.recall(whole), precision))
    return found


def corrected(p: Sequence[float]) -> list[float]:
    """p values adjusted for their number by Holm's step-down method (Holm 1979), at most 1."""
    adjusted = [0.0] * len(p)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(p)), key=lambda at: (p[at], at))):
        highest = max(highest, min(1.0, (len(p) - rank) * p[at]))
        adjusted[at] = highest
    return adjusted


def groups_of(order: Sequence[int], together: set[tuple[int, int]]) -> list[list[int]]:
    """The maximal runs in the order of score of which no two are told apart, as MUC-4's tables show them."""
    groups: list[list[int]] = []
    end = 0
    for start in range(len(order)):
        stop = start + 1
        while stop < len(order) and all((each, order[stop]) in together for each in order[start:stop]):
            stop += 1
        if stop > end:
            groups.append(list(order[start:stop]))
            end = stop
    return groups
