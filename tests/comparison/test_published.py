"""p values beside those of published implementations, on the same inputs.

scipy's permutation test tries every swap of few documents, so that p is equal; sacrebleu's paired test
shuffles with other random numbers, and so p agrees as far as chance allows.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu import significance
from scipy import stats

from keytally.comparison.significance import randomised
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

FORMS = [HeadlineForm(), HeadlineForm(beta=0.5, over_nothing=1.0), HeadlineForm(beta=None)]
Rows = Sequence[tuple[int, int, int, int]]


def row(missing: int, common: int, spurious: int) -> tuple[int, int, int, int]:
    """What a document with so many missing, common and spurious fills adds."""
    return common, common + missing, common, common + spurious


ROW = st.builds(row, *[st.integers(0, 9)] * 3)
PAIRS = st.lists(st.tuples(ROW, ROW), min_size=2, max_size=7)


def by_scipy(form: HeadlineForm, first: Rows, second: Rows, trials: float = np.inf) -> float:
    """p of scipy's test, which swaps the numbers of rows."""
    rows = np.array([*first, *second], dtype=float)

    def distance(a: Any, b: Any) -> float:
        values = [form.value(HeadlineCounts(*rows[np.asarray(side, int)].sum(axis=0))) for side in (a, b)]
        return round(abs(values[0] - values[1]), 9)

    numbers = np.arange(len(rows))
    found = stats.permutation_test(
        (numbers[: len(first)], numbers[len(first) :]),
        distance,
        permutation_type="samples",
        vectorized=False,
        n_resamples=trials,
        alternative="greater",
        rng=np.random.default_rng(7),
    )
    return float(found.pvalue)


def own(form: HeadlineForm, first: Rows, second: Rows, trials: int) -> float:
    [p] = randomised(form, np.array([first, second], dtype=float), [(0, 1)], trials, 12345)
    return p


@settings(max_examples=25)
@given(PAIRS, st.sampled_from(FORMS))
def test_every_swap_tried_is_that_of_scipy(pairs: list[tuple[Any, Any]], form: HeadlineForm) -> None:
    first, second = zip(*pairs, strict=True)
    assert own(form, first, second, 9999) == pytest.approx(by_scipy(form, first, second), abs=1e-12)


class Measure:
    """A measure of sacrebleu, as far as its test asks for one: "sentences" are the rows of a system."""

    def __init__(self, form: HeadlineForm) -> None:
        self._form = form

    def _extract_corpus_statistics(self, rows: Rows, references: object) -> Rows:
        return rows

    def _aggregate_and_compute(self, rows: Rows) -> significance.Result:
        sums = np.asarray(rows, dtype=float).sum(axis=0)
        return significance.Result(self._form.value(HeadlineCounts(*sums)))


def by_sacrebleu(form: HeadlineForm, first: Rows, second: Rows, trials: int) -> float:
    baseline, measure = np.array(first), Measure(form)
    whole = {"F": (baseline, measure._aggregate_and_compute(first))}
    _, found = significance._paired_ar_test(
        whole, "second", np.array(second), None, {"F": measure}, n_samples=trials, seed=99
    )
    p = found["F"].p_value
    assert p is not None
    return p


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("better", [0, 1, 2, 3])
def test_shuffles_agree_with_sacrebleu(form: HeadlineForm, better: int) -> None:
    """100 documents with counts so large that hardly a shuffle ties, which sacrebleu does not count.

    Both are shares of 4,000 shuffles: hardly ever do five standard errors lie between them.
    """
    random, trials = np.random.Generator(np.random.PCG64(better)), 4000
    counts = random.integers(100, 1000, (100, 4)).tolist()
    first = [row(missing, common, spurious) for missing, common, spurious, _ in counts]
    second = [row(other, common + 7 * better, spurious) for _, common, spurious, other in counts]
    ours, theirs = own(form, first, second, trials), by_sacrebleu(form, first, second, trials)
    error = (2 * max(ours * (1 - ours), 1 / trials) / trials) ** 0.5
    assert abs(ours - theirs) < 5 * error
    assert 0 < ours <= 1


def test_equal_systems_are_the_one_case_in_which_they_differ() -> None:
    """Each shuffle reaches a difference of zero, so that p is 1; sacrebleu counts only what exceeds it."""
    rows = [row(1, 2, 3)] * 30
    assert own(FORMS[0], rows, rows, 99) == 1.0
    assert by_sacrebleu(FORMS[0], rows, rows, 99) == 0.01
