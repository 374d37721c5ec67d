"""Scores the documents of one pair in several processes."""

from keytally.batch.documents import DocumentShare, ScoredShare, shares_for
from keytally.batch.fold import fold
from keytally.batch.request import Request
from keytally.batch.score import scored
from keytally.batch.score_result import ScoreResult
from keytally.cli.collector import at_rest
from keytally.cli.processes import each
from keytally.cli.progress import watched, watched_documents

SHARES = 12
"""How many shares there are for each process: at the end one waits for another that has two or three."""


def score_in(request: Request, processes: int) -> ScoreResult:
    """Score what is asked for in that many processes, if its documents can be scored apart."""
    shares = shares_for(request, SHARES * processes)
    if shares is None:
        return scored(request, watched_documents)
    return fold(watched(each(score_share, shares, processes), len(shares), "parts"))


def score_share(share: DocumentShare) -> ScoredShare:
    """Score a share; what it has built is collected before the next."""
    with at_rest():
        return share.score()
