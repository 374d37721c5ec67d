"""The text that `keytally score` prints: the page of totals, and each document's if verbose."""

from collections.abc import Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.score_report import score_report, totals_page
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.tallies.tabulation import total_of
from keytally.text.plural import quantity


def text_report(
    scores: Sequence[DocumentScore], configuration: Configuration, signature: str = "", verbose: bool = False
) -> str:
    """The totals, the number of their documents, and the signature; `verbose` adds every document."""
    if verbose:
        pages = score_report(scores, configuration)
    else:
        pages = totals_page(total_of(score.tabulation for score in scores), configuration)
    count = quantity(len(scores), "document")
    return f"{pages}\n{f'{count}  {signature}'.rstrip()}\n"
