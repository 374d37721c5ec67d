"""The report files: those that a configuration names, and their contents."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from keytally.evaluations.interface import ReportError
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.extraction_summary import extraction_summary
from keytally.evaluations.muc.reports.map_history import map_history
from keytally.evaluations.muc.reports.named_entity_summary import named_entity_summary
from keytally.evaluations.muc.reports.score_report import score_report
from keytally.evaluations.muc.reports.starts import Starts
from keytally.evaluations.muc.scoring.result import DocumentScore

Render = Callable[[], str]


def report_files(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts] = ()
) -> dict[str, str]:
    """The text of every report that the configuration asks for, by configured name.

    The map history is included only with `dump_map_history`. `starts` is the argument of `map_history`.
    Raises ReportError if two reports have the same name.
    """
    return named_reports(configuration, _asked_for(scores, configuration, starts))


def named_reports(configuration: Configuration, renders: Mapping[str, Render]) -> dict[str, str]:
    """The text of reports by name; `renders` gives the function of each by the option that names it.

    Raises ReportError if two reports have the same name.
    """
    options: dict[str, str] = {}
    for option in renders:
        name = getattr(configuration, option)
        if name in options:
            raise ReportError(f"{options[name]} and {option} name one file: {name!r}")
        options[name] = option
    return {name: renders[option]() for name, option in options.items()}


def _asked_for(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts]
) -> dict[str, Render]:
    """The function that makes each report, by the option that names it."""
    brief = configuration.scoring_task == "named_entity" and not configuration.use_ie_report_summary
    summary = named_entity_summary if brief else extraction_summary
    renders: dict[str, Render] = {
        "score_report_file": partial(score_report, scores, configuration),
        "report_summary_file": partial(summary, scores, configuration),
    }
    if configuration.dump_map_history:
        renders["map_history_file"] = partial(map_history, scores, configuration, starts=starts)
    return renders
