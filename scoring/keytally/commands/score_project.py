"""`keytally score` without files, and scoring in several processes."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, Protocol, TypeVar

from keytally.commands.main import CANNOT_RUN, no_progress, say, show_progress, without_gc
from keytally.commands.processes import parallel_map
from keytally.project.pair import Pair
from keytally.runs.distributed_scoring import (
    DocumentShare,
    ScoredShare,
    distributed_pair,
    fold,
    shares_in_all,
)
from keytally.runs.files import KeytallyError
from keytally.runs.project import (
    PairScore,
    Project,
    Score,
    is_large,
    names_of,
    project_at,
    project_folder,
    score_of,
)
from keytally.runs.request import Request
from keytally.runs.score import score_request
from keytally.runs.score_result import ScoreResult
from keytally.text.rendering import printable

T = TypeVar("T")

SHARES = 12
"""The number of shares per process; with several shares each, processes finish at about the same time."""


class Progress(Protocol):
    """Yields items, and may show how many have been requested, as `show_progress` does."""

    def __call__(self, things: Iterable[T], total: int, unit: str) -> Iterator[T]:
        """Yield the items; `unit` is the plural noun for the items."""
        ...


def score_in_processes(
    request: Request, processes: int, *, in_short: bool = False, watch: Progress = show_progress
) -> ScoreResult:
    """Score a request in that many processes, if its documents can be scored separately.

    `in_short` is passed to `score_request`; `watch` shows the progress.
    """
    apart = distributed_pair(request)
    if apart is None:
        return score_request(request, lambda names: watch(names, len(names), "documents"), in_short=in_short)
    result = apart.in_short() if in_short else None
    if result is not None:
        return result
    shares = shares_in_all(apart, SHARES * processes)
    return fold(watch(parallel_map(score_share, shares, processes), len(shares), "parts"))


def score_share(share: DocumentShare) -> ScoredShare:
    """Score a share with garbage collection paused."""
    with without_gc():
        return share.score()


_OF_ONE_PAIR = ("task", "config", "texts", "options", "report_dir", "verbose")


def run_project(arguments: argparse.Namespace) -> int:
    """Score every pair of the project; return 2 if a pair cannot be scored or if the project files contain
    errors, otherwise 0.
    """
    _refuse(arguments)
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    is_json = arguments.format == "json"
    scores = _scores(project.pairs, arguments, is_json)
    if is_json or not sys.stdout.isatty():
        scores = show_progress(scores, len(project.pairs), "pairs")
    messages = _Messages()
    done = list(messages.along(scores) if is_json else _printed(project.pairs, messages.along(scores)))
    if is_json:
        from keytally.text.json_text import indented_json  # noqa: PLC0415 - only JSON pays for it

        print(indented_json(_document(project, done)))
    return CANNOT_RUN if project.problems or any(score.problems for score in done) else 0


def _refuse(arguments: argparse.Namespace) -> None:
    """Reject options for a single pair. Raises KeytallyError."""
    given = [name for name in _OF_ONE_PAIR if getattr(arguments, name)]
    if given:
        shown = {"options": "-O", "verbose": "-v", "report_dir": "--report-dir"}
        name = shown.get(given[0], f"--{given[0]}")
        raise KeytallyError(f"{name} applies to a single pair; specify its key and its response")


def _scores(pairs: Sequence[Pair], arguments: argparse.Namespace, with_values: bool) -> Iterator[PairScore]:
    """Yield the score of each pair; a large pair is divided among all processes, and other pairs are
    scored as a whole.
    """
    number, strict = arguments.processes, arguments.strict
    if number == 1:
        yield from (_scored(pair, with_values=with_values, strict=strict) for pair in pairs)
        return
    from keytally.commands.processes import parallel_map  # noqa: PLC0415 - one process needs none of it

    whole = partial(_scored, with_values=with_values, strict=strict)
    shared = partial(whole, score=partial(score_in_processes, processes=number, watch=no_progress))
    for are_large, group in groupby(pairs, is_large):
        alike = list(group)
        yield from map(shared, alike) if are_large else parallel_map(whole, alike, number)


def _scored(pair: Pair, *, with_values: bool, strict: bool, score: Score = score_request) -> PairScore:
    """Return the score of a pair, computed with garbage collection paused."""
    with without_gc():
        return score_of(pair, with_values=with_values, strict=strict, score=score)


class _Messages:
    """Prints warnings and problems to stderr, each only once, because pairs share keys."""

    def __init__(self) -> None:
        self._before: set[str] = set()

    def along(self, scores: Iterator[PairScore]) -> Iterator[PairScore]:
        """Yield the scores after printing their warnings and problems."""
        for score in scores:
            for line in chain((f"warning: {line}" for line in score.warnings), score.problems):
                if line not in self._before:
                    self._before.add(line)
                    say(line)
            yield score


def _printed(pairs: Sequence[Pair], scores: Iterator[PairScore]) -> Iterator[PairScore]:
    """Yield the scores; before each score without problems, print a line with the key, the response, the
    task, the headline measure and its value.
    """
    rows = [(*map(str, names_of(pair)), pair.task) for pair in pairs]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row, score in zip(rows, scores, strict=True):
        if not score.problems:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            print(printable("  ".join([*cells, score.measure, f"{score.value:.2f}"])), flush=True)
        yield score


def _document(project: Project, scores: Sequence[PairScore]) -> dict[str, Any]:
    """Return the JSON document: pairs with their scores, and unscored pairs with their problems."""
    pairs: list[dict[str, Any]] = []
    unscored: list[dict[str, Any]] = []
    for pair, score in zip(project.pairs, scores, strict=True):
        key, response = map(str, names_of(pair))
        entry = {"key": key, "response": response, "task": pair.task}
        if score.problems:
            unscored.append({**entry, "problems": list(score.problems)})
        else:
            found = {"measure": score.measure, "value": score.value, "score": score.values}
            pairs.append({**entry, **found, "warnings": list(score.warnings)})
    return {"pairs": pairs, "unscored": unscored}
