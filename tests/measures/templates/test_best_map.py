"""The best map equals that of trying all maps."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.measures.templates import best_map as module
from keytally.measures.templates.best_map import Map, Pairs, best_map

PAIR = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def problems(draw: st.DrawFn) -> tuple[Pairs, int, int]:
    """Pairs of up to four templates a side, and sizes of the sides that may hold them."""
    rows, columns = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    pairs = [[draw(PAIR) for _ in range(columns)] for _ in range(rows)]
    return pairs, 6 * rows + draw(st.integers(0, 9)), 6 * columns + draw(st.integers(0, 9))


def f(pairs: Pairs, chosen: Map, proposed: int, gold: int) -> Fraction:
    found = [pairs[row][column] for row, column in enumerate(chosen) if column is not None]
    right, there = (sum(pair[at] for pair in found if pair) for at in (0, 1))
    return Fraction(2 * right * there, right * gold + there * proposed) if right and there else Fraction(0)


def by_trying_all(pairs: Pairs, proposed: int, gold: int) -> Map:
    """The first of the best maps, in the order in which the program tries them; without what is no pair."""
    width = max(map(len, pairs), default=0)
    best: tuple[Fraction, Map] = (Fraction(-1), ())
    for chosen in product([*range(width), None], repeat=len(pairs)):
        used = [each for each in chosen if each is not None]
        if len(used) == len(set(used)) and f(pairs, chosen, proposed, gold) > best[0]:
            best = (f(pairs, chosen, proposed, gold), chosen)
    return tuple(
        each if each is not None and pairs[row][each] is not None else None
        for row, each in enumerate(best[1])
    )


@given(problems())
@settings(max_examples=300)
def test_it_equals_trying_all(problem: tuple[Pairs, int, int]) -> None:
    found = best_map(*problem)
    assert found.is_proved
    assert found.partners == by_trying_all(*problem)


@given(st.lists(st.lists(PAIR, min_size=12, max_size=12), min_size=12, max_size=12))
@settings(max_examples=10, deadline=None)
def test_twelve_templates_a_side_take_few_trials(pairs: Pairs) -> None:
    assert best_map(pairs, 72, 72).is_proved


def test_a_map_that_is_not_proved_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TRIALS", 0)
    found = best_map([[(1, 5), (3, 1)], [(2, 2), (5, 1)]], 12, 12)
    assert not found.is_proved
    assert sorted(each for each in found.partners if each is not None) == [0, 1]
