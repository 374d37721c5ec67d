"""Resampling, p values of all pairs of systems, confidence intervals, and the leaderboard."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keytally.comparison.procedure import Procedure
from keytally.measures.ratios import PARTS, HeadlineCounts, HeadlineForm
from keytally.text.rendering import quantity
from keytally.text.tables import Table

# Approximate randomisation and the bootstrap over the counts of documents, for all pairs of systems together.
#
# Counts are arrays of systems × documents × the numbers of `HeadlineCounts`. Random numbers are those of
# numpy's `Generator(PCG64(seed))`: a seed gives the same result on every machine. Two statistics that differ
# by less than `TIE` points count as equal, because sums of floats may differ in their last digits.


Counts: TypeAlias = NDArray[np.float64]
Values: TypeAlias = NDArray[np.float64]
Pairs: TypeAlias = Sequence[tuple[int, int]]

TIE = 1e-9
_ROWS = 256
_CELLS = 4_000_000


def is_enumerated(documents: int, trials: int) -> bool:
    """Return whether there are few enough documents to enumerate all swaps, so that p is exact."""
    return documents < trials.bit_length()


def randomised(form: HeadlineForm, counts: Counts, pairs: Pairs, trials: int, seed: int) -> list[float]:
    """Return the p value of each pair of systems by approximate randomisation (Chinchor, MUC-4, 1992).

    The statistic is |M(A) - M(B)| of pooled counts. A shuffle swaps the counts of A and B for each document
    with probability 1/2. p is (n + 1) / (trials + 1), where n is the number of shuffles with a statistic at
    least as large as the actual one. If all swaps can be enumerated, p is the exact share of swaps whose
    statistic is at least as large as the actual one.
    """
    exact = is_enumerated(counts.shape[1], trials)
    reached = _reached(form, counts, pairs, lambda: _swaps(counts.shape[1], trials, seed))
    if exact:
        return [int(count) / 2 ** counts.shape[1] for count in reached]
    return [(int(count) + 1) / (trials + 1) for count in reached]


def _reached(
    form: HeadlineForm, counts: Counts, pairs: Pairs, swaps: Callable[[], Iterator[Counts]]
) -> list[int]:
    """Return, for each pair, the number of shuffles with a statistic at least as large as the actual one."""
    block = max(1, _CELLS // max(1, counts.shape[1] * counts.shape[2]))
    found: list[int] = []
    for start in range(0, len(pairs), block):
        found += _reached_in(form, counts, np.array(pairs[start : start + block]), swaps())
    return found


def _reached_in(
    form: HeadlineForm, counts: Counts, pairs: NDArray[np.int64], swaps: Iterator[Counts]
) -> list[int]:
    sums = counts.sum(axis=1)
    first, second = sums[pairs[:, 0]], sums[pairs[:, 1]]
    actual = np.abs(measure_values(form, first) - measure_values(form, second))
    gaps = (counts[pairs[:, 1]] - counts[pairs[:, 0]]).transpose(1, 0, 2)
    flat = gaps.reshape(gaps.shape[0], -1)
    reached = np.zeros(len(pairs), dtype=np.int64)
    for rows in swaps:
        moved = (rows @ flat).reshape(len(rows), len(pairs), -1)
        statistic = np.abs(measure_values(form, first + moved) - measure_values(form, second - moved))
        reached += (statistic >= actual - TIE).sum(axis=0)
    return [int(count) for count in reached]


def _swaps(documents: int, trials: int, seed: int) -> Iterator[Counts]:
    """Yield a row for each shuffle, with 1 for each document that is swapped and 0 otherwise."""
    if is_enumerated(documents, trials):
        for start in range(0, 2**documents, _ROWS):
            numbers = np.arange(start, min(start + _ROWS, 2**documents))[:, None]
            yield ((numbers >> np.arange(documents)) & 1).astype(np.float64)
        return
    random = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, trials, _ROWS):
        rows = min(_ROWS, trials - start)
        yield random.integers(0, 2, size=(rows, documents), dtype=np.int8).astype(np.float64)


def bootstrapped(form: HeadlineForm, counts: Counts, pairs: Pairs, trials: int, seed: int) -> list[float]:
    """Return the p value of each pair of systems by the paired bootstrap over documents.

    A resample draws as many documents as there are, with replacement. p is (n + 1) / (trials + 1), where n is
    the number of resamples in which the difference deviates from the actual difference by at least the
    absolute value of the actual difference.
    """
    whole = measure_values(form, counts.sum(axis=1))
    drawn = _resampled(form, counts, trials, seed)
    p: list[float] = []
    for first, second in pairs:
        actual = whole[first] - whole[second]
        departed = np.abs((drawn[:, first] - drawn[:, second]) - actual) >= abs(actual) - TIE
        p.append((int(departed.sum()) + 1) / (trials + 1))
    return p


def intervals(form: HeadlineForm, counts: Counts, trials: int, seed: int) -> list[tuple[float, float]]:
    """Return the 95 % percentile bootstrap interval of each system's measure, in percent."""
    low, high = np.percentile(_resampled(form, counts, trials, seed), (2.5, 97.5), axis=0)
    return [(float(least), float(most)) for least, most in zip(low, high, strict=True)]


