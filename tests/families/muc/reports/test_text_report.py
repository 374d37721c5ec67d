"""What `keytally score` prints on the screen."""

from keytally.families.muc.model import Configuration
from keytally.families.muc.reports import score_page, score_report, text_report
from keytally.families.muc.scoring.results import DocumentScore


def test_the_totals_and_what_they_are_of(washington: DocumentScore, configuration: Configuration) -> None:
    totals = score_page("TOTALS", washington.tabulation, configuration)
    assert (
        text_report([washington], configuration, "keytally|task:x")
        == f"{totals}\n1 document  keytally|task:x\n"
    )
    assert text_report([], configuration).endswith("\n0 documents\n")


def test_every_document_when_asked(washington: DocumentScore, configuration: Configuration) -> None:
    pages = score_report([washington] * 2, configuration)
    assert text_report([washington] * 2, configuration, verbose=True) == f"{pages}\n2 documents\n"
