"""Analyse the errors of a response, or of each pair of a project."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.analysis import FIRST, Analysis, analyse_differences
from keytally.families.annotations import Difference, Place
from keytally.findings.finding import FilePosition
from keytally.findings.spelling import did_you_mean
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError, shown_path
from keytally.runs.project import PairScore, Project, names_of, or_problems, project_at
from keytally.runs.score import score, score_configuration, score_pair
from keytally.runs.score_result import ScoreResult
from keytally.runs.settings import FilePath, OptionValues, as_folders
from keytally.tallies.tally import Tally
from keytally.text.rendering import quantity
from keytally.text.tables import Table

if TYPE_CHECKING:
    from keytally.error_analysis.analysis import ValuedDifference


class LocatedPlace(NamedTuple):
    """A range in a file."""

    path: str
    start: FilePosition
    end: FilePosition

    def __str__(self) -> str:
        """Return `path:line:column`."""
        return f"{self.path}:{self.start.line}:{self.start.column}"

    @property
    def values(self) -> dict[str, Any]:
        """Return the range as plain values."""
        return {"start": self.start._asdict(), "end": self.end._asdict()}


class DifferencePlaces:
    """Finds the positions of differences in the files of a pair."""

    def __init__(self, live: LivePair) -> None:
        self._readings: Sequence[tuple[str, Reading]] = [
            (str(shown_path(path)), side.reading(path))
            for side in (live.response, live.key)
            for path in map(Path, side.paths)
        ]

    def place_of(self, difference: Difference) -> LocatedPlace:
        """Return the first position of a difference in the response, or in the key if it has none in the
        response.
        """
        return self._located((*difference.response, *difference.key)[0])

    def key_place_of(self, difference: Difference) -> LocatedPlace | None:
        """Return the first position of a difference in the key; None if it has none in the key."""
        return self._located(difference.key[0]) if difference.key else None

    def _located(self, place: Place) -> LocatedPlace:
        path, reading = next(each for each in self._readings if place.unit in each[1].units)
        offset = reading.units.offset_of(place.unit)
        ends = (reading.places.position(offset + at) for at in (place.start, place.end))
        return LocatedPlace(path, *(FilePosition(end.line + 1, end.column + 1) for end in ends))


EXAMPLES = 3
"""The maximum number of differences of each class that a page shows, unless a class is selected."""


class ErrorsResult:
    """The classified differences of a response, the gain of each fix, and the fixes to make first.

    `analysis` contains the differences, gains and fixes as values (see `keytally.error_analysis.analysis`);
    `score` is the score that they explain. A page lists `examples` differences of each class, or all of them
    if `examples` is None.
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
        """Return the task's name."""
        return self.score.task

    @property
    def warnings(self) -> Sequence[str]:
        """Return the warnings about the files and about documents with too many differences."""
        ranked = f"only {quantity(len(self.analysis.first), 'fix')} could be ranked"
        many = (
            f"document {document} has too many differences; {ranked}" for document in self.analysis.bounded
        )
        return [*self.score.warnings, *many]

    @cached_property
    def by_gain(self) -> "Sequence[ValuedDifference]":
        """Return the listed differences, sorted by gain, highest first; ties are in file order."""
        return sorted(self.analysis.differences, key=lambda each: -round(each.gain, 9))

    @property
    def values(self) -> dict[str, Any]:
        """Return the JSON document that `keytally errors --format json` prints."""
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
                {"key": confusion.key, "response": confusion.response, "count": confusion.times}
                for confusion in found.confusions
            ],
            "differences": [self._value(each) for each in self.by_gain],
            "first": [
                {"difference": numbers[id(each.valued.difference)], "headline": each.headline}
                for each in found.first
            ],
        }

    def _value(self, valued: "ValuedDifference") -> dict[str, Any]:
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
        """Return the tables of classes, fixes to make first, examples, confusions, and differences that
        cannot be fixed individually.
        """
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
            f"{found.repaired:.2f} with all fixed"
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
        return Table(f"Fix {_these(len(rows))} first", columns, rows, frozenset(range(1, 5)))

    def _listed(self) -> Table:
        rows = [
            (*self._told(each), _points(each.gain))
            for figures in self.analysis.classes
            for each in islice(self._of_class(figures.name), self._examples)
        ]
        title = "Differences" if self._examples is None else "Examples"
        return Table(title, ("place", "class", "key", "response", "gain"), rows, frozenset(range(4)))

    def _of_class(self, name: str) -> Iterator["ValuedDifference"]:
        return (each for each in self.by_gain if each.difference.name == name)

    def _confusions(self) -> Table:
        rows = [
            (confusion.key, confusion.response, str(confusion.times))
            for confusion in self.analysis.confusions
        ]
        return Table("Confusions", ("key", "response", "count"), rows, frozenset(range(2)))

    def _refused(self) -> Table:
        rows = [
            (*self._told(difference), difference.refused)
            for difference in self.analysis.differences
            if difference.refused
        ]
        columns = ("place", "class", "key", "response", "why")
        return Table("Not fixable individually", columns, rows, frozenset(range(5)))

    def _told(self, valued: "ValuedDifference") -> tuple[str, str, str, str]:
        """Return the position, the class, and the values of both sides."""
        difference = valued.difference
        place = str(self._places.place_of(difference))
        return place, difference.name, difference.key_text, difference.response_text


