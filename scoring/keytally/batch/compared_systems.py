"""What a comparison takes from the score of each system."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from keytally.batch.changes import Verdicts, verdicts_of
from keytally.batch.errors import KeytallyError
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_alike import Likeness, check_alike, likeness_of
from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import SumsHeadline
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.tallies.tally_trees import leaves, part_of

_CLOSE = 1e-6


class Details(NamedTuple):
    """What is told besides: where verdicts differ, and F by a part of the score, such as `slot`."""

    changes: bool = False
    by: str = ""


NO_DETAILS = Details()


class ScoredSystem(NamedTuple):
    """A system: its name, what each of its documents adds to the headline, and the details asked for."""

    name: str
    counts: Mapping[str, HeadlineCounts]
    verdicts: Verdicts | None
    parts: Mapping[str, float]


class Shared(NamedTuple):
    """What results that are scored alike share; `unit` is what a document is called."""

    task: str
    measure: str
    form: HeadlineForm
    unit: str


class TakenScore(NamedTuple):
    """What a comparison takes from the score of a response; can be sent to another process at little cost."""

    system: ScoredSystem
    shared: Shared
    likeness: Likeness
    warnings: Sequence[str]


Taking = Callable[[], TakenScore]
"""Scores a response, and takes from its score what a comparison needs. Raises KeytallyError."""

Spread = Callable[[Sequence[Taking]], Iterable[TakenScore]]
"""Calls what scores responses, here or in other processes; the scores come in the same order."""


def in_turn(takings: Sequence[Taking]) -> Iterator[TakenScore]:
    """One response after the other, here."""
    return (taking() for taking in takings)


def takings_of(
    names: Sequence[str], scorings: Iterable[Callable[[], ScoreResult]], details: Details
) -> list[Taking]:
    """What scores responses under these names; each can be pickled if its own function can."""
    return [partial(_taken_by, scoring, name, details) for name, scoring in zip(names, scorings, strict=True)]


def _taken_by(scoring: Callable[[], ScoreResult], name: str, details: Details) -> TakenScore:
    return taken(name, scoring(), details)


def taken(name: str, result: ScoreResult, details: Details) -> TakenScore:
    """What a comparison takes from a result. Raises KeytallyError where it cannot be compared."""
    shared = _shared(name, result)
    verdicts = verdicts_of(result) if details.changes else None
    parts = leaves(part_of(result.values, details.by)) if details.by else {}
    counts = _counts(name, result.live, shared.form)
    system = ScoredSystem(name, counts, verdicts, parts)
    return TakenScore(system, shared, likeness_of(result), result.warnings)


def scored_systems(scores: Iterable[TakenScore]) -> tuple[list[ScoredSystem], Shared, list[str]]:
    """The systems, what they share, and all warnings. Raises KeytallyError where they share it not."""
    systems: list[ScoredSystem] = []
    warnings: dict[str, None] = {}
    first: TakenScore | None = None
    for score in scores:
        first = first or score
        check_alike(score.system.name, score.likeness, first.system.name, first.likeness)
        systems.append(score.system)
        warnings |= dict.fromkeys(score.warnings)
    if first is None:
        raise KeytallyError("there is nothing to compare")
    return systems, first.shared, list(warnings)


def _shared(name: str, result: ScoreResult) -> Shared:
    evaluation = result.live.evaluation
    form = evaluation.headline_form if isinstance(evaluation, SumsHeadline) else None
    if form is None:
        raise KeytallyError(
            f"{name}: {result.headline_name} of {result.signature} is not made from sums over documents"
        )
    return Shared(result.task, result.headline_name, form, evaluation.document_name)


def _counts(name: str, live: LivePair, form: HeadlineForm) -> dict[str, HeadlineCounts]:
    """What each document adds. Raises KeytallyError where the sum is not the score."""
    evaluation = live.evaluation
    assert isinstance(evaluation, SumsHeadline)
    counts = {
        document: evaluation.headline_counts(scores)
        for document in live.documents
        if (scores := live.scores_of(document))
    }
    columns = zip(*counts.values(), strict=True) if counts else ()
    whole = form.value(HeadlineCounts(*map(sum, columns)))
    if abs(whole - live.headline()) > _CLOSE:
        raise KeytallyError(f"{name}: its score depends on the order of the file; it cannot be compared")
    return counts
