"""Counts of verdicts, their sums over documents, their ratios, and F in the JSON of a score."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import add, sub
from typing import Any, NamedTuple

from keytally.measures.ratios import f_measure, ratio

# Tallies: counts of correct, missing and other fills, and the ratios of them.
#
# Counts are stored and ratios derived; the formulas are the manual's ("Calculation of Scores").


class Tally(NamedTuple):
    """The counts of the six verdicts on single fills."""

    cor: int = 0
    par: int = 0
    inc: int = 0
    mis: int = 0
    spu: int = 0
    non: int = 0

    @property
    def pos(self) -> int:
        """Possible: the number of the key's fills that count."""
        return self.cor + self.par + self.inc + self.mis

    @property
    def act(self) -> int:
        """Actual: the number of the response's fills that count."""
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
        """Return F with equal weights of recall and precision, from 0 to 1, as an exact ratio.

        The result is 0 if POS or ACT is 0. Alignment uses it so that ties are exact.
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
        """Return the sum of two tallies, count by count."""
        return tuple.__new__(Tally, map(add, self, other))

    def minus(self, other: "Tally") -> "Tally":
        """Return the difference of two tallies, count by count."""
        return tuple.__new__(Tally, map(sub, self, other))


def percent(above: int, below: int) -> float:
    """Return `above` / `below` in percent, unrounded; 0 if `below` is 0."""
    return 100.0 * above / below if below else 0.0


def rounded(value: float) -> int:
    """Return a percentage as the manual's reports print it: ⌊x + 0.5⌋."""
    return int(value + 0.5)


class Row(NamedTuple):
    """The name of a row: the part of the report to which it belongs, and the path of names within that part.

    Parts: `total` (no names), `object` (class), `slot` (class, slot), `subtask` (class, slot, value),
    `section` (section or group), `text_filter` (no names). Class, slot and value are in lower case; a section
    is written as configured.
    """

    part: str
    names: tuple[str, ...] = ()


TOTAL = Row("total")
TEXT_FILTER = Row("text_filter")

Tabulation = Mapping[Row, Tally]

NOTHING = Tally()


def total_of(tabulations: Iterable[Tabulation]) -> dict[Row, Tally]:
    """Return the sum of tabulations, row by row."""
    found: dict[Row, list[Tally]] = {}
    for tabulation in tabulations:
        for row, tally in tabulation.items():
            found.setdefault(row, []).append(tally)
    return {row: Tally(*map(sum, zip(*tallies, strict=True))) for row, tallies in found.items()}


def condensed(tabulations: Sequence[Tabulation]) -> list[Tabulation]:
    """Return tabulations with the same individual totals and the same sum; the first contains all other
    rows.
    """
    totals = [{TOTAL: tabulation[TOTAL]} if TOTAL in tabulation else {} for tabulation in tabulations]
    if not totals:
        return []
    others = total_of(tabulations)
    others.pop(TOTAL, None)
    return [totals[0] | others, *totals[1:]]


def add_into(sums: dict[Row, Tally], tabulation: Tabulation) -> None:
    """Add `tabulation` to `sums`, in place."""
    for row, tally in tabulation.items():
        before = sums.get(row)
        sums[row] = tally if before is None else before.plus(tally)


def take_from(sums: dict[Row, Tally], tabulation: Tabulation) -> None:
    """Subtract `tabulation` from `sums`, in place; empty rows are deleted."""
    for row, tally in tabulation.items():
        rest = sums[row].minus(tally)
        if rest == NOTHING:
            del sums[row]
        else:
            sums[row] = rest


KEPT = 4096
"""The maximum number of counts whose ratios are cached; most sentences have the same counts as others."""


