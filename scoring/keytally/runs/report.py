"""Generate an HTML report on one response, on several responses for one key, or on a project."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.comparison.procedure import DEFAULT
from keytally.engine.live_pair import LivePair
from keytally.measures.ratios import HeadlineCounts
from keytally.project.pair import Pair
from keytally.report_page.documents import (
    Answers,
    DisplayOptions,
    ErrorClasses,
    Seen,
    ShownDocuments,
    differing_documents,
    documents_of,
    parts_of,
)
from keytally.report_page.values import BEGINNING, LINKS, Figure, Grid, Links, Page, System
from keytally.runs.compare import (
    NO_DETAILS,
    check_alike,
    check_once,
    compare_scores,
    groups_of,
    likeness_of,
    scored_systems,
    scoring_of,
    take_score,
)
from keytally.runs.files import KeytallyError, shown_path
from keytally.runs.outputs import FORCE, output_file, refuse_parts, write_files
from keytally.runs.project import Project, names_of, project_at
from keytally.runs.request import requests_to
from keytally.runs.score import score_configuration, score_request
from keytally.runs.score_result import ScoreResult
from keytally.runs.settings import FilePath, OptionValues, as_folders

if TYPE_CHECKING:
    from keytally.comparison.significance import Standing


_BEGINNING = 1024


class ReportResult:
    """A report: its values (`page`), and the page as one file (`html`)."""

    def __init__(self, page: Page, html: str, results: Sequence[ScoreResult]) -> None:
        self.page = page
        self.html = html
        self._results = results

    def __repr__(self) -> str:
        return f"<ReportResult {self.page.title}>"

    def write(self, file: FilePath, *, force: bool = False) -> Path:
        """Write the page, and return its path.

        Raises KeytallyError if the file was read or belongs to a project or, without `force`, if it exists
        and is not a report.
        """
        target = output_file(Path(file))
        refuse_parts(target, (path for result in self._results for path in result.pair.files))
        beginning = (target.before or b"")[:_BEGINNING].decode("utf-8", errors="replace").lstrip()
        if beginning and not force and not is_report(beginning):
            raise KeytallyError(f"{target.shown}: this file already exists and is not a report; {FORCE}")
        write_files([(target, self.html.encode("utf-8", errors="backslashreplace"))])
        return target.path


def is_report(beginning: str) -> bool:
    """Return whether a file with this beginning is a report."""
    return beginning.splitlines()[:2] == BEGINNING.splitlines()


NO_NUMPY = "Confidence intervals and significance tests require NumPy: pip install numpy."
NO_INTERVAL = "No confidence intervals: the score is not computed from sums over {}s."


class _Standings(NamedTuple):
    """The responses in the order of their score, with intervals if they are known, and notes."""

    order: Sequence[int]
    standings: Sequence["Standing | None"]
    grids: Sequence[Grid] = ()
    notes: Sequence[str] = ()


def report_values(
    names: Sequence[str], results: Sequence[ScoreResult], links: Links, only_differences: bool
) -> Page:
    """Return the page of scored responses. Raises KeytallyError if the results have different settings."""
    for name, result in zip(names[1:], results[1:], strict=True):
        check_alike(name, likeness_of(result), names[0], likeness_of(results[0]))
    names = _short(names)
    found = _standings(names, results)
    pairs = [results[at].live for at in found.order]
    seen = [Seen(Answers(), ErrorClasses(pair)) for pair in pairs]
    documents = documents_of(pairs, seen, DisplayOptions(links, shown_path, only_differences))
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
    kept = differing_documents(documents, name) if only_differences else ShownDocuments(documents, ())
    return Page(
        _title(systems),
        first.task,
        first.signature,
        str(shown_path(first.pair.key)),
        first.headline_name,
        name,
        systems,
        found.grids,
        kept.documents,
        [*found.notes, *dict.fromkeys(warning for result in results for warning in result.warnings)],
        kept.notes,
    )


def _short(names: Sequence[str]) -> list[str]:
    """Return the names without their directories if these are still distinct."""
    short = [Path(name).name for name in names]
    return short if len(set(short)) == len(short) and all(short) else list(names)


def _title(systems: Sequence[System]) -> str:
    best = systems[0].name
    return best if len(systems) == 1 else f"{best} and {len(systems) - 1} more"


def _standings(names: Sequence[str], results: Sequence[ScoreResult]) -> _Standings:
    """Return the order of the responses, with the results of resampling if it is possible."""
    evaluation = results[0].live.evaluation
    if evaluation.headline_form is None:
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
    """Return the order with resampled intervals.

    Raises ModuleNotFoundError if NumPy is missing, and KeytallyError if resampling is impossible.
    """
    from keytally.comparison import significance as comparison_significance  # noqa: PLC0415 - numpy need not be there

    scores = (take_score(name, result, NO_DETAILS) for name, result in zip(names, results, strict=True))
    if len(results) > 1:
        made = compare_scores(names, scores, None, DEFAULT, NO_DETAILS)
        comparison, tables = made.comparison, made.tables
    else:
        systems, shared, _ = scored_systems(scores)
        counts = list(systems[0].counts.values()) or [shared.form.nothing]
        comparison = comparison_significance.compare_systems(
            [comparison_significance.System(names[0], counts)], shared.form, DEFAULT
        )
        tables = []
    by_name = {standing.name: standing for standing in comparison.systems}
    order = [names.index(standing.name) for standing in comparison.systems]
    return _Standings(order, [by_name[name] for name in names], [Grid(*table) for table in tables])


def _system(name: str, result: ScoreResult, standing: "Standing | None") -> System:
    """Return one response, without the statistics of its documents."""
    evaluation, totals = result.live.evaluation, result.totals
    figures = [Figure(*figure) for figure in evaluation.figures(totals)]
    recall, precision = _ratios(result.live)
    low, high = (None, None) if standing is None else (standing.low, standing.high)
    return System(
        name,
        str(shown_path(result.pair.response)),
        result.headline,
        recall,
        precision,
        low,
        high,
        figures,
        parts_of(evaluation, result.values, totals),
    )


def _ratios(pair: LivePair) -> tuple[float | None, float | None]:
    """Return recall and precision over all documents, in percent; None if the measure has neither."""
    evaluation = pair.evaluation
    form = evaluation.headline_form
    if form is None:
        return None, None
    counts = [evaluation.headline_counts(pair.scores_of(document)) for document in pair.documents]
    whole = HeadlineCounts(*map(sum, zip(*counts, strict=True))) if counts else form.nothing
    return form.recall(whole), None if form.beta is None else form.precision(whole)


def report(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    responses: Sequence[FilePath],
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """Generate a page about responses for one key; arguments up to `allow` are as in `keytally.score`.

    `links` determines how links to positions are opened: `vscode`, `file` or `none`. `only_differences` omits
    text without differences. For responses that keytally.toml does not mention, the settings of the first
    response that it pairs with the key are used. Raises KeytallyError if a response cannot be scored, if its
    settings differ from those of the others, or if Jinja2 is missing.
    """
    request = requests_to(
        key, responses, task=task, config=config, options=options, encoding=encoding, allow=allow
    )
    results = (score_request(request(response)) for response in responses)
    return make_report(list(map(str, responses)), results, links, only_differences)


def report_configurations(
    configs: Sequence[FilePath],
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """Generate a page about the responses of configuration files.

    Responses are named after their files, or after the configurations if several configurations name the same
    response.
    """
    check_once(list(map(str, configs)))
    results = [score_configuration(config, options=options, allow=allow) for config in configs]
    responses = [str(shown_path(result.pair.response)) for result in results]
    is_distinct = len({*responses}) == len(responses)
    names = responses if is_distinct else list(map(str, configs))
    return make_report(names, results, links, only_differences)


def make_report(
    names: Sequence[str], results: Iterable[ScoreResult], links: str, only_differences: bool
) -> ReportResult:
    """Generate the page about scored responses by name; see `report`."""
    rendered = _rendering()
    if links not in LINKS:
        raise KeytallyError(f"unknown link type {links!r}; expected one of: {', '.join(LINKS)}")
    if not names:
        raise KeytallyError("specify a key and at least one response")
    check_once(names)
    scored = list(results)
    page = report_values(names, scored, LINKS[links], only_differences)
    return ReportResult(page, rendered(page), scored)


def _rendering() -> Any:
    """Return the function that renders a page as HTML, which requires Jinja2."""
    try:
        from keytally.report_page.rendering import render_page  # noqa: PLC0415 - Jinja2 need not be there
    except ModuleNotFoundError as error:
        if error.name not in ("jinja2", "markupsafe"):
            raise
        raise KeytallyError("reports require Jinja2: pip install jinja2") from None
    return render_page


def report_project(
    folder: FilePath = ".",
    *,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """Generate a page about the responses of a project with one key; see `report`.

    Raises KeytallyError if there are no pairs or several keys, if the project's files contain errors, or if
    the settings of responses differ.
    """
    return make_project_report(project_at(Path(folder), as_folders(allow)), links, only_differences)


def make_project_report(project: Project, links: str, only_differences: bool) -> ReportResult:
    """Return the page about the responses of a project; see `report_project`."""
    if project.problems:
        raise KeytallyError(*project.problems)
    pairs = _of_one_key(project.pairs)
    names = [str(names_of(pair)[1]) for pair in pairs]
    return make_report(names, (scoring_of(pair)() for pair in pairs), links, only_differences)


def _of_one_key(pairs: Sequence[Pair]) -> Sequence[Pair]:
    """Return the pairs; raises KeytallyError unless they all have the same key and are scored in the same
    way.
    """
    keys = dict.fromkeys(str(names_of(pair)[0]) for pair in pairs)
    if len(keys) > 1:
        raise KeytallyError(
            f"a report covers the responses to one key, but the project has {', '.join(keys)}; "
            "specify one of them and its responses"
        )
    first, *others = groups_of(pairs)
    if others:
        names = (str(names_of(group[0])[1]) for group in (first, others[0]))
        raise KeytallyError(
            f"{' and '.join(names)} have different settings; specify the key and the responses of one report"
        )
    return first
