"""Compares the scores of several responses to one key, for the command and the Python API."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.batch.changes import Change, Verdicts, changes, verdicts_of
from keytally.batch.errors import KeytallyError
from keytally.batch.score import score, score_configuration
from keytally.batch.score_result import ScoreResult
from keytally.batch.settings import FilePath, OptionValues
from keytally.comparison.procedure import DEFAULT, Procedure
from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import SumsHeadline
from keytally.measures.headline import HeadlineCounts, HeadlineForm
from keytally.text.plural import quantity

if TYPE_CHECKING:
    from keytally.comparison.significance import Comparison
    from keytally.comparison.table import Table

FEWEST = 2
_CLOSE = 1e-6


class CompareResult(NamedTuple):
    """A comparison: the measure, what was resampled (`96 documents`), and how it was tested.

    `changes` has, for each response but the baseline, where its verdicts differ from the baseline's; None
    where nobody asked.
    """

    task: str
    measure: str
    documents: str
    baseline: str
    procedure: Procedure
    comparison: "Comparison"
    warnings: Sequence[str] = ()
    changes: Mapping[str, Sequence[Change]] | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The JSON document that `keytally compare --format json` prints."""
        found = self.comparison
        return {
            "task": self.task,
            "measure": self.measure,
            "trials": self.procedure.trials,
            "seed": self.procedure.seed,
            "level": self.procedure.level,
            "baseline": self.baseline,
            "systems": [system._asdict() for system in found.systems],
            "pairs": [{**pair._asdict(), "exact": found.exact} for pair in found.pairs],
            "groups": [list(group) for group in found.groups],
            **({} if self.changes is None else {"changes": self._changes()}),
        }

    def _changes(self) -> dict[str, list[dict[str, str]]]:
        changes = self.changes or {}
        return {name: [change._asdict() for change in each] for name, each in changes.items()}

    @property
    def tables(self) -> "list[Table]":
        """The leaderboard, p of each pair, and the changes."""
        from keytally.comparison.leaderboard import tables  # noqa: PLC0415 - needs numpy, as the result does
        from keytally.comparison.table import Table  # noqa: PLC0415 - as above

        found = tables(self.comparison, self.measure, self.documents, self.procedure, self.baseline)
        for name, each in (self.changes or {}).items():
            title = f"{quantity(len(each), 'change')} from {self.baseline} to {name}"
            found.append(Table(title, ("place", "text", "before", "after"), each, frozenset(range(4))))
        return found


class _Scored(NamedTuple):
    """A system: its name, and what each of its documents adds to the headline."""

    name: str
    counts: Mapping[str, HeadlineCounts]
    verdicts: Verdicts | None


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
    with_changes: bool = False,
) -> CompareResult:
    """Compare responses to one key; the other arguments are those of `keytally.score`.

    `baseline` is one of the responses, by default the first; `with_changes` tells where verdicts differ from
    its. Raises KeytallyError where a response cannot be
    scored, where the measure does not sum over documents, and where numpy is absent.
    """
    results = (
        score(key, response, task=task, config=config, options=options, encoding=encoding, allow=allow)
        for response in responses
    )
    return compared(list(map(str, responses)), results, baseline, procedure, with_changes=with_changes)


def compare_configurations(  # noqa: PLR0913 -- each is a choice of the command line
    configs: Sequence[FilePath],
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    baseline: FilePath | None = None,
    procedure: Procedure = DEFAULT,
    with_changes: bool = False,
) -> CompareResult:
    """Compare the responses of several configuration files, which are named by these files."""
    results = (score_configuration(config, options=options, allow=allow) for config in configs)
    return compared(list(map(str, configs)), results, baseline, procedure, with_changes=with_changes)


def compared(
    names: Sequence[str],
    results: Iterable[ScoreResult],
    baseline: FilePath | None,
    procedure: Procedure,
    *,
    with_changes: bool = False,
) -> CompareResult:
    """Compare results under these names; each is dropped as soon as its counts are taken."""
    significance = _significance()
    if procedure.problem:
        raise KeytallyError(procedure.problem)
    base = names[0] if baseline is None and names else str(baseline)
    _check_names(names, base)
    systems, first, warnings = _systems(names, results, with_changes=with_changes)
    order = list(dict.fromkeys(document for system in systems for document in system.counts))
    if not order:
        raise KeytallyError("the files have no document to compare")
    nothing = HeadlineCounts()
    listed = [
        significance.System(each.name, [each.counts.get(document, nothing) for document in order])
        for each in systems
    ]
    found = significance.compared(listed, first.form, procedure)
    documents = quantity(len(order), first.unit)
    changed = _changes(systems, base) if with_changes else None
    return CompareResult(first.task, first.measure, documents, base, procedure, found, warnings, changed)


def _changes(systems: Sequence[_Scored], baseline: str) -> dict[str, Sequence[Change]]:
    """Where the verdicts of each system but the baseline differ from the baseline's."""
    verdicts = {system.name: system.verdicts for system in systems if system.verdicts is not None}
    return {name: changes(verdicts[baseline], own) for name, own in verdicts.items() if name != baseline}


class _Measured(NamedTuple):
    """What all results must share; `unit` is what a document is called."""

    task: str
    key: Path
    measure: str
    form: HeadlineForm
    unit: str
    signature: str


def _systems(
    names: Sequence[str], results: Iterable[ScoreResult], *, with_changes: bool
) -> tuple[list[_Scored], _Measured, list[str]]:
    """The counts of each result, and what they share. Raises KeytallyError where they share it not."""
    systems: list[_Scored] = []
    warnings: dict[str, None] = {}
    first: _Measured | None = None
    for name, result in zip(names, results, strict=True):
        own = _measured(name, result)
        if first is not None and own != first:
            raise KeytallyError(_unlike(name, names[0], own, first))
        first = own
        verdicts = verdicts_of(result) if with_changes else None
        systems.append(_Scored(name, _counts(name, result.live, own.form), verdicts))
        warnings |= dict.fromkeys(result.warnings)
    if first is None:
        raise KeytallyError("there is nothing to compare")
    return systems, first, list(warnings)


def _unlike(name: str, other: str, own: "_Measured", its: "_Measured") -> str:
    """A line that says in what two systems are not scored alike."""
    part = next(part for part in own._fields if getattr(own, part) != getattr(its, part))
    return f"{name} and {other} are not scored alike: {part} {getattr(own, part)} and {getattr(its, part)}"


def _measured(name: str, result: ScoreResult) -> _Measured:
    evaluation = result.live.evaluation
    form = evaluation.headline_form if isinstance(evaluation, SumsHeadline) else None
    if form is None:
        raise KeytallyError(
            f"{name}: {result.headline_name} of {result.signature} is not made from sums over documents"
        )
    return _Measured(
        result.task,
        result.pair.key,
        result.headline_name,
        form,
        evaluation.document_name,
        result.signature,
    )


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


def _check_names(names: Sequence[str], baseline: str) -> None:
    if len(names) < FEWEST:
        raise KeytallyError("give at least two responses to compare")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise KeytallyError(f"{twice} is given twice; a response is compared with others")
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
