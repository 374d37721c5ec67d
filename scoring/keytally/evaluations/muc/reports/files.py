"""The report files: which ones a configuration names, and what is in them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from keytally.evaluations.interface import ReportError
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.extraction_summary import extraction_summary
from keytally.evaluations.muc.reports.map_history import Starts, map_history
from keytally.evaluations.muc.reports.named_entity_summary import named_entity_summary
from keytally.evaluations.muc.reports.score_report import score_report
from keytally.evaluations.muc.scoring.result import DocumentScore

Render = Callable[[], str]


def report_files(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts] = ()
) -> dict[str, str]:
    """The text of every report that the configuration asks for, by its name as configured.

    The map history is among them only with `dump_map_history`. `starts` is that of `map_history`.
    Raises ReportError where two reports bear one name.
    """
    return named_reports(configuration, _asked_for(scores, configuration, starts))


def named_reports(configuration: Configuration, renders: Mapping[str, Render]) -> dict[str, str]:
    """The text of reports by their names, given what makes each by the option that names it.

    Raises ReportError where two reports bear one name.
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
    """What makes each report, by the option that names it."""
    brief = configuration.scoring_task == "named_entity" and not configuration.use_ie_report_summary
    summary = named_entity_summary if brief else extraction_summary
    renders: dict[str, Render] = {
        "score_report_file": partial(score_report, scores, configuration),
        "report_summary_file": partial(summary, scores, configuration),
    }
    if configuration.dump_map_history:
        renders["map_history_file"] = partial(map_history, scores, configuration, starts=starts)
    return renders
