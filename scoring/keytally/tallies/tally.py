"""Tallies: counts of correct, missing and other fills, and the ratios of them.

Counts are stored and ratios derived; the formulas are the manual's ("Calculation of Scores").
"""

from fractions import Fraction
from operator import add, sub
from typing import NamedTuple

from keytally.measures.ratios import f_measure


class Tally(NamedTuple):
    """Counts of the six kinds of single-fill comparisons."""

    cor: int = 0
    par: int = 0
    inc: int = 0
    mis: int = 0
    spu: int = 0
    non: int = 0

    @property
    def pos(self) -> int:
        """Possible: the key's fills that count."""
        return self.cor + self.par + self.inc + self.mis

    @property
    def act(self) -> int:
        """Actual: the response's fills that count."""
        return self.cor + self.par + self.inc + self.spu

    @property
    def rec(self) -> float:
        """Recall, in percent; 0 if POS is 0."""
        return percent(2 * self.cor + self.par, 2 * self.pos)

    @property
    def pre(self) -> float:
        """Precision, in percent; 0 if ACT is 0."""
        return percent(2 * self.cor + self.par, 2 * self.act)

    @property
    def und(self) -> float:
        """Undergeneration (MIS over POS), in percent."""
        return percent(self.mis, self.pos)

    @property
    def ovg(self) -> float:
        """Overgeneration (SPU over ACT), in percent."""
        return percent(self.spu, self.act)

    @property
    def sub(self) -> float:
        """Substitution, in percent of the aligned fills."""
        return percent(2 * self.inc + self.par, 2 * (self.cor + self.par + self.inc))

    @property
    def err(self) -> float:
        """Error per response fill, in percent."""
        wrong = 2 * (self.inc + self.spu + self.mis) + self.par
        return percent(wrong, 2 * (self.cor + self.par + self.inc + self.spu + self.mis))

    def f_exact(self) -> Fraction:
        """F with recall and precision of equal weight, from 0 to 1, as an exact ratio.

        0 if POS or ACT is 0. It is used wherever F decides (alignment), so that ties are exact.
        """
        if not self.pos or not self.act:
            return Fraction(0)
        return Fraction(2 * self.cor + self.par, self.pos + self.act)

    def f(self, beta: float) -> float:
        """F-measure in percent, (β² + 1)PR / (β²P + R), with unrounded P and R.

        `beta` is the relative weight of recall: 1 for P&R, 0.5 for 2P&R, 2 for P&2R.
        """
        return f_measure(self.pre, self.rec, beta)

    def plus(self, other: "Tally") -> "Tally":
        """The sum of two tallies, count by count."""
        return tuple.__new__(Tally, map(add, self, other))

    def minus(self, other: "Tally") -> "Tally":
        """The difference of two tallies, count by count."""
        return tuple.__new__(Tally, map(sub, self, other))


def percent(above: int, below: int) -> float:
    """`above` / `below` in percent, unrounded; 0 if `below` is 0."""
    return 100.0 * above / below if below else 0.0


def rounded(value: float) -> int:
    """A percentage as the manual's reports print it: ⌊x + 0.5⌋."""
    return int(value + 0.5)
