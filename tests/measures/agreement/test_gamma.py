"""Gamma equals the definition on small continua, and the figures of pygamma-agreement 0.5.9."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.measures import gamma as gamma_module
from keytally.measures.agreement import FEW_ANNOTATORS, NO_UNITS, NO_VARIATION, Stretch
from keytally.measures.gamma import disorder, gamma

Sides = Sequence[Sequence[Stretch]]


def sides_of(text: str) -> Sides:
    """The units of a table with a line `annotator,category,start,end` for each."""
    found: dict[str, list[Stretch]] = {}
    for line in text.split():
        annotator, category, start, end = line.split(",")
        found.setdefault(annotator, []).append(Stretch(int(start), int(end), category))
    return list(found.values())


ALEX = """
Alex,1,2,9 Alex,2,11,17 Alex,5,24,30 Alex,6,32,36 Alex,6,36,44 Alex,7,44,60
Paul,1,2,9 Paul,3,11,17 Paul,5,19,25 Paul,6,32,44
Suzan,1,2,9 Suzan,4,11,17 Suzan,5,21,27 Suzan,6,32,36 Suzan,6,36,40 Suzan,6,40,44
"""
DALTON = """
Joe,A,6,15 Joe,B,29,38 Joe,C,50,70 Jack,A,3,11 Jack,B,30,40 Jack,C,60,70
William,A,12,25 William,B,31,40 William,C,50,60 Averell,A,2,25 Averell,B,33,43 Averell,C,55,65
"""
FIGURE_10 = "Joe,A,4,14 Joe,B,20,30 Jack,A,4,14 Jack,B,20,25 William,A,14,24 William,B,40,44"
PAUL = """
Alex,1,2,9 Alex,2,11,17 Alex,5,24,30 Alex,6,32,36 Alex,6,36,44 Alex,7,47,63
Paul,1,2,9 Paul,3,11,17 Paul,5,19,25 Paul,6,32,44 Paul,7,48,58
Suzan,1,2,9 Suzan,4,11,17 Suzan,5,21,27 Suzan,6,32,36 Suzan,6,36,40 Suzan,6,42,46 Suzan,7,48,58
"""

# The observed disorder and gamma with alpha=3, beta=1, delta_empty=1, the sampler ShuffleContinuumSampler and
# precision_level=0.01 (30 samples for the last example).
EXAMPLES = [
    pytest.param(ALEX, 0.96062493, 0.45, id="AlexPaulSuzan"),
    pytest.param(DALTON, 0.782461, 0.5716, id="annotation_dalton"),
    pytest.param(FIGURE_10, 1.5111111, 0.1974, id="example_figure10"),
    pytest.param(PAUL, 0.70497364, 0.567, id="annotation_paul_suzann_alex"),
]


@pytest.mark.parametrize(("text", "observed", "value"), EXAMPLES)
def test_examples_of_pygamma_agreement(text: str, observed: float, value: float) -> None:
    sides = sides_of(text)
    found = gamma([sides], [max(unit.end for side in sides for unit in side)], seed=1)
    assert found.observed == pytest.approx(observed, rel=1e-6)
    assert found.coefficient.value == pytest.approx(value, abs=0.03)
    assert found.is_exact


UNITS = st.builds(
    lambda start, length, category: Stretch(start, start + length, category),
    st.integers(0, 12),
    st.integers(1, 6),
    st.sampled_from("AB"),
)


def continua(annotators: int, most: int) -> st.SearchStrategy[list[list[Stretch]]]:
    return st.lists(st.lists(UNITS, max_size=most), min_size=annotators, max_size=annotators).filter(any)


def by_definition(sides: Sides) -> Fraction:
    """The least disorder of all alignments, by enumeration."""
    units = [(number, unit) for number, side in enumerate(sides) for unit in side]
    pairs = len(sides) * (len(sides) - 1) // 2
    least = min(
        sum((unitary_disorder(group, pairs) for group in alignment), Fraction())
        for alignment in alignments(units)
    )
    return least * len(sides) / len(units)


Unit = tuple[int, Stretch]


def alignments(units: Sequence[Unit]) -> Iterator[list[list[Unit]]]:
    """All partitions into groups with at most one unit of each annotator."""
    if not units:
        yield []
        return
    first, *others = units
    for alignment in alignments(others):
        yield [[first], *alignment]
        for at, group in enumerate(alignment):
            if first[0] not in {annotator for annotator, _ in group}:
                yield [*alignment[:at], [first, *group], *alignment[at + 1 :]]


def unitary_disorder(group: Sequence[Unit], pairs: int) -> Fraction:
    found = sum((dissimilarity(one, other) for (_, one), (_, other) in combinations(group, 2)), Fraction())
    return (found + pairs - len(group) * (len(group) - 1) // 2) / pairs


def dissimilarity(one: Stretch, other: Stretch) -> Fraction:
    ends = abs(one.start - other.start) + abs(one.end - other.end)
    return 3 * Fraction(ends, one.end - one.start + other.end - other.start) ** 2 + int(
        one.category != other.category
    )


@given(st.one_of(continua(2, 4), continua(3, 3), continua(4, 2)))
def test_the_alignment_is_the_best(sides: list[list[Stretch]]) -> None:
    found = disorder(sides)
    assert found.is_exact
    assert float(found.value) == pytest.approx(float(by_definition(sides)), abs=1e-9)


@given(continua(3, 3))
def test_an_approximate_disorder_is_an_upper_bound(sides: list[list[Stretch]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gamma_module, "MOST_GROUPS", 0)
        found = disorder(sides)
    assert float(found.value) >= float(by_definition(sides)) - 1e-9
    assert found.is_exact or sum(map(len, sides)) > 1


@given(continua(3, 3))
def test_the_order_of_units_does_not_matter(sides: list[list[Stretch]]) -> None:
    assert disorder(sides) == disorder([side[::-1] for side in sides])


def test_equal_annotations() -> None:
    side = sides_of(ALEX)[0]
    assert gamma([[side, side]], [60], seed=1).coefficient.value == 1


def test_units_of_different_documents_are_not_aligned() -> None:
    unit = Stretch(0, 4, "A")
    apart = gamma([[[unit], []], [[], [unit]]], [4, 4], seed=1)
    assert apart.observed == 2
    assert gamma([[[unit], [unit]]], [4], seed=1).observed == 0


def test_undefined_values() -> None:
    assert gamma([[[], []]], [9], seed=1).coefficient.reason == NO_UNITS
    assert gamma([[[Stretch(0, 1, "A")]]], [9], seed=1).coefficient.reason == FEW_ANNOTATORS
    assert gamma([], [], seed=1).coefficient.reason == FEW_ANNOTATORS


def test_a_continuum_without_room_for_other_positions_is_undefined() -> None:
    """Every random continuum of a text of one character has the same units."""
    found = gamma([[[Stretch(0, 1, "A")], [Stretch(0, 1, "A")]]], [1], 1)
    assert found.coefficient == (None, 2, NO_VARIATION)
    assert (found.observed, found.expected) == (0, 0)


def test_a_long_continuum_is_sampled_in_parts() -> None:
    first = [Stretch(at, at + 4, "AB"[at % 3 == 0]) for at in range(0, 1600, 8)]
    second = [Stretch(start + at % 3, end + at % 2, kind) for at, (start, end, kind) in enumerate(first)]
    whole = gamma([[first, second]], [1600], seed=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gamma_module, "MOST_SAMPLED", 100)
        parts = gamma([[first, second]], [1600], seed=1)
    assert parts.observed == whole.observed
    assert parts.expected == pytest.approx(whole.expected, rel=0.1)