def _rank(outcome: str) -> tuple[int, str]:
    """Return a sort key: outcomes in the order of tallies, then others by name."""
    fields = Tally._fields
    return (fields.index(outcome) if outcome in fields else len(fields)), outcome


def _points(gain: float) -> str:
    return f"{gain + 0.0:+.2f}"


def _these(number: int) -> str:
    return "this" if number == 1 else f"these {number}"


def errors(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    allow: Sequence[FilePath] = (),
    top: int = FIRST,
    classes: Collection[str] = (),
) -> ErrorsResult:
    """Classify the differences of a response, and rank the `top` fixes by gain.

    The other arguments are the same as in `keytally.score`. `classes` limits the list of differences and the
    fixes to certain classes; the first words of a name select all classes that begin with them. Raises
    KeytallyError if the pair cannot be scored, for an unknown class, and for a task without classes.
    """
    result = score(key, response, task=task, config=config, options=options, encoding=encoding, allow=allow)
    return errors_of(result, top, classes)


def errors_configuration(
    config: FilePath,
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    top: int = FIRST,
    classes: Collection[str] = (),
) -> ErrorsResult:
    """Classify the differences of the pair that a configuration file names; see `errors`."""
    return errors_of(score_configuration(config, options=options, allow=allow), top, classes)


def errors_of(result: ScoreResult, top: int = FIRST, classes: Collection[str] = ()) -> ErrorsResult:
    """Classify the differences of a scored pair; see `errors`."""
    evaluation = result.live.evaluation
    if evaluation.classifier is None:
        raise KeytallyError(
            f"{result.signature} does not classify differences, because the score depends on the order "
            "within the file"
        )
    if top < 0:
        raise KeytallyError(f"invalid number of fixes {top}; use 0 or more")
    names = {name for wanted in classes for name in _named(wanted, evaluation.classifier.classes)}
    return ErrorsResult(result, analyse_differences(result.live, top, names), None if names else EXAMPLES)


def _named(wanted: str, names: Sequence[str]) -> Sequence[str]:
    """Return the class of that name, or the classes that begin with these words."""
    asked = " ".join(wanted.lower().split())
    found = [name for name in names if name == asked] or [
        name for name in names if name.startswith(f"{asked} ")
    ]
    if not found:
        hint, known = did_you_mean(asked, names), ", ".join(names)
        raise KeytallyError(f"unknown class {wanted!r}{hint}{' Classes' if hint else '; classes'}: {known}")
    return found


class PairErrors(NamedTuple):
    """The differences of one pair, or `problems` if it cannot be analysed."""

    key: str
    response: str
    task: str
    result: ErrorsResult | None
    problems: Sequence[str] = ()


def errors_project(
    folder: FilePath = ".",
    *,
    allow: Sequence[FilePath] = (),
    top: int = FIRST,
    classes: Collection[str] = (),
) -> list[PairErrors]:
    """Classify the differences of each pair of a project; see `errors` for the other arguments.

    Raises KeytallyError if there is no pair. For a pair that cannot be analysed, problems are returned
    instead.
    """
    return list(pair_errors(project_at(Path(folder), as_folders(allow)), top, classes))


def pair_errors(project: Project, top: int, classes: Collection[str]) -> Iterator[PairErrors]:
    """Yield the differences of each pair; pairs are scored lazily."""
    return (_of_pair(pair, top, classes) for pair in project.pairs)


def _of_pair(pair: Pair, top: int, classes: Collection[str]) -> PairErrors:
    names = names_of(pair)

    def analysed() -> ErrorsResult:
        return errors_of(score_pair(pair, tuple(pair.options.items()), names), top, classes)

    key, response = map(str, names)
    found = or_problems(pair, analysed)
    if isinstance(found, PairScore):
        return PairErrors(key, response, pair.task, None, found.problems)
    return PairErrors(key, response, pair.task, found)