def _resampled(form: HeadlineForm, counts: Counts, trials: int, seed: int) -> Values:
    """Return the measure of each system in each resample: an array of resamples × systems."""
    random = np.random.Generator(np.random.PCG64(seed))
    documents = counts.shape[1]
    flat = counts.transpose(1, 0, 2).reshape(documents, -1)
    shares = np.full(documents, 1 / documents)
    found = []
    for start in range(0, trials, _ROWS):
        rows = min(_ROWS, trials - start)
        times = random.multinomial(documents, shares, size=rows).astype(np.float64)
        found.append(measure_values(form, (times @ flat).reshape(rows, counts.shape[0], -1)))
    return np.concatenate(found)


def measure_values(form: HeadlineForm, sums: Counts) -> Values:
    """Return the measure of summed counts along the last axis, in percent."""
    parts = sums.reshape(*sums.shape[:-1], form.measures, PARTS)
    found: Values = 100 * _values(form, parts).mean(axis=-1)
    return found


def _values(form: HeadlineForm, parts: Counts) -> Values:
    """Return the value of the headline measure for each set of counts, from 0 to 1."""
    recall = _ratio(parts[..., 0], parts[..., 1], form.over_nothing)
    if form.beta is None:
        return recall
    precision = _ratio(parts[..., 2], parts[..., 3], form.over_nothing)
    weight = form.beta * form.beta
    return _ratio((weight + 1) * precision * recall, weight * precision + recall, 0.0)


def _ratio(above: Values, below: Values, over_nothing: float) -> Values:
    return np.divide(above, below, out=np.full_like(above, over_nothing), where=below != 0)


RESAMPLES = 1000
"""The number of resamples for an interval."""


class System(NamedTuple):
    """A system: its name, and its counts for each document, in the same order for all systems."""

    name: str
    counts: Sequence[HeadlineCounts]


class Standing(NamedTuple):
    """A system's measure and its 95 % interval, in percent."""

    name: str
    value: float
    low: float
    high: float
    recall: float
    precision: float | None


class Difference(NamedTuple):
    """Two systems (the better one first), the difference in points, and p."""

    a: str
    b: str
    difference: float
    p: float


class Comparison(NamedTuple):
    """Systems, best first; all pairs; the groups without significant differences; and whether p is exact."""

    systems: Sequence[Standing]
    pairs: Sequence[Difference]
    groups: Sequence[Sequence[str]]
    exact: bool


def compare_systems(systems: Sequence[System], form: HeadlineForm, procedure: Procedure) -> Comparison:
    """Compare systems over the same documents; systems with equal values are sorted by name.

    Raises ValueError if the procedure has an invalid parameter.
    """
    if procedure.problem:
        raise ValueError(procedure.problem)
    counts = np.array([[tuple(count) for count in system.counts] for system in systems], dtype=np.float64)
    standings = _standings(systems, counts, form, procedure.seed)
    order = sorted(range(len(systems)), key=lambda at: (-round(standings[at].value, 9), standings[at].name))
    pairs = list(combinations(order, 2))
    found = (bootstrapped if procedure.bootstrap else randomised)(
        form, counts, pairs, procedure.trials, procedure.seed
    )
    p_of = dict(zip(pairs, holm_corrected(found) if procedure.holm else found, strict=True))
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


