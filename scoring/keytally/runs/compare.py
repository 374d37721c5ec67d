"""Compare the scores of several responses for one key, or for each key of a project."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.comparison.procedure import DEFAULT, Procedure
from keytally.engine.live_pair import LivePair, differences
from keytally.families.contract import Role
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError, shown_path
from keytally.runs.project import Project, names_of, project_at
from keytally.runs.request import Request, requests_to
from keytally.runs.score import score_configuration, score_pair, score_request
from keytally.runs.score_result import ScoreResult
from keytally.runs.settings import FilePath, OptionValues, as_folders
from keytally.tallies.status import Status
from keytally.tallies.tally import f_by_name, score_part
from keytally.text.rendering import quantity

if TYPE_CHECKING:
    from keytally.comparison.significance import Comparison
    from keytally.text.tables import Table


class Likeness(NamedTuple):
    """The task, the key and the signature of the settings; results with the same three are comparable."""

    task: str
    key: Path
    signature: str


def likeness_of(result: ScoreResult) -> Likeness:
    """Return the properties that comparable results must share."""
    return Likeness(result.task, result.pair.key, result.signature)


def check_alike(name: str, own: Likeness, other: str, its: Likeness) -> None:
    """Raise KeytallyError if responses are scored with different settings."""
    for part, value, wanted in zip(Likeness._fields, own, its, strict=True):
        if value != wanted:
            raise KeytallyError(
                f"{name} and {other} are not comparable: {part} {value} differs from {wanted}"
            )


def check_once(names: Sequence[str]) -> None:
    """Raise KeytallyError if a response is specified twice."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise KeytallyError(f"{twice} is specified twice; specify each response once")


LONGEST = 60


class Verdict(NamedTuple):
    """A verdict other than correct, with its position: `path:line:column`, from 1, in code points."""

    place: str
    text: str
    status: str


class Verdicts(NamedTuple):
    """The errors of a response: by position in the key, and spurious items by document and text."""

    in_key: Mapping[tuple[str, int], Verdict]
    spurious: Mapping[tuple[str, str], Sequence[Verdict]]


class Change(NamedTuple):
    """The verdicts of the baseline and of another system at one position; `cor` if correct.

    For an item that is spurious in one response only, the other verdict is `non`.
    """

    place: str
    text: str
    before: str
    after: str


def verdicts_of(result: ScoreResult) -> Verdicts:
    """Return the differences of a scored pair in the key, and the spurious items of the response."""
    in_key = {at: verdict for at, _, verdict in _differences(result, Role.KEY)}
    spurious: dict[tuple[str, str], list[Verdict]] = {}
    for _, document, verdict in _differences(result, Role.RESPONSE):
        if verdict.status == Status.SPURIOUS.value:
            spurious.setdefault((document, verdict.text), []).append(verdict)
    return Verdicts(in_key, spurious)


def _differences(result: ScoreResult, role: Role) -> Iterator[tuple[tuple[str, int], str, Verdict]]:
    """Yield each difference on a side: its file and offset, its document, and the verdict on the whole
    item.
    """
    live, pair = result.live, result.pair
    for path in pair.keys if role is Role.KEY else pair.responses:
        reading, offset = live.side(role).reading(path), 0
        for unit in reading.units:
            document = live.side(role).document_with(unit) if unit.document is not None else None
            marks = (mark._replace(status=mark.verdict) for mark in live.marks_of(role, unit))
            for mark in differences(marks):
                start = offset + mark.start
                line, column = reading.places.position(start)
                place = f"{shown_path(path)}:{line + 1}:{column + 1}"
                text = " ".join(unit.text[mark.start : mark.end].split())[:LONGEST]
                yield (str(path), start), document or "", Verdict(place, text, mark.status.value)
            offset += len(unit.text)


def changes(before: Verdicts, after: Verdicts) -> list[Change]:
    """Return the differing verdicts of two responses: by position in the key, then spurious items."""
    found = []
    for at in sorted({*before.in_key, *after.in_key}):
        old, new = before.in_key.get(at), after.in_key.get(at)
        known = old or new
        if known is not None and (old is None or new is None or old.status != new.status):
            found.append(Change(known.place, known.text, _status(old), _status(new)))
    return [*found, *_spurious(before, after)]


