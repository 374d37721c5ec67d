"""`keytally score` without files: a line for each pair of the project, or one JSON document."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any

from keytally.batch.errors import KeytallyError
from keytally.batch.project import (
    PairScore,
    Project,
    Score,
    is_large,
    names_of,
    project_at,
    project_folder,
    score_of,
)
from keytally.batch.score import scored
from keytally.cli.collector import at_rest
from keytally.cli.main import CANNOT_RUN, say
from keytally.cli.progress import unwatched, watched
from keytally.project.pair import Pair
from keytally.text.printable import printable

_OF_ONE_PAIR = ("task", "config", "texts", "options", "report_dir", "verbose")


def run(arguments: argparse.Namespace) -> int:
    """Score every pair of the project; returns 2 if one cannot be scored, else 0."""
    _refuse(arguments)
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    is_json = arguments.format == "json"
    scores = _scores(project.pairs, arguments, is_json)
    if is_json or not sys.stdout.isatty():
        scores = watched(scores, len(project.pairs), "pairs")
    told = _Told()
    done = list(told.along(scores) if is_json else _printed(project.pairs, told.along(scores)))
    if is_json:
        from keytally.text.indented_json import indented_json  # noqa: PLC0415 - only JSON pays for it

        print(indented_json(_document(project, done)))
    return CANNOT_RUN if project.problems or any(score.problems for score in done) else 0


def _refuse(arguments: argparse.Namespace) -> None:
    """Refuse what is about one pair. Raises KeytallyError."""
    given = [name for name in _OF_ONE_PAIR if getattr(arguments, name)]
    if given:
        shown = {"options": "-O", "verbose": "-v", "report_dir": "--report-dir"}
        name = shown.get(given[0], f"--{given[0]}")
        raise KeytallyError(f"{name} is about one pair; name its key and its response")


def _scores(pairs: Sequence[Pair], arguments: argparse.Namespace, with_values: bool) -> Iterator[PairScore]:
    """The score of each pair; all processes have a part of each large one, and of others a pair at a time."""
    number, strict = arguments.processes, arguments.strict
    if number == 1:
        yield from (_scored(pair, with_values=with_values, strict=strict) for pair in pairs)
        return
    from keytally.cli.processes import each  # noqa: PLC0415 - one process needs none of it
    from keytally.cli.score_shares import score_in  # noqa: PLC0415 - one process needs none of it

    whole = partial(_scored, with_values=with_values, strict=strict)
    shared = partial(whole, score=partial(score_in, processes=number, watch=unwatched))
    for are_large, group in groupby(pairs, is_large):
        alike = list(group)
        yield from map(shared, alike) if are_large else each(whole, alike, number)


def _scored(pair: Pair, *, with_values: bool, strict: bool, score: Score = scored) -> PairScore:
    """The score of a pair; what it has built is collected before the next."""
    with at_rest():
        return score_of(pair, with_values=with_values, strict=strict, score=score)


class _Told:
    """Prints warnings and problems on standard error, each once: pairs share keys."""

    def __init__(self) -> None:
        self._before: set[str] = set()

    def along(self, scores: Iterator[PairScore]) -> Iterator[PairScore]:
        """The scores, with their lines printed before each."""
        for score in scores:
            for line in chain((f"warning: {line}" for line in score.warnings), score.problems):
                if line not in self._before:
                    self._before.add(line)
                    say(line)
            yield score


def _printed(pairs: Sequence[Pair], scores: Iterator[PairScore]) -> Iterator[PairScore]:
    """The scores, after a line for each: key, response, task, headline measure and its value."""
    rows = [(*map(str, names_of(pair)), pair.task) for pair in pairs]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row, score in zip(rows, scores, strict=True):
        if not score.problems:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            print(printable("  ".join([*cells, score.measure, f"{score.value:.2f}"])), flush=True)
        yield score


def _document(project: Project, scores: Sequence[PairScore]) -> dict[str, Any]:
    """The JSON document: pairs with their scores, and those that have none with their problems."""
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
