"""The page of scored responses: how they stand, what they differ in, and their documents."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.batch.compare import compared
from keytally.batch.compared_systems import NO_DETAILS, scored_systems, taken
from keytally.batch.files import shown
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_alike import check_alike, likeness_of
from keytally.comparison.procedure import DEFAULT
from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import SumsHeadline
from keytally.measures.headline import HeadlineCounts
from keytally.report_page.confusions import Answers
from keytally.report_page.documents import Manner, Seen, documents_of
from keytally.report_page.error_classes import ErrorClasses
from keytally.report_page.left_out import Shown, differing
from keytally.report_page.links import Links
from keytally.report_page.parts import parts_of
from keytally.report_page.values import Figure, Grid, Page, System

if TYPE_CHECKING:
    from keytally.comparison.significance import Standing

NO_NUMPY = "Intervals and significance need numpy: pip install 'keytally[compare]'."
NO_INTERVAL = "There are no intervals: the score is not made from sums over {}s."


class _Standings(NamedTuple):
    """The responses in the order of their score, with intervals where they are known, and what is said."""

    order: Sequence[int]
    standings: Sequence["Standing | None"]
    grids: Sequence[Grid] = ()
    notes: Sequence[str] = ()


def reported(
    names: Sequence[str], results: Sequence[ScoreResult], links: Links, only_differences: bool
) -> Page:
    """The page of scored responses. Raises KeytallyError where they are not scored alike."""
    for name, result in zip(names[1:], results[1:], strict=True):
        check_alike(name, likeness_of(result), names[0], likeness_of(results[0]))
    names = _short(names)
    found = _standings(names, results)
    pairs = [results[at].live for at in found.order]
    seen = [Seen(Answers(), ErrorClasses(pair)) for pair in pairs]
    documents = documents_of(pairs, seen, Manner(links, shown, only_differences))
    systems = [
        _system(names[at], results[at], found.standings[at])._replace(
            confusions=seen[place].answers.confusions,
            error_classes=seen[place].classes.values(),
            differences=sum(document.standings[place].differences for document in documents),
        )
        for place, at in enumerate(found.order)
    ]
    first = results[found.order[0]]
    name = first.live.evaluation.document_name
    kept = differing(documents, name) if only_differences else Shown(documents, ())
    return Page(
        _title(systems),
        first.task,
        first.signature,
        str(shown(first.pair.key)),
        first.headline_name,
        name,
        systems,
        found.grids,
        kept.documents,
        [*found.notes, *dict.fromkeys(warning for result in results for warning in result.warnings)],
        kept.notes,
    )


def _short(names: Sequence[str]) -> list[str]:
    """The names without their folders, where these tell them apart."""
    short = [Path(name).name for name in names]
    return short if len(set(short)) == len(short) and all(short) else list(names)


def _title(systems: Sequence[System]) -> str:
    best = systems[0].name
    return best if len(systems) == 1 else f"{best} and {len(systems) - 1} more"


def _standings(names: Sequence[str], results: Sequence[ScoreResult]) -> _Standings:
    """The order of the responses, with what resampling says of them where it can."""
    evaluation = results[0].live.evaluation
    if not isinstance(evaluation, SumsHeadline) or evaluation.headline_form is None:
        return _unsampled(names, results, NO_INTERVAL.format(evaluation.document_name))
    try:
        return _sampled(names, results)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return _unsampled(names, results, NO_NUMPY)


def _unsampled(names: Sequence[str], results: Sequence[ScoreResult], note: str) -> _Standings:
    order = sorted(range(len(names)), key=lambda at: (-round(results[at].headline, 9), names[at]))
    return _Standings(order, [None] * len(names), notes=[note])


def _sampled(names: Sequence[str], results: Sequence[ScoreResult]) -> _Standings:
    """Raises ModuleNotFoundError without numpy, and KeytallyError where nothing can be resampled."""
    from keytally.comparison import significance  # noqa: PLC0415 - numpy need not be there

    scores = (taken(name, result, NO_DETAILS) for name, result in zip(names, results, strict=True))
    if len(results) > 1:
        made = compared(names, scores, None, DEFAULT, NO_DETAILS)
        comparison, tables = made.comparison, made.tables
    else:
        systems, shared, _ = scored_systems(scores)
        counts = list(systems[0].counts.values()) or [shared.form.nothing]
        comparison = significance.compared([significance.System(names[0], counts)], shared.form, DEFAULT)
        tables = []
    by_name = {standing.name: standing for standing in comparison.systems}
    order = [names.index(standing.name) for standing in comparison.systems]
    return _Standings(order, [by_name[name] for name in names], [Grid(*table) for table in tables])


def _system(name: str, result: ScoreResult, standing: "Standing | None") -> System:
    """One response, without what its documents tell."""
    evaluation, totals = result.live.evaluation, result.totals
    figures = [Figure(*figure) for figure in evaluation.figures(totals)]
    recall, precision = _ratios(result.live)
    low, high = (None, None) if standing is None else (standing.low, standing.high)
    return System(
        name,
        str(shown(result.pair.response)),
        result.headline,
        recall,
        precision,
        low,
        high,
        figures,
        parts_of(evaluation, result.values, totals),
    )


def _ratios(pair: LivePair) -> tuple[float | None, float | None]:
    """Recall and precision over all documents, in percent; None where the measure is not made of them."""
    evaluation = pair.evaluation
    form = evaluation.headline_form if isinstance(evaluation, SumsHeadline) else None
    if form is None or not isinstance(evaluation, SumsHeadline):
        return None, None
    counts = [evaluation.headline_counts(pair.scores_of(document)) for document in pair.documents]
    whole = HeadlineCounts(*map(sum, zip(*counts, strict=True))) if counts else form.nothing
    return form.recall(whole), None if form.beta is None else form.precision(whole)