def _status(verdict: Verdict | None) -> str:
    return Status.CORRECT.value if verdict is None else verdict.status


def _spurious(before: Verdicts, after: Verdicts) -> Iterator[Change]:
    """Yield the items that are spurious more often in one response than in the other."""
    nothing, spurious = Status.NONCOMMITTAL.value, Status.SPURIOUS.value
    counts = Counter({at: len(each) for at, each in after.spurious.items()})
    counts.subtract({at: len(each) for at, each in before.spurious.items()})
    for at, more in sorted(counts.items()):
        side = after if more > 0 else before
        old, new = (nothing, spurious) if more > 0 else (spurious, nothing)
        for verdict in side.spurious[at][len(side.spurious[at]) - abs(more) :] if more else ():
            yield Change(verdict.place, verdict.text, old, new)


_CLOSE = 1e-6


class Details(NamedTuple):
    """Optional details: differing verdicts, and F for each name in a part of the score, such as `slot`."""

    changes: bool = False
    by: str = ""


NO_DETAILS = Details()


class ScoredSystem(NamedTuple):
    """A system: its name, the headline counts of each document, and the requested details."""

    name: str
    counts: Mapping[str, HeadlineCounts]
    verdicts: Verdicts | None
    parts: Mapping[str, float]


class Shared(NamedTuple):
    """The properties that comparable results share; `unit` is the noun for a document."""

    task: str
    measure: str
    form: HeadlineForm
    unit: str


class TakenScore(NamedTuple):
    """The part of a response's score that a comparison uses; it is cheap to send to another process."""

    system: ScoredSystem
    shared: Shared
    likeness: Likeness
    warnings: Sequence[str]


Taking = Callable[[], TakenScore]
"""A function that scores a response and returns the part of the score that a comparison uses. Raises
KeytallyError.
"""

Spread = Callable[[Sequence[Taking]], Iterable[TakenScore]]
"""A function that calls scoring functions, in this process or in workers, and yields the scores in the
same order.
"""


def in_turn(takings: Sequence[Taking]) -> Iterator[TakenScore]:
    """Score the responses one after the other, in this process."""
    return (taking() for taking in takings)


def takings_of(
    names: Sequence[str], scorings: Iterable[Callable[[], ScoreResult]], details: Details
) -> list[Taking]:
    """Return a scoring function for each name; it is picklable if the wrapped function is."""
    return [partial(_taken_by, scoring, name, details) for name, scoring in zip(names, scorings, strict=True)]


def _taken_by(scoring: Callable[[], ScoreResult], name: str, details: Details) -> TakenScore:
    return take_score(name, scoring(), details)


def take_score(name: str, result: ScoreResult, details: Details) -> TakenScore:
    """Return the part of a result that a comparison uses. Raises KeytallyError if it is not comparable."""
    shared = _shared(name, result)
    verdicts = verdicts_of(result) if details.changes else None
    parts = f_by_name(score_part(result.values, details.by)) if details.by else {}
    counts = _counts(name, result.live, shared.form)
    system = ScoredSystem(name, counts, verdicts, parts)
    return TakenScore(system, shared, likeness_of(result), result.warnings)


def scored_systems(scores: Iterable[TakenScore]) -> tuple[list[ScoredSystem], Shared, list[str]]:
    """Return the systems, their shared properties and all warnings. Raises KeytallyError if the properties
    differ.
    """
    systems: list[ScoredSystem] = []
    warnings: dict[str, None] = {}
    first: TakenScore | None = None
    for score in scores:
        first = first or score
        check_alike(score.system.name, score.likeness, first.system.name, first.likeness)
        systems.append(score.system)
        warnings |= dict.fromkeys(score.warnings)
    if first is None:
        raise KeytallyError("nothing to compare")
    return systems, first.shared, list(warnings)


def _shared(name: str, result: ScoreResult) -> Shared:
    evaluation = result.live.evaluation
    form = evaluation.headline_form
    if form is None:
        raise KeytallyError(
            f"{name}: cannot be compared, because {result.headline_name} of {result.signature} is not "
            "computed from sums over documents"
        )
    return Shared(result.task, result.headline_name, form, evaluation.document_name)


