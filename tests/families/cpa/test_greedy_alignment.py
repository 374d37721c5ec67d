"""The official program's alignment: the same as by comparing every pair, at less cost."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.cpa import scoring
from keytally.families.cpa.scoring import Credits, Pattern, compare, greedy_alignment
from tests.families.cpa.verb_files import patterns, score_of

CELLS = st.sampled_from(["", "", "A", "B", "C"])
PATTERNS = st.lists(st.tuples(*[CELLS] * 9), max_size=9)


def by_definition(gold: list[Pattern], run: list[Pattern]) -> list[int | None]:
    """Each pattern of the key takes the first with the best F1 of those left."""
    left = list(range(len(run)))
    alignment: list[int | None] = []
    for pattern in gold:
        credits = Credits(official=True)
        best = max(left, key=lambda at: compare(pattern, run[at], credits).f, default=None)
        alignment.append(best)
        left = [at for at in left if at != best]
    return alignment


@pytest.mark.long
@settings(max_examples=400)
@given(PATTERNS, PATTERNS)
def test_the_alignment_is_the_one_of_the_definition(gold: list[Pattern], run: list[Pattern]) -> None:
    assert greedy_alignment(gold, run) == by_definition(gold, run)


@given(st.integers(1, 300), st.sets(st.integers(0, 299)))
def test_rare_cells_are_found_among_many_patterns(count: int, places: set[int]) -> None:
    rest = ("",) * 7
    run = [("X" if at in places else "Y", f"{at}", *rest) for at in range(count)]
    gold = [("X", "0", *rest), ("X", "", *rest), ("Z", "", *rest)]
    assert greedy_alignment(gold, run) == by_definition(gold, run)


def test_patterns_are_compared_in_pairs_only() -> None:
    def comparisons(count: int) -> int:
        key = patterns(*(["Human", f"T{number}"] for number in range(count)))
        response = patterns(*(["Human", f"U{number}"] for number in range(count)))
        with patch.object(scoring, "compare", side_effect=compare) as compared:
            score_of("cpa-slots", key, response, compatible="official")
        return compared.call_count

    assert comparisons(200) == 2 * comparisons(100)
