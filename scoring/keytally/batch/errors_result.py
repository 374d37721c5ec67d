"""The result of analysing the errors of a response, for the command and the Python API."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from keytally.batch.difference_places import DifferencePlaces
from keytally.batch.score_result import ScoreResult
from keytally.comparison.table import Table
from keytally.error_analysis.analysis import Analysis
from keytally.tallies.tally import Tally
from keytally.text.plural import quantity

if TYPE_CHECKING:
    from keytally.error_analysis.gains import Valued

EXAMPLES = 3
"""The number of differences of each class that a page shows, unless it is asked for a class."""


class ErrorsResult:
    """The differences of a response in classes, what each repair gains, and the repairs to make first.

    `analysis` has them as values (keytally.error_analysis.analysis); `score` is the score that they explain.
    A page lists `examples` differences of each class, all where it is None.
    """

    def __init__(self, score: ScoreResult, analysis: Analysis, examples: int | None = EXAMPLES) -> None:
        self.score = score
        self.analysis = analysis
        self._examples = examples
        self._places = DifferencePlaces(score.live)

    def __repr__(self) -> str:
        return f"<ErrorsResult {self.task} {quantity(len(self.analysis.differences), 'difference')}>"

    @property
    def task(self) -> str:
        """The task's name."""
        return self.score.task

    @property
    def warnings(self) -> Sequence[str]:
        """What is odd about the files, a line each."""
        return self.score.warnings

    @cached_property
    def by_gain(self) -> "Sequence[Valued]":
        """The listed differences, those that gain most first; of equal gains in file order."""
        return sorted(self.analysis.differences, key=lambda each: -round(each.gain, 9))

    @property
    def values(self) -> dict[str, Any]:
        """The JSON document that `keytally errors --format json` prints."""
        found = self.analysis
        numbers = {id(each.difference): number for number, each in enumerate(self.by_gain)}
        return {
            "task": self.task,
            "measure": self.score.headline_name,
            "headline": found.headline,
            "repaired": found.repaired,
            "classes": {
                each.name: {
                    "count": each.number,
                    "share": each.share,
                    "counts": dict(each.counts),
                    "gain": each.gain,
                }
                for each in found.classes
            },
            "confusions": [
                {"key": each.key, "response": each.response, "count": each.times} for each in found.confusions
            ],
            "differences": [self._value(each) for each in self.by_gain],
            "first": [
                {"difference": numbers[id(each.valued.difference)], "headline": each.headline}
                for each in found.first
            ],
        }

    def _value(self, valued: "Valued") -> dict[str, Any]:
        difference = valued.difference
        place, key_place = self._places.place_of(difference), self._places.key_place_of(difference)
        in_key = None if key_place is None else {"path": key_place.path, "range": key_place.values}
        return {
            "class": difference.name,
            "gain": None if valued.refused else valued.gain,
            "path": place.path,
            "range": place.values,
            "key": difference.key_text,
            "response": difference.response_text,
            "document": valued.document,
            "counts": dict(difference.counts),
            "key_place": in_key,
            "refused": valued.refused or None,
        }

    @property
    def tables(self) -> list[Table]:
        """Classes, the repairs to make first, examples of each class, and confusions."""
        tables = [self._classes(), self._first(), self._listed(), self._confusions(), self._refused()]
        return [tables[0], *(table for table in tables[1:] if table.rows)]

    def _classes(self) -> Table:
        found = self.analysis
        outcomes = sorted({name for each in found.classes for name in each.counts}, key=_rank)
        rows = [
            (
                each.name,
                str(each.number),
                f"{each.share:.1f}",
                *(str(each.counts.get(name, 0)) for name in outcomes),
                _points(each.gain),
            )
            for each in found.classes
        ]
        number = sum(each.number for each in found.classes)
        title = (
            f"{quantity(number, 'difference')}; {self.score.headline_name} {found.headline:.2f}, "
            f"{found.repaired:.2f} with all repaired"
        )
        columns = ("class", "count", "%", *(name.upper() for name in outcomes), "gain")
        return Table(title, columns, rows)

    def _first(self) -> Table:
        name = self.score.headline_name
        steps = self.analysis.first
        rows = [
            (str(rank), *self._told(each.valued), _points(each.headline - before), f"{each.headline:.2f}")
            for rank, (before, each) in enumerate(
                zip([self.analysis.headline, *(step.headline for step in steps)], steps, strict=False), 1
            )
        ]
        columns = ("#", "place", "class", "key", "response", "gain", name)
        return Table(f"Repair {_these(len(rows))} first", columns, rows, frozenset(range(1, 5)))

    def _listed(self) -> Table:
        rows = [
            (*self._told(each), _points(each.gain))
            for figures in self.analysis.classes
            for each in islice(self._of_class(figures.name), self._examples)
        ]
        title = "Differences" if self._examples is None else "Examples"
        return Table(title, ("place", "class", "key", "response", "gain"), rows, frozenset(range(4)))

    def _of_class(self, name: str) -> Iterator["Valued"]:
        return (each for each in self.by_gain if each.difference.name == name)

    def _confusions(self) -> Table:
        rows = [(each.key, each.response, str(each.times)) for each in self.analysis.confusions]
        return Table("Confused", ("key", "response", "count"), rows, frozenset(range(2)))

    def _refused(self) -> Table:
        rows = [(*self._told(each), each.refused) for each in self.analysis.differences if each.refused]
        columns = ("place", "class", "key", "response", "why")
        return Table("Not to be repaired by themselves", columns, rows, frozenset(range(5)))

    def _told(self, valued: "Valued") -> tuple[str, str, str, str]:
        """Place, class, and what the two sides say."""
        difference = valued.difference
        place = str(self._places.place_of(difference))
        return place, difference.name, difference.key_text, difference.response_text


def _rank(outcome: str) -> tuple[int, str]:
    """Outcomes in the order of tallies, then others by name."""
    fields = Tally._fields
    return (fields.index(outcome) if outcome in fields else len(fields)), outcome


def _points(gain: float) -> str:
    return f"{gain + 0.0:+.2f}"


def _these(number: int) -> str:
    return "this" if number == 1 else f"these {number}"
