"""Counts of template measures, their sums over documents, and their tables."""

import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.measures.ratios import ratio
from keytally.text.rendering import printable

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(8192)
def normal_mention(text: str) -> str:
    """Return a mention in lower case, without ASCII punctuation and articles, with single spaces."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


TYPE = "incident_type"
"""The name of a template's type among its roles."""

Mentions = tuple[str, ...]
Roles = Mapping[str, Sequence[Mentions]]


class ComparedTemplate(NamedTuple):
    """A template with its type and the normal mentions of its entities by role."""

    type: str | None
    roles: Roles


Templates = Sequence[ComparedTemplate]


KEPT = 4096
"""The number of counts whose ratios are cached: most documents share their counts with others."""

Number = int | Fraction


class Counts(NamedTuple):
    """Counts: correct and proposed in the response, found and total in the key."""

    correct: Number = 0
    proposed: int = 0
    found: Number = 0
    gold: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Return the sum."""
        correct, proposed, found, gold = other
        return Counts(self[0] + correct, self[1] + proposed, self[2] + found, self[3] + gold)

    def minus(self, other: "Counts") -> "Counts":
        """Return the difference."""
        correct, proposed, found, gold = other
        return Counts(self[0] - correct, self[1] - proposed, self[2] - found, self[3] - gold)

    @property
    def precision(self) -> float:
        """Return the share of proposed entities that are correct, in percent."""
        return 100 * ratio(float(self.correct), self.proposed)

    @property
    def recall(self) -> float:
        """Return the share of the key that is found, in percent."""
        return 100 * ratio(float(self.found), self.gold)

    @property
    def f(self) -> float:
        """Return the harmonic mean of precision and recall, in percent."""
        return _harmonic_mean(self.precision, self.recall)

    def values(self) -> dict[str, Any]:
        """Return ratios in percent and counts, as in the JSON output."""
        counts = [each if isinstance(each, int) else _plain(each) for each in self]
        return {**_ratios(self), "counts": counts}


RoleCounts = Mapping[str, Counts]


def sum_of_roles(roles: RoleCounts) -> Counts:
    """Return the sum over the roles."""
    return sum_of_counts(roles.values())


def sum_of_counts(counts: Iterable[Counts]) -> Counts:
    """Return the sum of counts."""
    correct, proposed, found, gold = Counts()
    for count in counts:
        correct += count[0]
        proposed += count[1]
        found += count[2]
        gold += count[3]
    return Counts(correct, proposed, found, gold)


@lru_cache(KEPT)
def _ratios(counts: Counts) -> Mapping[str, float]:
    precision, recall = counts.precision, counts.recall
    return {"precision": precision, "recall": recall, "f": _harmonic_mean(precision, recall)}


def _harmonic_mean(precision: float, recall: float) -> float:
    return ratio(2 * precision * recall, precision + recall)


def _plain(number: Fraction) -> float | int:
    return int(number) if number.denominator == 1 else float(number)


Measures = Mapping[str, RoleCounts]
"""The counts of each measure, by role."""


class MeasureSums:
    """The running sum of measures over documents."""

    def __init__(self, measures: Sequence[str]) -> None:
        self._sums: dict[str, dict[str, Counts]] = {measure: {} for measure in measures}

    def put(self, measures: Measures) -> None:
        """Add a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                before = sums.get(role)
                sums[role] = counts if before is None else before.plus(counts)

    def put_all(self, documents: Iterable[Measures]) -> None:
        """Add many documents, at less cost than one by one."""
        found: dict[str, dict[str, list[Counts]]] = {measure: defaultdict(list) for measure in self._sums}
        for measures in documents:
            for measure, roles in measures.items():
                of_measure = found[measure]
                for role, counts in roles.items():
                    of_measure[role].append(counts)
        self.put(
            {
                measure: {role: sum_of_counts(counts) for role, counts in roles.items()}
                for measure, roles in found.items()
            }
        )

    def drop(self, measures: Measures) -> None:
        """Remove a document."""
        for measure, roles in measures.items():
            sums = self._sums[measure]
            for role, counts in roles.items():
                sums[role] = sums[role].minus(counts)

    def measures(self) -> dict[str, dict[str, Counts]]:
        """Return the sums by role, sorted by name; a role without entities on either side is omitted."""
        return {
            measure: {role: sums[role] for role in sorted(sums, key=_order) if any(sums[role])}
            for measure, sums in self._sums.items()
        }

    def first(self) -> Counts:
        """Return the sum of the first measure over all roles."""
        return sum_of_roles(next(iter(self._sums.values())))


def totals_of(measures: Measures) -> dict[str, Any]:
    """Return each measure's counts and ratios, in all and by role."""
    return {
        measure: {
            **sum_of_roles(roles).values(),
            "roles": {role: counts.values() for role, counts in roles.items()},
        }
        for measure, roles in measures.items()
    }


def _order(role: str) -> tuple[bool, str]:
    """Return a sort key: types first, then roles by name."""
    return (role != TYPE, role)


_ALL = "all"
_HEADS = ("correct", "proposed", "found", "gold", "P", "R", "F")


def measure_tables(measures: Measures) -> str:
    """Return a table for each measure, with a line for each role, one for all, and an empty line."""
    names = {printable(role) for roles in measures.values() for role in roles}
    width = max(map(len, (*measures, *names)), default=0)
    lines = [line for measure, roles in measures.items() for line in (*_table(measure, roles, width), "")]
    return "".join(f"{line}\n" for line in lines)


def _table(measure: str, roles: RoleCounts, width: int) -> Iterator[str]:
    yield _row(measure, _HEADS, width)
    for name, counts in (*roles.items(), (_ALL, sum_of_roles(roles))):
        yield _row(printable(name), (*map(_number, counts), *percents(counts)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>8}" for cell in cells)


def _number(count: object) -> str:
    return str(count) if isinstance(count, int) else f"{float(count):.2f}"  # type: ignore[arg-type]


def percents(counts: Counts) -> tuple[str, str, str]:
    """Precision, recall and F with two decimals."""
    return f"{counts.precision:.2f}", f"{counts.recall:.2f}", f"{counts.f:.2f}"