def _counts(name: str, live: LivePair, form: HeadlineForm) -> dict[str, HeadlineCounts]:
    """Return the counts of each document. Raises KeytallyError if their sum is not the score."""
    evaluation = live.evaluation
    counts = {
        document: evaluation.headline_counts(scores)
        for document in live.documents
        if (scores := live.scores_of(document))
    }
    columns = zip(*counts.values(), strict=True) if counts else ()
    whole = form.value(HeadlineCounts(*map(sum, columns)))
    if abs(whole - live.headline()) > _CLOSE:
        raise KeytallyError(
            f"{name}: cannot be compared, because its score depends on the order within the file"
        )
    return counts


class CompareResult(NamedTuple):
    """A comparison: the measure, the resampled units (`96 documents`) and the test procedure.

    `changes` maps each response except the baseline to the verdicts that differ from the baseline's; None if
    not requested. `parts` contains F for each system by the names of one part, such as slots.
    """

    task: str
    measure: str
    documents: str
    baseline: str
    procedure: Procedure
    comparison: "Comparison"
    warnings: Sequence[str] = ()
    changes: Mapping[str, Sequence[Change]] | None = None
    parts: Mapping[str, Mapping[str, float]] | None = None

    @property
    def values(self) -> dict[str, Any]:
        """Return the JSON document that `keytally compare --format json` prints."""
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
            **({} if self.parts is None else {"parts": {name: dict(f) for name, f in self.parts.items()}}),
        }

    def _changes(self) -> dict[str, list[dict[str, str]]]:
        changes = self.changes or {}
        return {name: [change._asdict() for change in each] for name, each in changes.items()}

    @property
    def tables(self) -> "list[Table]":
        """Return the tables: the leaderboard, p for each pair, and the changes."""
        from keytally.comparison.significance import comparison_tables  # noqa: PLC0415 - needs numpy, as the result does
        from keytally.text.tables import Table  # noqa: PLC0415 - as above

        found = comparison_tables(
            self.comparison, self.measure, self.documents, self.procedure, self.baseline
        )
        for name, each in (self.changes or {}).items():
            title = f"{quantity(len(each), 'change')} from {self.baseline} to {name}"
            found.append(Table(title, ("place", "text", "before", "after"), each, frozenset(range(4))))
        if self.parts is not None:
            found.append(self._parts_table(self.parts))
        return found

    def _parts_table(self, parts: "Mapping[str, Mapping[str, float]]") -> "Table":
        """Return F of each system, best first, by the names of the part."""
        from keytally.text.tables import Table  # noqa: PLC0415 - as above

        systems = [system.name for system in self.comparison.systems]
        names = list(dict.fromkeys(name for system in systems for name in parts[system]))
        shown = {system: {name: f"{f:.2f}" for name, f in parts[system].items()} for system in systems}
        rows = [(name, *(shown[system].get(name, "") for system in systems)) for name in names]
        return Table("F by part of the score", ("", *systems), rows)


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
    """Compare the responses for one key; other arguments are the same as in `keytally.score`.

    For responses that keytally.toml does not mention, the settings of the first response that it pairs with
    the key are used.

    `baseline` is one of the responses, by default the first; `details` requests optional details. `spread`
    calls the picklable scoring functions, in this process or in others. Raises KeytallyError if a response
    cannot be scored, if the measure cannot be summed over documents, or if NumPy is missing.
    """
    request = requests_to(
        key, responses, task=task, config=config, options=options, encoding=encoding, allow=allow
    )
    scorings = (partial(_scored, request, response) for response in responses)
    names = list(map(str, responses))
    scores = spread(takings_of(names, scorings, details))
    return compare_scores(names, scores, baseline, procedure, details)


def _scored(request: Callable[[FilePath], Request], response: FilePath) -> ScoreResult:
    """Return the score of a response; `request` returns the scoring request for it."""
    return score_request(request(response))


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
    """Compare the responses of several configuration files, named after these files; see `compare`."""
    scorings = (partial(score_configuration, config, options=options, allow=allow) for config in configs)
    names = list(map(str, configs))
    scores = spread(takings_of(names, scorings, details))
    return compare_scores(names, scores, baseline, procedure, details)


