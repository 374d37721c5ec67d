"""The report files of the coreference task: score report, report summary, partitions, map history."""

from collections.abc import Sequence
from functools import partial

from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.coreference_measures import measures_table
from keytally.evaluations.muc.reports.coreference_scores import coreference_scores
from keytally.evaluations.muc.reports.coreference_summary import coreference_summary
from keytally.evaluations.muc.reports.extraction_summary import extraction_summary
from keytally.evaluations.muc.reports.files import Render, named_reports
from keytally.evaluations.muc.reports.map_history import map_history
from keytally.evaluations.muc.reports.partitions import partitions
from keytally.evaluations.muc.reports.starts import Starts
from keytally.evaluations.muc.scoring.coreference.objects import MentionObjects
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore


def coreference_files(
    scores: Sequence[CoreferenceScore], configuration: Configuration, starts: Sequence[Starts]
) -> dict[str, str]:
    """The text of every report that the configuration asks for, by configured name.

    `starts` goes with `scores`. Raises ReportError if two reports have the same name.
    """
    turned = MentionObjects(configuration, SgmlSyntax.of(configuration))
    objects = [turned.document(score) for score in scores] if _shows_fills(configuration) else []
    renders: dict[str, Render] = {
        "score_report_file": partial(_score_report, scores, configuration),
        "report_summary_file": partial(coreference_summary, scores),
        "partition_file": partial(partitions, scores, starts),
    }
    if configuration.use_ie_report_summary:
        renders["report_summary_file"] = partial(extraction_summary, objects, configuration)
    if configuration.dump_map_history:
        renders["map_history_file"] = partial(map_history, objects, configuration, starts=starts)
    return named_reports(configuration, renders)


def _score_report(scores: Sequence[CoreferenceScore], configuration: Configuration) -> str:
    """The manual's table, and after it the other measures that the options ask for."""
    table = coreference_scores([(score.document, score.counts) for score in scores])
    measures = measures_table(scores, configuration.co_metrics, configuration.compatible)
    return f"{table}\n{measures}" if measures else table


def _shows_fills(configuration: Configuration) -> bool:
    return configuration.use_ie_report_summary or configuration.dump_map_history
