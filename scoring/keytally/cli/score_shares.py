"""Scores the documents of one pair in several processes."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Protocol, TypeVar

from keytally.batch.apart_pair import ApartPair, apart_pair
from keytally.batch.documents import DocumentShare, ScoredShare, shares_in_all
from keytally.batch.fold import fold
from keytally.batch.ranges import RangeShare, ScoredRange, in_ranges, take
from keytally.batch.request import Request
from keytally.batch.score import scored
from keytally.batch.score_result import ScoreResult
from keytally.cli.collector import at_rest
from keytally.cli.processes import each
from keytally.cli.progress import watched

T = TypeVar("T")

SHARES = 12
"""How many shares there are for each process: at the end one waits for another that has two or three."""

LEAST = 32
"""How many of the smallest ranges make up the share of one process."""


class Watch(Protocol):
    """Gives things back, and may show how many of all have been asked for, as `watched` does."""

    def __call__(self, things: Iterable[T], total: int, unit: str) -> Iterator[T]:
        """The things; `unit` names one of them."""
        ...


def score_in(
    request: Request, processes: int, *, in_short: bool = False, watch: Watch = watched
) -> ScoreResult:
    """Score what is asked for in that many processes, if its documents can be scored apart.

    `in_short` is that of `scored`; `watch` shows how far it is.
    """
    apart = apart_pair(request)
    if apart is None:
        return scored(request, lambda names: watch(names, len(names), "documents"), in_short=in_short)
    result = apart.in_short() if in_short else None
    result = result or _scored_in_ranges(apart, processes, watch)
    if result is not None:
        return result
    shares = shares_in_all(apart, SHARES * processes)
    return fold(watch(each(score_share, shares, processes), len(shares), "parts"))


def _scored_in_ranges(apart: ApartPair, processes: int, watch: Watch) -> ScoreResult | None:
    """The result from ranges of both files; None where they are not proved to be parts of the whole."""
    pair = in_ranges(apart)
    if pair is None:
        return None
    parts = list(pair.parts(cuts(processes)))
    scored_parts = each(score_range, parts, processes, partial(take, pair.whole, pair.texts))
    with closing(scored_parts):
        return pair.scored(watch(scored_parts, len(parts), "parts"))


def cuts(processes: int) -> list[float]:
    """Where to cut a pair, in shares of the whole, so that so many processes end at about the same time.

    Each range is half of a process's share of what is left, and none is less than a LEAST of a process's
    share: large ranges cost less, small ones at the end keep the others waiting for less long (guided
    self-scheduling, Polychronopoulos and Kuck, 1987).
    """
    found = [0.0]
    while (rest := 1 - found[-1]) > 1.5 / (LEAST * processes):
        found.append(found[-1] + max(rest / 2, 1 / LEAST) / processes)
    return found[1:]


def score_share(share: DocumentShare) -> ScoredShare:
    """Score a share; what it has built is collected before the next."""
    with at_rest():
        return share.score()


def score_range(share: RangeShare) -> ScoredRange:
    """Score a range, like a share."""
    with at_rest():
        return share.score()
