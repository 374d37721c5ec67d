"""The coefficients equal those of `krippendorff` and `nltk` on random data."""

import math
from collections import Counter
from itertools import product

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask

from keytally.measures.agreement import (
    PASSONNEAU,
    Coefficient,
    Distance,
    Row,
    cohens_kappa,
    fleiss_kappa,
    krippendorffs_alpha,
)

VALUES = st.sampled_from("abcd")


def tables(values: st.SearchStrategy[object], fewest: int = 2, most: int = 4) -> st.SearchStrategy[list[Row]]:
    """Lists of rows of equally many annotators."""
    return st.integers(fewest, most).flatmap(
        lambda annotators: st.lists(st.tuples(*[values] * annotators), min_size=1, max_size=12)
    )


def triples(table: list[Row]) -> list[tuple[str, int, object]]:
    """The table as nltk takes it, without missing values."""
    return [
        (f"coder{coder}", item, row[coder])
        for item, row in enumerate(table)
        for coder in range(len(row))
        if row[coder] is not None
    ]


def same(found: Coefficient, expected: float) -> bool:
    return found.value is not None and math.isclose(found.value, expected, abs_tol=1e-9)


@given(tables(st.one_of(VALUES, st.none())))
def test_alpha_with_missing_values(table: list[Row]) -> None:
    found = krippendorffs_alpha(Counter(table))
    assume(found.value is not None)
    codes = {value: float(number) for number, value in enumerate("abcd")}
    data = np.array([[codes.get(str(value), np.nan) for value in row] for row in table]).T
    assert same(found, krippendorff.alpha(reliability_data=data, level_of_measurement="nominal"))
    assert found.items == sum(len(row) - row.count(None) > 1 for row in table)


@given(tables(st.one_of(st.integers(0, 5), st.none())))
def test_alpha_of_interval_data(table: list[Row]) -> None:
    found = krippendorffs_alpha(Counter(table), Distance(lambda one, other: (one - other) ** 2))
    assume(found.value is not None)
    data = np.array([[np.nan if value is None else value for value in row] for row in table], dtype=float).T
    assert same(found, krippendorff.alpha(reliability_data=data, level_of_measurement="interval"))


@given(tables(st.one_of(st.frozensets(st.sampled_from("abcd"), min_size=1), st.none())))
def test_alpha_of_sets(table: list[Row]) -> None:
    found = krippendorffs_alpha(Counter(table), PASSONNEAU)
    assume(found.value is not None)
    task = AnnotationTask(triples(table), distance=lambda one, other: float(PASSONNEAU.between(one, other)))
    assert same(found, task.alpha())


@given(st.lists(st.frozensets(st.sampled_from("abc")), unique=True))
def test_sets_that_are_not_near_are_disjoint(sets: list[frozenset[str]]) -> None:
    near = {frozenset(pair) for pair in PASSONNEAU.near(sets)}
    for one, other in product(sets, sets):
        if one != other and {one, other} not in near:
            assert PASSONNEAU.between(one, other) == 1


@given(tables(VALUES, most=2))
def test_cohens_kappa(table: list[Row]) -> None:
    found = cohens_kappa(Counter(table))
    assume(found.value is not None)
    assert same(found, AnnotationTask(triples(table)).kappa())


@given(tables(VALUES))
def test_fleiss_kappa(table: list[Row]) -> None:
    """The `pi` of nltk is Fleiss' kappa: one distribution that all annotators share."""
    found = fleiss_kappa(Counter(table))
    assume(found.value is not None)
    assert same(found, AnnotationTask(triples(table)).pi())


@given(tables(st.one_of(VALUES, st.none())), st.randoms())
@pytest.mark.parametrize("coefficient", [krippendorffs_alpha, fleiss_kappa])
def test_the_order_of_annotators_and_items_does_not_matter(
    coefficient: object, table: list[Row], order: object
) -> None:
    columns = list(zip(*table, strict=True))
    order.shuffle(columns)  # type: ignore[attr-defined]
    turned = list(zip(*columns, strict=True))
    order.shuffle(turned)  # type: ignore[attr-defined]
    assert coefficient(Counter(turned)) == coefficient(Counter(table))  # type: ignore[operator]