def compare_scores(
    names: Sequence[str],
    scores: Iterable[TakenScore],
    baseline: FilePath | None,
    procedure: Procedure,
    details: Details,
) -> CompareResult:
    """Compare the scores of responses with these names; validate the arguments before scoring."""
    significance = _significance()
    if procedure.problem:
        raise KeytallyError(procedure.problem)
    base = names[0] if baseline is None and names else str(baseline)
    _check_names(names, base)
    systems, first, warnings = scored_systems(scores)
    order = list(dict.fromkeys(document for system in systems for document in system.counts))
    if not order:
        raise KeytallyError("the files contain no documents to compare")
    nothing = first.form.nothing
    listed = [
        significance.System(each.name, [each.counts.get(document, nothing) for document in order])
        for each in systems
    ]
    found = significance.compare_systems(listed, first.form, procedure)
    documents = quantity(len(order), first.unit)
    parts = _parts(systems, details.by) if details.by else None
    changed = _changes(systems, base) if details.changes else None
    return CompareResult(
        first.task, first.measure, documents, base, procedure, found, warnings, changed, parts
    )


def _changes(systems: Sequence[ScoredSystem], baseline: str) -> dict[str, Sequence[Change]]:
    """Return the verdicts of each system that differ from the baseline's."""
    verdicts = {system.name: system.verdicts for system in systems if system.verdicts is not None}
    return {name: changes(verdicts[baseline], own) for name, own in verdicts.items() if name != baseline}


def _parts(systems: Sequence[ScoredSystem], by: str) -> dict[str, Mapping[str, float]]:
    """Return F of each system by a part of the score. Raises KeytallyError if the task has no such part."""
    if not any(system.parts for system in systems):
        raise KeytallyError(f"the scores of this task do not include F by {by}")
    return {system.name: system.parts for system in systems}


def _check_names(names: Sequence[str], baseline: str) -> None:
    if len(names) < FEWEST:
        raise KeytallyError("specify at least two responses to compare")
    check_once(names)
    if baseline not in names:
        raise KeytallyError(f"the baseline {baseline} is not among the responses; specify it as one of them")


def _significance() -> Any:
    """Return the module of the significance tests, which requires NumPy."""
    try:
        from keytally.comparison import significance as comparison_significance  # noqa: PLC0415 - numpy need not be there
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise KeytallyError("comparisons require NumPy: pip install numpy") from None
    return comparison_significance


class KeyComparison(NamedTuple):
    """A comparison of the responses to one key under one task, or `problems` if it failed."""

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
    """Compare the responses for each key of a project with several responses; see `compare`.

    `baseline` is the name of a response; keys without this response use their first response. Raises
    KeytallyError if there are no pairs, if no key has two responses, or if no key has the baseline.
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
    """Yield a comparison for each key of a project with several responses.

    See `compare_project` for errors.
    """
    groups = [group for group in groups_of(project.pairs) if len(group) >= FEWEST]
    if not groups:
        raise KeytallyError(
            "no key of the project has two comparable responses, so there is nothing to compare"
        )
    names = [[str(shown_path(pair.response)) for pair in group] for group in groups]
    base = None if baseline is None else str(baseline)
    if base is not None and not any(base in name for name in names):
        raise KeytallyError(f"the baseline {base} is not among the responses to compare")
    for group, each in zip(groups, names, strict=True):
        own_base = base if base in each else None
        takings = takings_of(each, map(scoring_of, group), details)
        compare = partial(compare_scores, each, spread(takings), own_base, procedure, details)
        yield _comparison(group[0], compare)


def scoring_of(pair: Pair) -> Callable[[], ScoreResult]:
    """Return a function that scores a pair of a project."""
    return partial(score_pair, pair, tuple(pair.options.items()), names_of(pair))


def _comparison(pair: Pair, compare: Callable[[], CompareResult]) -> KeyComparison:
    """Return the comparison of the responses to the key of a pair."""
    key, task = str(shown_path(pair.key)), pair.task
    try:
        return KeyComparison(key, task, compare())
    except KeytallyError as error:
        return KeyComparison(key, task, None, error.problems)


def groups_of(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Group the pairs that have the same key and settings, in the order of the pairs."""
    groups: dict[object, list[Pair]] = {}
    for pair in pairs:
        settings = (pair.configuration, pair.encoding, *sorted(pair.options.items()))
        companions = sorted((kind, str(file)) for kind, file in pair.companions.items())
        groups.setdefault((pair.task, pair.key, settings, tuple(companions)), []).append(pair)
    return list(groups.values())