class PrecisionRecall(NamedTuple):
    """The numbers of correct answers, of proposed answers, and of the key's answers."""

    correct: int = 0
    proposed: int = 0
    gold: int = 0

    def plus(self, other: "PrecisionRecall") -> "PrecisionRecall":
        """Return the sum of two counts."""
        return PrecisionRecall(*(mine + its for mine, its in zip(self, other, strict=True)))

    def minus(self, other: "PrecisionRecall") -> "PrecisionRecall":
        """Return the difference of two counts."""
        return PrecisionRecall(*(mine - its for mine, its in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """Return the share of the proposed answers that are correct, in percent; 0 if there are none."""
        return ratio(100 * self.correct, self.proposed)

    @property
    def recall(self) -> float:
        """Return the share of the key's answers that were found, in percent; 0 if there are none."""
        return ratio(100 * self.correct, self.gold)

    @property
    def f(self) -> float:
        """Return the harmonic mean of precision and recall, in percent; 0 if no answers are correct."""
        return ratio(200 * self.correct, self.proposed + self.gold)

    def values(self) -> dict[str, Any]:
        """Return ratios in percent and counts, as in the JSON output."""
        return dict(_values(self))


@lru_cache(KEPT)
def _values(counts: PrecisionRecall) -> dict[str, Any]:
    ratios = {"precision": counts.precision, "recall": counts.recall, "f": counts.f}
    return {**ratios, **counts._asdict()}


# F in the JSON of a score: in tallies, in mappings by class, slot, type or document.
#
# A tally of several measures has a tally of each and one plain number, the headline, which is its F.


Tree = Mapping[str, Any]

PARTS: Mapping[str, Sequence[str]] = {
    "total": ("totals", "scores"),
    "document": ("documents", "items"),
    "class": ("objects",),
    "slot": ("slots",),
    "type": ("subtasks",),
    "section": ("sections",),
}
"""The parts of a score, and the name of each in its JSON."""


def score_part(report: Tree, part: str) -> Tree:
    """Return one of the PARTS of a score; empty if the task lacks it."""
    found: Tree = next((report[name] for name in PARTS[part] if name in report), {})
    return found


def f_by_name(tree: Tree) -> dict[str, float]:
    """Return F of each tally in a tree, in percent, by its path of names, separated by spaces."""
    found: dict[str, float] = {}
    for name, below in tree.items():
        if not _is_tally(below):
            found |= {f"{name} {rest}": f for rest, f in f_by_name(below).items()} if _is_tree(below) else {}
        elif (f := f_of(below)) is not None:
            found[name] = f
    return found


def _is_tree(below: Tree) -> bool:
    return all(isinstance(each, Mapping) for each in below.values())


def _is_tally(tree: Tree) -> bool:
    return "f" in tree or _headline(tree) is not None


def _headline(tree: Tree) -> float | None:
    """Return the only plain number of a tally of several measures; None for anything else."""
    plain = [each for each in tree.values() if not isinstance(each, Mapping)]
    measures = [each for each in tree.values() if isinstance(each, Mapping)]
    is_one = len(plain) == 1 and isinstance(plain[0], float) and bool(measures)
    return plain[0] if is_one and all("f" in measure for measure in measures) else None


def f_of(tally: Tree) -> float | None:
    """Return F of a tally, in percent, with equal weights; None if both sides are empty.

    If there are several measures, the first determines whether a side is empty.
    """
    if "f" not in tally:
        headline = _headline(tally)
        return None if headline is None or f_of(next(iter(tally.values()))) is None else headline
    if not any(_sizes(tally)):
        return None
    f = tally["f"]
    return float(next(iter(f.values())) if isinstance(f, Mapping) else f)


def mean_f_by_name(there: Tree, back: Tree) -> dict[str, Any]:
    """Return the mean F of the tallies in two trees; names without a value in both are omitted."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*there, *back)):
        one, other = there.get(name, {}), back.get(name, {})
        is_tally = _is_tally(one) or _is_tally(other)
        value = mean_f(f_of(one), f_of(other)) if is_tally else mean_f_by_name(one, other)
        if value is not None and value != {}:
            found[name] = value
    return found


def mean_f(one: float | None, other: float | None) -> float | None:
    """Return the mean of two values, or the only value that is not None; None if both are None."""
    known = [each for each in (one, other) if each is not None]
    return sum(known) / len(known) if known else None


def _sizes(tally: Tree) -> list[int]:
    """Return the sizes of the key and the response in a tally; [1] if it has none."""
    sizes = [tally[name] for name in ("pos", "act") if name in tally]
    ratios = [tally[name] for name in ("recall", "precision") if isinstance(tally.get(name), Sequence)]
    return [*sizes, *(each[1] for each in ratios)] or [1]
