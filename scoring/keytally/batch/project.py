"""Finds the project to run over, and scores its pairs one by one."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.batch.errors import KeytallyError, contained, unforeseen
from keytally.batch.files import shown
from keytally.batch.project_problems import problem_lines
from keytally.batch.request import Request
from keytally.batch.score import scored
from keytally.batch.score_result import ScoreResult
from keytally.batch.targets import folders_of, line_of, workspace_of
from keytally.findings.rule import Severity
from keytally.project.discovery import discover
from keytally.project.pair import Pair
from keytally.project.project_file import nearest_project_file

LARGE = 1_000_000
"""The number of bytes of key and response from which on the documents of a pair are spread over processes."""

T = TypeVar("T")


class Score(Protocol):
    """What scores a pair, as `keytally.batch.score.scored` does."""

    def __call__(self, request: Request, *, in_short: bool) -> ScoreResult:
        """The result of what is asked for. Raises KeytallyError where the pair cannot be scored."""
        ...


class Project(NamedTuple):
    """The live pairs of a project.

    `problems` has a line for each error of its project files, `warnings` one for all else that is wrong.
    """

    pairs: Sequence[Pair]
    problems: Sequence[str] = ()
    warnings: Sequence[str] = ()


class PairScore(NamedTuple):
    """What came of one pair: its headline measure and value, or `problems` where it cannot be scored.

    `values` is the JSON document of the score, None where it was not asked for.
    """

    measure: str = ""
    value: float = 0.0
    values: Mapping[str, Any] | None = None
    warnings: Sequence[str] = ()
    problems: Sequence[str] = ()


def project_folder() -> Path:
    """The folder of the nearest keytally.toml from the current folder up; else the current folder.

    The path is relative where that is the current folder.
    """
    here = Path.cwd()
    found = nearest_project_file(here, workspace_of(here))
    return found.parent if found is not None and found.parent != here else Path()


def project_at(folder: Path, allow: Sequence[Path] = ()) -> Project:
    """The pairs of the project in a folder. Raises KeytallyError where there is none.

    A configuration that a pair names itself need not name files.
    """
    found = discover(folder, folders_of(folder, allow))
    problems = list(problem_lines(found, only=(Severity.ERROR,)))
    warnings = [line for line in problem_lines(found) if line not in problems]
    settings = {path for pair in found.live for path in pair.settings_files}
    notes = (note._replace(path=shown(note.path)) for note in found.notes if note.path not in settings)
    warnings += map(line_of, notes)
    if not found.live and not problems:
        raise KeytallyError(
            f"{folder}: no pairs in this folder; give a key and a response, or state pairs in keytally.toml"
        )
    return Project(found.live, problems, warnings)


def names_of(pair: Pair) -> tuple[Path, Path]:
    """The key and the response of a pair as messages show them."""
    return shown(pair.key), shown(pair.response)


def score_of(
    pair: Pair, *, with_values: bool = False, strict: bool = False, score: Score = scored
) -> PairScore:
    """The score of one pair, by its own settings; what fails is one of its problems, and others are scored.

    While the environment has KEYTALLY_DEBUG set, an unexpected error is raised.
    """
    request = Request(pair, tuple(pair.options.items()), names_of(pair), strict=strict)
    return or_problems(pair, lambda: _told(score(request, in_short=not with_values), with_values))


def is_large(pair: Pair) -> bool:
    """Whether the documents of a pair are worth to be spread over processes."""
    return sum(map(_size, (pair.key, pair.response))) >= LARGE


def _told(result: ScoreResult, with_values: bool) -> PairScore:
    values = result.values if with_values else None
    return PairScore(result.headline_name, result.headline, values, result.warnings)


def or_problems(pair: Pair, action: Callable[[], T]) -> T | PairScore:
    """What an action about a pair returns; if it fails, why; see `score_of`."""
    names = names_of(pair)
    try:
        with contained(str(names[0])):
            return action()
    except KeytallyError as error:
        return PairScore(problems=error.problems)
    except Exception as error:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise
        return PairScore(problems=[f"{names[0]}, {names[1]}: {unforeseen(error)}"])


def _size(path: Path) -> int:
    """The number of bytes of a file; 0 if it cannot be told."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
