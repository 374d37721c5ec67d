"""Results of the programs' modes, and the assignment that breaks ties in the same way as scipy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import inf
from typing import Any, NamedTuple

from keytally.measures.ratios import HeadlineCounts, HeadlineForm

Json = Any
"""A JSON value as parsed: dict, list, str, int, float, Decimal, bool or None."""

Figures = Mapping[str, Any]
"""Figures of a document or of all documents, by the program's own names."""

Document = tuple[str, Json, Json, Json]
"""The id of a document, its key, its response and its schema; response and schema may be None."""


class NotApplicableError(Exception):
    """The error for a document that the program cannot score; the message is the reason."""


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The figures that a program prints.

    `score` is the headline; it is None if no document has figures, and `reason` then explains why.
    `documents` maps the ids of scored documents to their figures, and `not_applicable` maps the other ids to
    reasons.
    """

    name: str
    score: float | None
    documents: Mapping[str, Figures] = field(default_factory=dict)
    totals: Figures = field(default_factory=dict)
    not_applicable: Mapping[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str | None:
        """Return the reason for a missing headline; None if there is a headline."""
        if self.score is not None:
            return None
        return next(iter(self.not_applicable.values()), "there are no documents")


Place = tuple[str | int, ...]
"""The names and indices from a record to a value."""


class Verdict(NamedTuple):
    """The decision of a program on a value of the key, of the response, or of both as a pair.

    The place is None on a side without such a value. A program may decide on a whole list as one value.
    """

    key: Place | None
    response: Place | None
    is_correct: bool


class Program(NamedTuple):
    """A program: the name of its headline, and the function that scores a document.

    `score` raises NotApplicableError for a document that the program cannot score. `result` returns the
    figures of all documents, given the scores by id and the reasons for unscored documents. The headline is
    the `measure` of the summed `counts` in the given form, as a fraction.
    """

    name: str
    measure: str
    score: Callable[[Json, Json, Json], Any]
    result: Callable[[Mapping[str, Any], Mapping[str, str]], ProgramResult]
    counts: Callable[[Any], HeadlineCounts]
    form: HeadlineForm

    def evaluate(self, documents: Iterable[Document]) -> ProgramResult:
        """Return the figures of documents."""
        scores, reasons = dict[str, Any](), dict[str, str]()
        for name, key, response, schema in documents:
            score = self.score_of(key, response, schema)
            if isinstance(score, NotApplicableError):
                reasons[name] = str(score)
            else:
                scores[name] = score
        return self.result(scores, reasons)

    def score_of(self, key: Json, response: Json, schema: Json) -> Any:
        """Return the score of a document, or a NotApplicableError."""
        try:
            return self.score(as_python(key), as_python(response), as_python(schema))
        except NotApplicableError as error:
            return error
        except RecursionError:
            return NotApplicableError("the record is nested too deeply")
        except OverflowError:
            return NotApplicableError("a number is too large")


def by_document(
    name: str,
    measure: str,
    score: Callable[[Json, Json, Json], Figures],
    ratios: Sequence[str],
    counts: Sequence[str],
) -> Program:
    """Return a program whose headline is a figure averaged over documents.

    The totals are the means of the `ratios` and the sums of the `counts`.
    """

    def result(figures: Mapping[str, Figures], reasons: Mapping[str, str]) -> ProgramResult:
        if not figures:
            return ProgramResult(name, None, not_applicable=reasons)
        totals = {each: mean(found[each] for found in figures.values()) for each in ratios}
        totals |= {each: sum(found[each] for found in figures.values()) for each in counts}
        return ProgramResult(name, totals[measure], figures, totals, reasons)

    def headline(figures: Figures) -> HeadlineCounts:
        return HeadlineCounts(figures[measure], 1)

    return Program(name, measure, score, result, headline, HeadlineForm(beta=None))


def as_python(value: Json) -> Json:
    """Return a JSON value in the form that Python's `json` returns, with int or float instead of Decimal."""
    if isinstance(value, dict):
        return {name: as_python(item) for name, item in value.items()}
    if isinstance(value, list):
        return [as_python(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value.is_finite() and value.as_tuple().exponent == 0 else float(value)
    return value


def members_in(node: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """Return an object in a schema node; for any other value, an empty object."""
    found = node.get(name)
    return found if isinstance(found, dict) else {}


def parts_in(node: Mapping[str, Json], name: str) -> Sequence[Json]:
    """Return a list in a schema node; for any other value, an empty list."""
    found = node.get(name)
    return found if isinstance(found, list) else ()


def mean(values: Iterable[float]) -> float:
    """Return the mean of one or more values, summed in order as in the programs."""
    found = list(values)
    return sum(found) / len(found)


def assign(costs: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the (row, column) pairs with the lowest total cost, in row order.

    If several assignments have that cost, return the one that scipy's `linear_sum_assignment` returns. The
    method uses shortest augmenting paths for rectangular matrices (Crouse 2016, "On implementing 2D
    rectangular assignment algorithms").
    """
    if not costs or not costs[0]:
        return []
    if len(costs[0]) < len(costs):
        turned = _assigned_columns(list(zip(*costs, strict=True)))
        return sorted((row, column) for column, row in enumerate(turned))
    return list(enumerate(_assigned_columns(costs)))


def _assigned_columns(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column assigned to each row; there must be at least as many columns as rows."""
    row_prices, column_prices = [0.0] * len(costs), [0.0] * len(costs[0])
    column_of, row_of = [-1] * len(costs), [-1] * len(costs[0])
    for start in range(len(costs)):
        path = _shortest_path(costs, start, row_prices, column_prices, row_of)
        far = path.distances[path.columns[-1]]
        row_prices[start] += far
        for column in path.columns[:-1]:
            row_prices[row_of[column]] += far - path.distances[column]
            column_prices[column] -= far - path.distances[column]
        column, row = path.columns[-1], -1
        while row != start:
            row = path.before[column]
            row_of[column] = row
            column_of[row], column = column, column_of[row]
    return column_of


class _Path(NamedTuple):
    """The columns that a search visited, ending with the free column; the distance and the previous row of
    each column.
    """

    columns: Sequence[int]
    distances: Sequence[float]
    before: Sequence[int]


def _shortest_path(
    costs: Sequence[Sequence[float]],
    row: int,
    row_prices: Sequence[float],
    column_prices: Sequence[float],
    row_of: Sequence[int],
) -> _Path:
    """Return the shortest path from a row to an unassigned column.

    scipy examines columns in descending order and fills each removed column's place with the last column. It
    prefers a later column only if that column is free, which determines ties.
    """
    before, distances = [-1] * len(row_of), [inf] * len(row_of)
    remaining = list(range(len(row_of) - 1, -1, -1))
    visited, far = list[int](), 0.0
    while row >= 0:
        base, line = far - row_prices[row], costs[row]
        far, place = inf, -1
        for position, column in enumerate(remaining):
            distance = base + line[column] - column_prices[column]
            if distance < distances[column]:
                distances[column] = distance
                before[column] = row
            else:
                distance = distances[column]
            if distance < far or (distance == far and row_of[column] < 0):
                far, place = distance, position
        visited.append(remaining[place])
        last = remaining.pop()
        if place < len(remaining):
            remaining[place] = last
        row = row_of[visited[-1]]
    return _Path(visited, distances, before)
