"""Compares the scores of several responses to one key, for the command and the Python API."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from keytally.batch.changes import Change, changes
from keytally.batch.compare_result import CompareResult
from keytally.batch.compared_systems import (
    NO_DETAILS,
    Details,
    ScoredSystem,
    Spread,
    TakenScore,
    in_turn,
    scored_systems,
    takings_of,
)
from keytally.batch.errors import KeytallyError
from keytally.batch.request import Request, requests_to
from keytally.batch.score import score_configuration, scored
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_alike import check_once
from keytally.batch.settings import FilePath, OptionValues
from keytally.comparison.procedure import DEFAULT, Procedure
from keytally.text.plural import quantity

FEWEST = 2


def compare(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    responses: Sequence[FilePath],
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    allow: Sequence[FilePath] = (),
    baseline: FilePath | None = None,
    procedure: Procedure = DEFAULT,
    details: Details = NO_DETAILS,
    spread: Spread = in_turn,
) -> CompareResult:
    """Compare responses to one key; the other arguments are those of `keytally.score`.

    What keytally.toml states of the first response that it names with the key counts for those that it does
    not name.

    `baseline` is one of the responses, by default the first; `details` asks for more. `spread` calls the
    functions that score a response each, which can be pickled, wherever it likes. Raises KeytallyError where
    a response cannot be scored, where the measure does not sum over documents, and where numpy is absent.
    """
    request = requests_to(
        key, responses, task=task, config=config, options=options, encoding=encoding, allow=allow
    )
    scorings = (partial(_scored, request, response) for response in responses)
    names = list(map(str, responses))
    scores = spread(takings_of(names, scorings, details))
    return compared(names, scores, baseline, procedure, details)


def _scored(request: Callable[[FilePath], Request], response: FilePath) -> ScoreResult:
    """The score of a response, by what is asked for with it."""
    return scored(request(response))


def compare_configurations(  # noqa: PLR0913 -- each is a choice of the command line
    configs: Sequence[FilePath],
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    baseline: FilePath | None = None,
    procedure: Procedure = DEFAULT,
    details: Details = NO_DETAILS,
    spread: Spread = in_turn,
) -> CompareResult:
    """Compare the responses of several configuration files, which are named by these files; see `compare`."""
    scorings = (partial(score_configuration, config, options=options, allow=allow) for config in configs)
    names = list(map(str, configs))
    scores = spread(takings_of(names, scorings, details))
    return compared(names, scores, baseline, procedure, details)


def compared(
    names: Sequence[str],
    scores: Iterable[TakenScore],
    baseline: FilePath | None,
    procedure: Procedure,
    details: Details,
) -> CompareResult:
    """Compare the scores of responses with these names; none is asked for before all else is right."""
    significance = _significance()
    if procedure.problem:
        raise KeytallyError(procedure.problem)
    base = names[0] if baseline is None and names else str(baseline)
    _check_names(names, base)
    systems, first, warnings = scored_systems(scores)
    order = list(dict.fromkeys(document for system in systems for document in system.counts))
    if not order:
        raise KeytallyError("the files have no document to compare")
    nothing = first.form.nothing
    listed = [
        significance.System(each.name, [each.counts.get(document, nothing) for document in order])
        for each in systems
    ]
    found = significance.compared(listed, first.form, procedure)
    documents = quantity(len(order), first.unit)
    parts = _parts(systems, details.by) if details.by else None
    changed = _changes(systems, base) if details.changes else None
    return CompareResult(
        first.task, first.measure, documents, base, procedure, found, warnings, changed, parts
    )


def _changes(systems: Sequence[ScoredSystem], baseline: str) -> dict[str, Sequence[Change]]:
    """Where the verdicts of each system but the baseline differ from the baseline's."""
    verdicts = {system.name: system.verdicts for system in systems if system.verdicts is not None}
    return {name: changes(verdicts[baseline], own) for name, own in verdicts.items() if name != baseline}


def _parts(systems: Sequence[ScoredSystem], by: str) -> dict[str, Mapping[str, float]]:
    """F of each system by a part of the score. Raises KeytallyError where the task has none."""
    if not any(system.parts for system in systems):
        raise KeytallyError(f"the scores of this task have no F by {by}")
    return {system.name: system.parts for system in systems}


def _check_names(names: Sequence[str], baseline: str) -> None:
    if len(names) < FEWEST:
        raise KeytallyError("give at least two responses to compare")
    check_once(names)
    if baseline not in names:
        raise KeytallyError(f"the baseline {baseline} is none of the responses; give it as one of them")


def _significance() -> Any:
    """The module that compares, which needs numpy."""
    try:
        from keytally.comparison import significance  # noqa: PLC0415 - numpy need not be there
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise KeytallyError("comparing needs numpy: pip install 'keytally[compare]'") from None
    return significance
