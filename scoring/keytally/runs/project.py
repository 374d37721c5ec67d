"""Find the project to run over, and score its pairs one by one."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.findings.finding import Severity
from keytally.project.discovery import discover
from keytally.project.pair import Pair
from keytally.project.reach import nearest_project_file
from keytally.runs.files import (
    KeytallyError,
    contain_errors,
    folders_of,
    line_of,
    shown_path,
    unexpected_error,
    workspace_of,
)
from keytally.runs.located_findings import problem_lines
from keytally.runs.request import Request
from keytally.runs.score import score_request
from keytally.runs.score_result import ScoreResult
from keytally.text.files import current_folder

LARGE = 1_000_000
"""The size of key and response, in bytes, from which the documents of a pair are distributed over
processes.
"""

NO_FOLDER = "the current directory no longer exists; change to an existing one, or use absolute paths"

T = TypeVar("T")


class Score(Protocol):
    """A function that scores a pair, as `keytally.runs.score.score_request` does."""

    def __call__(self, request: Request, *, in_short: bool) -> ScoreResult:
        """Return the result of a request. Raises KeytallyError if the pair cannot be scored."""
        ...


class Project(NamedTuple):
    """The live pairs of a project.

    `problems` contains a line for each error in its project files, `warnings` a line for each other problem.
    """

    pairs: Sequence[Pair]
    problems: Sequence[str] = ()
    warnings: Sequence[str] = ()


class PairScore(NamedTuple):
    """The result of one pair: its headline measure and value, or `problems` if it cannot be scored.

    `values` is the JSON document of the score, or None if not requested.
    """

    measure: str = ""
    value: float = 0.0
    values: Mapping[str, Any] | None = None
    warnings: Sequence[str] = ()
    problems: Sequence[str] = ()


def project_folder() -> Path:
    """Return the directory of the nearest project file, or the current directory if there is none.

    The path of the current directory is relative. Raises KeytallyError if the current directory has been
    deleted.
    """
    here = current_folder()
    if here is None:
        raise KeytallyError(NO_FOLDER)
    found = nearest_project_file(here, workspace_of(here))
    return found.parent if found is not None and found.parent != here else Path()


def project_at(folder: Path, allow: Sequence[Path] = ()) -> Project:
    """Return the pairs of the project in a directory. Raises KeytallyError if the project has no pairs and
    its project files contain no errors.

    A configuration to which a pair refers need not name a key or a response.
    """
    found = discover(folder, folders_of(folder, allow))
    problems = list(problem_lines(found, only=(Severity.ERROR,)))
    warnings = [line for line in problem_lines(found) if line not in problems]
    settings = {path for pair in found.live for path in pair.settings_files}
    notes = (note._replace(path=shown_path(note.path)) for note in found.notes if note.path not in settings)
    warnings += map(line_of, notes)
    if not found.live and not problems:
        raise KeytallyError(
            f"{folder}: no pairs in this directory; specify a key and a "
            "response, or declare pairs in keytally.toml"
        )
    return Project(found.live, problems, warnings)


def names_of(pair: Pair) -> tuple[Path, Path]:
    """Return the names of the key and the response of a pair for messages."""
    return shown_path(pair.key), shown_path(pair.response)


def score_of(
    pair: Pair, *, with_values: bool = False, strict: bool = False, score: Score = score_request
) -> PairScore:
    """Score one pair with its own settings; a failure is returned as a problem.

    If the environment variable KEYTALLY_DEBUG is set, unexpected errors are raised.
    """
    request = Request(pair, tuple(pair.options.items()), names_of(pair), strict=strict)
    return or_problems(pair, lambda: _pair_score(score(request, in_short=not with_values), with_values))


def is_large(pair: Pair) -> bool:
    """Return whether a pair is large enough to distribute its documents over processes."""
    return sum(map(_size, (pair.key, pair.response))) >= LARGE


def _pair_score(result: ScoreResult, with_values: bool) -> PairScore:
    values = result.values if with_values else None
    return PairScore(result.headline_name, result.headline, values, result.warnings)


def or_problems(pair: Pair, action: Callable[[], T]) -> T | PairScore:
    """Return the result of an action on a pair, or the problems if it fails; see `score_of`."""
    names = names_of(pair)
    try:
        with contain_errors(str(names[0])):
            return action()
    except KeytallyError as error:
        return PairScore(problems=error.problems)
    except Exception as error:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise
        return PairScore(problems=[f"{names[0]}, {names[1]}: {unexpected_error(error)}"])


def _size(path: Path) -> int:
    """Return the number of bytes of a file; 0 if it is unknown."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
