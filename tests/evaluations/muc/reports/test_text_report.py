"""What `keytally score` prints on the screen."""

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.score_report import page, score_report
from keytally.evaluations.muc.reports.text_report import text_report
from keytally.evaluations.muc.scoring.result import DocumentScore


def test_the_totals_and_what_they_are_of(washington: DocumentScore, configuration: Configuration) -> None:
    totals = page("TOTALS", washington.tabulation, configuration)
    assert (
        text_report([washington], configuration, "keytally|task:x")
        == f"{totals}\n1 document  keytally|task:x\n"
    )
    assert text_report([], configuration).endswith("\n0 documents\n")


def test_every_document_when_asked(washington: DocumentScore, configuration: Configuration) -> None:
    pages = score_report([washington] * 2, configuration)
    assert text_report([washington] * 2, configuration, verbose=True) == f"{pages}\n2 documents\n"
