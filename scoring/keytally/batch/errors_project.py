"""Analyses the errors of each pair of a project."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.batch.error_analysis import errors_of
from keytally.batch.errors_result import ErrorsResult
from keytally.batch.project import PairScore, Project, names_of, or_problems, project_at
from keytally.batch.score import score_pair
from keytally.batch.settings import FilePath, as_folders
from keytally.error_analysis.analysis import FIRST
from keytally.project.pair import Pair


class PairErrors(NamedTuple):
    """The differences of one pair, or `problems` where they cannot be told."""

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
    """The differences of each pair of the project in a folder; see `errors` for the other arguments.

    Raises KeytallyError where there is no pair. A pair that cannot be analysed has problems instead.
    """
    return list(pair_errors(project_at(Path(folder), as_folders(allow)), top, classes))


def pair_errors(project: Project, top: int, classes: Collection[str]) -> Iterator[PairErrors]:
    """The differences of each pair in turn; a pair is scored when it is asked for."""
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