def holm_corrected(p: Sequence[float]) -> list[float]:
    """Return p values adjusted for multiple comparisons by Holm's step-down method (Holm 1979), at most 1."""
    adjusted = [0.0] * len(p)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(p)), key=lambda at: (p[at], at))):
        highest = max(highest, min(1.0, (len(p) - rank) * p[at]))
        adjusted[at] = highest
    return adjusted


def groups_of(order: Sequence[int], together: set[tuple[int, int]]) -> list[list[int]]:
    """Return the maximal runs of systems, by score, without significant differences, as in MUC-4."""
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


def comparison_tables(
    comparison: Comparison, measure: str, documents: str, procedure: Procedure, baseline: str
) -> list[Table]:
    """Return the leaderboard and the p values.

    `documents` is the number and kind of resampled units, such as `96 documents`.
    """
    return [
        _leaderboard(comparison, measure, documents, procedure, baseline),
        _matrix(comparison, procedure),
    ]


def _leaderboard(
    comparison: Comparison, measure: str, documents: str, procedure: Procedure, baseline: str
) -> Table:
    letters = _letters(comparison.groups)
    whole = next(each for each in comparison.systems if each.name == baseline)
    p_of = {frozenset((pair.a, pair.b)): pair.p for pair in comparison.pairs}
    has_ratios = any(each.precision is not None for each in comparison.systems)
    rows = []
    for rank, system in enumerate(comparison.systems, 1):
        ratios = _ratios(system) if has_ratios else ()
        apart = p_of.get(frozenset((system.name, baseline)))
        against = (f"{system.value - whole.value:+.2f}", format_p(apart)) if apart is not None else ("", "")
        bounds = f"{system.low:.2f}–{system.high:.2f}"
        name = letters.get(system.name, "")
        rows.append((f"{rank}", system.name, f"{system.value:.2f}", bounds, *ratios, *against, name))
    title = f"{measure} of {quantity(len(rows), 'system')} over {documents}; {_tested(comparison, procedure)}"
    # A headline that is one ratio of its own has no further recall and precision.
    shown = ("REC", "PRE") if has_ratios else ()
    columns = ("#", "system", measure, "95 %", *shown, f"- {baseline}", "p", "group")
    return Table(title, columns, rows, frozenset({1, len(columns) - 1}))


def _ratios(system: Standing) -> tuple[str, str]:
    return f"{system.recall:.2f}", "" if system.precision is None else f"{system.precision:.2f}"


def _tested(comparison: Comparison, procedure: Procedure) -> str:
    """Return a description of how p was computed."""
    if procedure.bootstrap:
        how = f"paired bootstrap, {procedure.trials:,} resamples, seed {procedure.seed}"
    elif comparison.exact:
        how = "randomisation, all swaps enumerated"
    else:
        how = f"approximate randomisation, {procedure.trials:,} shuffles, seed {procedure.seed}"
    return f"{how}, Holm's correction" if procedure.holm else how


def _matrix(comparison: Comparison, procedure: Procedure) -> Table:
    """Return the table of p values for all pairs; columns are the systems by rank."""
    p_of = {(pair.a, pair.b): pair.p for pair in comparison.pairs}
    names = [system.name for system in comparison.systems]
    rows = []
    for rank, name in enumerate(names):
        below = [format_p(p_of[better, name]) for better in names[:rank]]
        rows.append((f"{rank + 1}", name, *below, *[""] * (len(names) - 1 - rank)))
    columns = ("#", "p", *map(str, range(1, len(names))))
    title = (
        "p of each pair of systems; systems in the same group do not differ significantly at "
        f"{procedure.level:g}"
    )
    return Table(title, columns, rows, frozenset({1}))


def format_p(p: float) -> str:
    """Format a p value with four decimal places."""
    return f"{p:.4f}"


def _letters(groups: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the letters of each system's groups; `z` is followed by `aa`, `ab` and so on."""
    found: dict[str, list[str]] = {}
    for number, group in enumerate(groups):
        for name in group:
            found.setdefault(name, []).append(_letter(number))
    return {name: " ".join(letters) for name, letters in found.items()}


def _letter(number: int) -> str:
    above, own = divmod(number, len(ascii_lowercase))
    return (_letter(above - 1) if above else "") + ascii_lowercase[own]
