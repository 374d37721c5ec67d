"""Where a coefficient is not defined it has no value but a reason; it is never 0 or 1."""

import pytest

from keytally.measures.agreement import (
    FEW_ANNOTATORS,
    NO_ITEMS,
    NO_UNITS,
    NO_VARIATION,
    Coefficient,
    Rows,
    Stretch,
    alpha_u,
    cohens_kappa,
    fleiss_kappa,
    krippendorffs_alpha,
)

ALL = [cohens_kappa, fleiss_kappa, krippendorffs_alpha]


@pytest.mark.parametrize("coefficient", ALL)
def test_without_variation(coefficient: object) -> None:
    assert coefficient({("a", "a"): 7}) == Coefficient(None, 7, NO_VARIATION)  # type: ignore[operator]


@pytest.mark.parametrize("coefficient", ALL)
@pytest.mark.parametrize("rows", [{}, {("a", None): 3, (None, "b"): 2}])
def test_without_items_of_two(coefficient: object, rows: Rows) -> None:
    assert coefficient(rows) == Coefficient(None, 0, NO_ITEMS)  # type: ignore[operator]


def test_one_annotator() -> None:
    assert fleiss_kappa({("a",): 3, ("b",): 1}) == Coefficient(None, 0, NO_ITEMS)
    assert alpha_u([[Stretch(0, 1, "a")]], 9) == Coefficient(None, 0, FEW_ANNOTATORS)
    with pytest.raises(ValueError, match="two annotators"):
        cohens_kappa({("a", "b", "c"): 1})


def test_nobody_has_marked_anything() -> None:
    assert alpha_u([[], []], 9) == Coefficient(None, 0, NO_UNITS)


def test_full_disagreement_is_defined() -> None:
    found = cohens_kappa({("a", "b"): 5, ("b", "a"): 5})
    assert found == Coefficient(-1.0, 10)


def test_a_value_that_one_annotator_always_gives_leaves_kappa_at_nothing() -> None:
    """The prevalence that Cohen's kappa is known for: it is 0 here, and defined."""
    assert cohens_kappa({("a", "a"): 9, ("a", "b"): 1}) == Coefficient(0.0, 10)
