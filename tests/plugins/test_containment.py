"""Formats to convert that a family of another distribution offers, and cannot give."""

from collections.abc import Callable

import pytest

from keytally.families.containment import contained
from keytally.families.registry import BUILT_IN


def failing() -> object:
    raise ValueError("no format today")


def other_values() -> object:
    return [42]


@pytest.mark.parametrize("conversions", [failing, other_values])
def test_formats_that_fail_are_none_and_one_line(conversions: Callable[[], object]) -> None:
    told: list[str] = []
    family = BUILT_IN[0]._replace(name="faulty", conversions=conversions)  # type: ignore[arg-type]
    assert contained(family, "tests.plugins", told.append).conversions() == ()
    assert len(told) == 1 and told[0].startswith("the family faulty failed: ")


def test_formats_that_work_are_offered() -> None:
    family = BUILT_IN[0]
    assert contained(family, "tests.plugins", print).conversions() == family.conversions()
