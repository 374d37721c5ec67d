"""The best map equals that of trying all maps, and is found in few steps."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.measures import template_maps as module
from keytally.measures.map_region import Pairs, Point, listed_pairs, region_of
from keytally.measures.template_maps import ComparedTemplate, Map, best_map
from keytally.measures.template_measures import fitting_pairs, size_of

POINT = st.builds(Point, st.integers(1, 6), st.integers(1, 6))
ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")

Problem = tuple[Pairs, int, int]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Pairs of up to four templates a side, and sizes of the sides that may hold them."""
    rows, width = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    columns = st.integers(0, width - 1) if width else st.nothing()
    kinds = [dict.fromkeys(sorted(draw(st.sets(columns)))) for _ in range(2)]
    listed = [draw(st.dictionaries(columns, POINT)) for _ in range(rows)]
    pairs = Pairs(listed, [draw(st.integers(0, 1)) for _ in range(rows)], kinds, width)
    return pairs, 6 * rows + draw(st.integers(0, 9)), 6 * width + draw(st.integers(0, 9))


def f(pairs: Pairs, chosen: Map, proposed: int, gold: int) -> Fraction:
    right, found = pairs.total(chosen)
    return Fraction(2 * right * found, right * gold + found * proposed) if right and found else Fraction(0)


def by_trying_all(pairs: Pairs, proposed: int, gold: int) -> Map:
    """The first of the best maps, in the order in which the program tries them; without what is no pair."""
    best: tuple[Fraction, Map] = (Fraction(-1), ())
    for chosen in product([*range(pairs.width), None], repeat=len(pairs.listed)):
        used = [each for each in chosen if each is not None]
        if len(used) == len(set(used)) and f(pairs, chosen, proposed, gold) > best[0]:
            best = (f(pairs, chosen, proposed, gold), chosen)
    return tuple(None if pairs.pair(row, each) is None else each for row, each in enumerate(best[1]))


@given(problems())
@settings(max_examples=400, deadline=None)
def test_it_equals_trying_all(problem: Problem) -> None:
    found = best_map(*problem)
    assert found.is_proved
    assert found.partners == by_trying_all(*problem)


@given(problems())
@settings(max_examples=100, deadline=None)
def test_pairs_that_are_listed_one_by_one_give_the_same_map(problem: Problem) -> None:
    pairs, proposed, gold = problem
    rows = [
        {column: point for column in range(pairs.width) if (point := pairs.pair(row, column))}
        for row in range(len(pairs.listed))
    ]
    assert best_map(listed_pairs(rows, pairs.width), proposed, gold) == best_map(*problem)


@given(problems(), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_a_pair_can_be_left_out(problem: Problem, row: int, column: int) -> None:
    pairs, proposed, gold = problem
    if row < len(pairs.listed) and column < pairs.width:
        less = pairs.without(row, column)
        assert less.pair(row, column) is None
        assert best_map(less, proposed, gold).partners == by_trying_all(less, proposed, gold)


@given(st.lists(st.lists(st.none() | POINT, min_size=12, max_size=12), min_size=12, max_size=12))
@settings(max_examples=10, deadline=None)
def test_twelve_templates_a_side_take_few_trials(points: Sequence[Sequence[Point | None]]) -> None:
    rows = [{column: each for column, each in enumerate(row) if each} for row in points]
    assert best_map(listed_pairs(rows, 12), 72, 72).is_proved


def one_type(size: int, seed: int) -> Problem:
    """As many templates of one type a side, each with some entities that others have too."""
    random = Random(seed)
    key, response = (
        [
            ComparedTemplate(
                "attack", {role: [(f"{random.randrange(size)}",)] for role in random.sample(ROLES, 2)}
            )
            for _ in range(size)
        ]
        for _ in range(2)
    )
    return fitting_pairs(key, response), sum(map(size_of, response)), sum(map(size_of, key))


def test_many_templates_of_one_type_take_steps_that_grow_with_them() -> None:
    steps = [region_of(*one_type(size, 1), (), Point()).steps for size in (75, 150, 300, 600)]
    growth = [larger / smaller for smaller, larger in pairwise(steps)]
    assert max(growth) < 2.3


@pytest.mark.parametrize("size", [75, 150])
def test_the_map_of_many_templates_of_one_type_is_proved(size: int) -> None:
    assert all(best_map(*one_type(size, seed)).is_proved for seed in range(3))


def test_a_map_that_is_not_proved_says_so_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{0: Point(4, 1), 1: Point(1, 3)}, {0: Point(4, 3), 1: Point(4, 2)}]
    pairs = listed_pairs(rows, 2)
    best = best_map(pairs, 12, 12)
    monkeypatch.setattr(module, "MOST_TRIALS", 0)
    found = best_map(pairs, 12, 12)
    assert not found.is_proved
    assert sorted(each for each in found.partners if each is not None) == [0, 1]
    assert found.f <= best.f <= found.bound
