"""Growth is told by the slope of logarithms, and a row tells whether its figure is within the target."""

import pytest

from soak.growth import exponent, percentile
from soak.row import HEADER, Row

SIZES = (100, 200, 400, 800)


@pytest.mark.parametrize("power", [0.5, 1, 2, 3])
def test_the_exponent_of_a_power_is_the_power(power: float) -> None:
    assert exponent([(size, 0.1 * size**power) for size in SIZES]) == pytest.approx(power)


def test_costs_of_the_run_say_nothing() -> None:
    assert exponent([(100, 0.001), (200, 0.005)]) == 0.0
    assert exponent([(100, 0.001), (200, 0.1), (400, 0.4)]) == pytest.approx(2)


def test_a_percentile_lies_among_the_values() -> None:
    assert percentile([3, 1, 2, 4], 0.5) == 3
    assert percentile([7], 0.95) == 7


def test_rows_show_figure_and_target() -> None:
    rows = [
        Row("growth", 1.25, "", 1.2, "800 in 3 s"),
        Row("memory", 80, "MB"),
        Row("keystroke", 3, "ms", 16),
    ]
    lines = [" ".join(line.split()) for line in (HEADER, *(row.line() for row in rows))]
    assert lines == [
        "what figure target",
        "growth 1.25 1.20 OVER 800 in 3 s",
        "memory 80.00 MB",
        "keystroke 3.00 ms 16.00 ms ok",
    ]
    assert [row.is_met for row in rows] == [False, True, True]
