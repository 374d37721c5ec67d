"""Compares the responses of each key of a project."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from keytally.batch.compare import FEWEST, compared
from keytally.batch.compare_result import CompareResult
from keytally.batch.compared_systems import NO_DETAILS, Details, Spread, in_turn, takings_of
from keytally.batch.errors import KeytallyError
from keytally.batch.files import shown
from keytally.batch.project import Project, names_of, project_at
from keytally.batch.score import score_pair
from keytally.batch.score_result import ScoreResult
from keytally.batch.settings import FilePath, as_folders
from keytally.comparison.procedure import DEFAULT, Procedure
from keytally.project.pair import Pair


class KeyComparison(NamedTuple):
    """The responses to one key compared under one task, or `problems` where they cannot be."""

    key: str
    task: str
    result: CompareResult | None
    problems: Sequence[str] = ()


def compare_project(  # noqa: PLR0913 -- each is a choice of the command line
    folder: FilePath = ".",
    *,
    baseline: FilePath | None = None,
    procedure: Procedure = DEFAULT,
    details: Details = NO_DETAILS,
    allow: Sequence[FilePath] = (),
    spread: Spread = in_turn,
) -> list[KeyComparison]:
    """Compare the responses of each key of the project in a folder that has several; see `compare`.

    `baseline` is the name of a response; keys without it take their first one. Raises KeytallyError where
    there is no pair, where no key has two responses, and where none has the baseline.
    """
    project = project_at(Path(folder), as_folders(allow))
    return list(comparisons(project, baseline, procedure, details, spread))


def comparisons(
    project: Project,
    baseline: FilePath | None,
    procedure: Procedure,
    details: Details,
    spread: Spread = in_turn,
) -> Iterator[KeyComparison]:
    """A comparison for each key of a project with several responses; see `compare_project` for errors."""
    groups = [group for group in groups_of(project.pairs) if len(group) >= FEWEST]
    if not groups:
        raise KeytallyError(
            "no key of the project has two responses that are scored alike; there is nothing to compare"
        )
    names = [[str(shown(pair.response)) for pair in group] for group in groups]
    base = None if baseline is None else str(baseline)
    if base is not None and not any(base in each for each in names):
        raise KeytallyError(f"the baseline {base} is none of the responses that are compared")
    for group, each in zip(groups, names, strict=True):
        own_base = base if base in each else None
        takings = takings_of(each, map(scoring_of, group), details)
        compare = partial(compared, each, spread(takings), own_base, procedure, details)
        yield _comparison(group[0], compare)


def scoring_of(pair: Pair) -> Callable[[], ScoreResult]:
    """What scores a pair of a project."""
    return partial(score_pair, pair, tuple(pair.options.items()), names_of(pair))


def _comparison(pair: Pair, compare: Callable[[], CompareResult]) -> KeyComparison:
    """What comes of comparing the responses to the key of a pair."""
    key, task = str(shown(pair.key)), pair.task
    try:
        return KeyComparison(key, task, compare())
    except KeytallyError as error:
        return KeyComparison(key, task, None, error.problems)


def groups_of(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """The pairs of each key that are scored alike, in the order of the pairs."""
    groups: dict[object, list[Pair]] = {}
    for pair in pairs:
        settings = (pair.configuration, pair.encoding, *sorted(pair.options.items()))
        companions = sorted((kind, str(file)) for kind, file in pair.companions.items())
        groups.setdefault((pair.task, pair.key, settings, tuple(companions)), []).append(pair)
    return list(groups.values())
