"""Approximate randomisation and the bootstrap over the counts of documents, for all pairs of systems at once.

Counts are arrays of systems × documents × the numbers of `HeadlineCounts`. Random numbers are those of
numpy's `Generator(PCG64(seed))`: a seed gives the same result on every machine. Two statistics that differ by
less than `TIE` points count as equal, since sums of floats may differ in their last digits.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from keytally.measures.headline import PARTS, HeadlineForm

Counts: TypeAlias = NDArray[np.float64]
Values: TypeAlias = NDArray[np.float64]
Pairs: TypeAlias = Sequence[tuple[int, int]]

TIE = 1e-9
_ROWS = 256
_CELLS = 4_000_000


def is_enumerated(documents: int, trials: int) -> bool:
    """Whether the swaps of so many documents are few enough to try each once, so that p is exact."""
    return documents < trials.bit_length()


def randomised(form: HeadlineForm, counts: Counts, pairs: Pairs, trials: int, seed: int) -> list[float]:
    """The p value of each pair of systems by approximate randomisation (Chinchor, MUC-4, 1992).

    The statistic is |M(A) - M(B)| of pooled counts. A shuffle swaps A's and B's counts of each document with
    probability 1/2; p is (n + 1) / (trials + 1), n the number of shuffles whose statistic is at least the
    actual one. Where all swaps can be enumerated p is the share of those, and exact.
    """
    exact = is_enumerated(counts.shape[1], trials)
    reached = _reached(form, counts, pairs, lambda: _swaps(counts.shape[1], trials, seed))
    if exact:
        return [int(count) / 2 ** counts.shape[1] for count in reached]
    return [(int(count) + 1) / (trials + 1) for count in reached]


def _reached(
    form: HeadlineForm, counts: Counts, pairs: Pairs, swaps: Callable[[], Iterator[Counts]]
) -> list[int]:
    """For each pair, the number of shuffles whose statistic is at least the actual one."""
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
    actual = np.abs(values(form, first) - values(form, second))
    gaps = (counts[pairs[:, 1]] - counts[pairs[:, 0]]).transpose(1, 0, 2)
    flat = gaps.reshape(gaps.shape[0], -1)
    reached = np.zeros(len(pairs), dtype=np.int64)
    for rows in swaps:
        moved = (rows @ flat).reshape(len(rows), len(pairs), -1)
        statistic = np.abs(values(form, first + moved) - values(form, second - moved))
        reached += (statistic >= actual - TIE).sum(axis=0)
    return [int(count) for count in reached]


def _swaps(documents: int, trials: int, seed: int) -> Iterator[Counts]:
    """Rows of 0 and 1, one a shuffle: whether each document is swapped."""
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
    """The p value of each pair of systems by the paired bootstrap over documents.

    A resample draws as many documents as there are, with replacement; p is (n + 1) / (trials + 1), n the
    number of resamples whose difference departs from the actual one by at least the actual one's size.
    """
    whole = values(form, counts.sum(axis=1))
    drawn = _resampled(form, counts, trials, seed)
    p: list[float] = []
    for first, second in pairs:
        actual = whole[first] - whole[second]
        departed = np.abs((drawn[:, first] - drawn[:, second]) - actual) >= abs(actual) - TIE
        p.append((int(departed.sum()) + 1) / (trials + 1))
    return p


def intervals(form: HeadlineForm, counts: Counts, trials: int, seed: int) -> list[tuple[float, float]]:
    """The 95 % percentile interval of each system's measure, in percent, by the bootstrap over documents."""
    low, high = np.percentile(_resampled(form, counts, trials, seed), (2.5, 97.5), axis=0)
    return [(float(least), float(most)) for least, most in zip(low, high, strict=True)]


def _resampled(form: HeadlineForm, counts: Counts, trials: int, seed: int) -> Values:
    """The measure of each system in each resample: an array of resamples × systems."""
    random = np.random.Generator(np.random.PCG64(seed))
    documents = counts.shape[1]
    flat = counts.transpose(1, 0, 2).reshape(documents, -1)
    shares = np.full(documents, 1 / documents)
    found = []
    for start in range(0, trials, _ROWS):
        rows = min(_ROWS, trials - start)
        times = random.multinomial(documents, shares, size=rows).astype(np.float64)
        found.append(values(form, (times @ flat).reshape(rows, counts.shape[0], -1)))
    return np.concatenate(found)


def values(form: HeadlineForm, sums: Counts) -> Values:
    """The measure of summed counts along the last axis, in percent."""
    parts = sums.reshape(*sums.shape[:-1], form.measures, PARTS)
    found: Values = 100 * _values(form, parts).mean(axis=-1)
    return found


def _values(form: HeadlineForm, parts: Counts) -> Values:
    """Each measure of a headline, from 0 to 1."""
    recall = _ratio(parts[..., 0], parts[..., 1], form.over_nothing)
    if form.beta is None:
        return recall
    precision = _ratio(parts[..., 2], parts[..., 3], form.over_nothing)
    weight = form.beta * form.beta
    return _ratio((weight + 1) * precision * recall, weight * precision + recall, 0.0)


def _ratio(above: Values, below: Values, over_nothing: float) -> Values:
    return np.divide(above, below, out=np.full_like(above, over_nothing), where=below != 0)
