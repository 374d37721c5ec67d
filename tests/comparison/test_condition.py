"""The small language of `--fail-if`."""

import pytest

from keytally.comparison.condition import ConditionError, condition

VALUES = {"f": 60.0, "recall": 50.0, "precision": 75.0, "baseline": 61.0, "difference": -1.0, "p": 0.04}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("f < baseline - 0.5 and p < 0.05", True),
        ("f < baseline - 1.5 and p < 0.05", False),
        ("f < 50 or recall >= 50", True),
        ("not f < 50", True),
        ("not (f < 50 or p < 0.05)", False),
        ("difference == -1", True),
        ("difference != -(1)", False),
        ("2 * recall - 40 == f", True),
        ("(f + 1) / 61 * 2 <= 2", True),
        ("10 - 4 - 3 == 3", True),
        ("1 + 2 * 3 == 7", True),
        ("f < 50 and f < 50 or p > 0", True),
        ("p>0.01 and precision>70", True),
    ],
)
def test_what_holds(text: str, holds: bool) -> None:
    assert condition(text)(VALUES) is holds


@pytest.mark.parametrize(
    "text",
    ["", "f", "f <", "f < g", "__import__('os') < 1", "f < 1 < 2", "f = 3", "f < 1;", "lambda: 1", "(" * 400],
)
def test_what_is_not_understood_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ConditionError, match="cannot be parsed") as refused:
        condition(text)
    assert "\n" not in str(refused.value)


def test_a_long_condition_is_refused() -> None:
    with pytest.raises(ConditionError, match="at most 500 characters"):
        condition("f < 1 or " * 100 + "f < 1")


def test_a_division_by_zero_is_told() -> None:
    with pytest.raises(ConditionError, match="divides by zero"):
        condition("f / (baseline - 61) > 1")(VALUES)
