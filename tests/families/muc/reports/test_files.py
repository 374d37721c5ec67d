"""The report files: which, where, and what is never written over."""

from collections.abc import Callable

import pytest

from keytally.families.contract import ReportError
from keytally.families.muc.model import Configuration
from keytally.families.muc.report_files import (
    Starts,
    extraction_summary,
    map_history,
    named_entity_summary,
    report_files,
)
from keytally.families.muc.reports import score_report
from keytally.families.muc.scoring.results import DocumentScore

Refused = Callable[..., str]


def test_the_names_without_configured_ones(washington: DocumentScore, configuration: Configuration) -> None:
    """Defaults of the manual: "scores", "report_summary"; the map history "Default: no"."""
    assert report_files([washington], configuration) == {
        "scores": score_report([washington], configuration),
        "report_summary": named_entity_summary([washington], configuration),
    }


def test_all_reports_by_their_configured_names(
    washington: DocumentScore, configuration: Configuration
) -> None:
    named = configuration._replace(
        score_report_file="scores1",
        report_summary_file="out/summary",
        map_history_file="maps",
        dump_map_history=True,
        use_ie_report_summary=True,
    )
    starts = [Starts(3, 4)]
    assert report_files([washington], named, starts) == {
        "scores1": score_report([washington], named),
        "out/summary": extraction_summary([washington], named),
        "maps": map_history([washington], named, starts),
    }


def test_template_tasks_have_the_long_summary(
    washington: DocumentScore, configuration: Configuration
) -> None:
    """`use_IE_report_summary`: "This option doesn't affect the TE, TR, or ST tasks"."""
    element = configuration._replace(scoring_task="template_element")
    assert report_files([washington], element)["report_summary"] == extraction_summary([washington], element)


def test_two_reports_of_one_name_are_refused(configuration: Configuration) -> None:
    with pytest.raises(ReportError, match="report_summary_file specify the same file: 'scores'"):
        report_files([], configuration._replace(report_summary_file="scores"))
