"""Alpha-U: Krippendorff's worked examples, and the definition counted out place by place."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.agreement import (
    Stretch,
    UnitizingDisagreement,
    alpha_u,
    disjoint_stretches,
    unitizing_disagreements,
)

Pairs = Sequence[tuple[int, int]]


def stretches(units: Pairs, category: str = "c", scale: Fraction = Fraction(1)) -> list[Stretch]:
    return [Stretch(int(start * scale), int(end * scale), category) for start, end in units]


# Krippendorff 2004, "Content Analysis", page 254, moved to begin at 0: two observers, categories c and k.
FIRST = [*stretches([(75, 145), (220, 250)], "c"), *stretches([(30, 90), (150, 200)], "k")]
SECOND = [*stretches([(70, 150), (205, 225), (250, 270)], "c"), *stretches([(30, 90), (150, 200)], "k")]


def test_the_example_of_2004() -> None:
    """The disagreements on c are "0.0144" and "0.0532", those on k 0 and "0.0490"; αU is "0.8591"."""
    found = unitizing_disagreements([FIRST, SECOND], 300)
    rounded = {name: tuple(round(float(each), 4) for each in pair) for name, pair in found.items()}
    assert rounded == {"c": (0.0144, 0.0532), "k": (0.0, 0.049)}
    whole = alpha_u([FIRST, SECOND], 300)
    assert whole.value == pytest.approx(0.8591, abs=0.0005)
    assert whole.items == 9


# Krippendorff 1995, page 57, on a continuum of 24: observed disagreement, and αU for ever finer units.
EXAMPLES: dict[str, tuple[Pairs, Pairs]] = {
    "A": ([(2, 10), (14, 20)], [(4, 8), (15, 17)]),
    "B": ([(0, 18)], [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (9, 10)]),
    "C": ([(2, 8), (10, 12), (14, 18), (20, 22)], [(0, 2), (4, 8), (10, 14), (16, 18), (20, 22)]),
    "D": (
        [(0, 2), (2, 10), (10, 14), (14, 20), (20, 24)],
        [(0, 4), (4, 8), (8, 15), (15, 17), (17, 24)],
    ),
}


@pytest.mark.parametrize(
    ("name", "observed", "alpha", "within"),
    [
        ("A", 0.03125, 0.553, 0.0005),
        ("B", 2.26736, -0.926, 0.003),
        ("C", 0.02777, 0.679, 0.015),
        ("D", 0.38715, 0.066, 0.0005),
    ],
)
def test_the_examples_of_1995(name: str, observed: float, alpha: float, within: float) -> None:
    """For B and C the article's figures depart from the formula of 2004, as in DKPro Statistics' test."""
    sides = [stretches(side, scale=Fraction(50000)) for side in EXAMPLES[name]]
    found = unitizing_disagreements(sides, 24 * 50000)["c"]
    assert float(found.observed) == pytest.approx(observed, abs=0.00001)
    assert alpha_u(sides, 24 * 50000).value == pytest.approx(alpha, abs=within)


def test_the_example_of_1995_in_large_units() -> None:
    """Part C in twelve units: De = 0.05494, αU = 0.494."""
    sides = [stretches(side, scale=Fraction(1, 2)) for side in EXAMPLES["C"]]
    assert float(unitizing_disagreements(sides, 12)["c"].expected) == pytest.approx(0.05494, abs=0.00001)
    assert alpha_u(sides, 12).value == pytest.approx(0.494, abs=0.0005)


LENGTH = 9


@st.composite
def annotations(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Units of one annotator that do not overlap, some of them side by side."""
    edges = sorted(draw(st.sets(st.integers(0, LENGTH), max_size=6)))
    return [pair for pair in pairwise(edges) if draw(st.booleans())]


@given(st.lists(annotations(), min_size=2, max_size=4))
def test_the_definition_counted_out(sides: list[list[tuple[int, int]]]) -> None:
    assert unitizing_disagreements([stretches(side) for side in sides], LENGTH).get(
        "c", UnitizingDisagreement(Fraction(), Fraction())
    ) == UnitizingDisagreement(observed(sides), expected(sides))


def observed(sides: list[list[tuple[int, int]]]) -> Fraction:
    squares = sum(
        difference(one, other)
        for i, mine in enumerate(sides)
        for j, theirs in enumerate(sides)
        if i != j
        for one in sections(mine)
        for other in sections(theirs)
    )
    return Fraction(squares, len(sides) * (len(sides) - 1) * LENGTH**2)


Section = tuple[int, int, bool]


def sections(units: list[tuple[int, int]]) -> list[Section]:
    """Units, and the gaps before, between and after them."""
    found: list[Section] = []
    reached = 0
    for start, end in units:
        found += [(reached, start, False)] * (reached < start) + [(start, end, True)]
        reached = end
    return found + [(reached, LENGTH, False)] * (reached < LENGTH)


def difference(one: Section, other: Section) -> int:
    """Two units that overlap: the squares of both differences; a unit in a gap: the square of its length."""
    if one[2] and other[2]:
        overlap = one[0] < other[1] and other[0] < one[1]
        return overlap * ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
    if one[2] != other[2]:
        unit, gap = (one, other) if one[2] else (other, one)
        return (gap[0] <= unit[0] and unit[1] <= gap[1]) * (unit[1] - unit[0]) ** 2
    return 0


def expected(sides: list[list[tuple[int, int]]]) -> Fraction:
    """Each unit is laid beside each other section in all places where both overlap or one holds the other.

    The numerator sums what each unit would differ; the denominator is the number of all pairs of places.
    """
    every = [(index, section) for index, side in enumerate(sides) for section in sections(side)]
    squares = Fraction()
    for at, (_, one) in enumerate(every):
        if not one[2]:
            continue
        length = one[1] - one[0]
        others = sum(unit[2] for place, (_, unit) in enumerate(every) if place != at)
        # A unit beside one of its own length, over all 2l - 1 places in which they overlap.
        shifts = sum(2 * shift**2 for shift in range(-length + 1, length))
        squares += Fraction(others, 2) * shifts
        for _, gap in every:
            if not gap[2]:
                squares += length**2 * max(0, gap[1] - gap[0] - length + 1)
    units = [one[1] - one[0] for _, one in every if one[2]]
    whole = len(sides) * LENGTH
    pairs = whole * (whole - 1) - sum(each * (each - 1) for each in units)
    return Fraction(2, LENGTH) * squares / pairs


@given(st.lists(annotations(), min_size=2, max_size=4), st.randoms())
def test_the_order_of_annotators_does_not_matter(sides: list[list[tuple[int, int]]], order: object) -> None:
    one = alpha_u([stretches(side) for side in sides], LENGTH)
    order.shuffle(sides)  # type: ignore[attr-defined]
    assert alpha_u([stretches(side) for side in sides], LENGTH) == one


def test_equal_stretches_agree_fully() -> None:
    assert alpha_u([FIRST, FIRST, FIRST], 300).value == 1


def test_stretches_that_overlap_or_are_empty_are_left_out() -> None:
    given = [*stretches([(0, 4), (0, 9), (3, 5), (9, 9), (9, 12)]), Stretch(3, 5, "k")]
    assert disjoint_stretches(given) == [Stretch(0, 9, "c"), Stretch(3, 5, "k"), Stretch(9, 12, "c")]
