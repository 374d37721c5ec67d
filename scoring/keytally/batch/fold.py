"""Puts the scores of a pair's documents, which were scored apart, together to one result."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

from keytally.batch.documents import ScoredShare, Whole, opened
from keytally.batch.errors import KeytallyError
from keytally.batch.losses import first_lines
from keytally.batch.pair_files import files_of, texts_of
from keytally.batch.score import score_pair
from keytally.batch.score_result import ScoreResult
from keytally.batch.texts_digest import digest_of
from keytally.engine.live_pair import LivePair
from keytally.evaluations.apart import RemarksApart
from keytally.evaluations.interface import Evaluation, Role
from keytally.project.pair import Pair
from keytally.text.plural import quantity

_START = attrgetter("start")


class FoldedPair:
    """A pair whose documents were scored apart (keytally.batch.scored_pair.Scored)."""

    def __init__(self, evaluation: Evaluation, whole: Whole, shares: Sequence[ScoredShare]) -> None:
        self.pair = whole.request.pair
        self.evaluation = evaluation
        self._whole = whole
        self._shares = shares
        self._scores = list(chain.from_iterable(share.scores for share in shares))

    def headline(self) -> float:
        """The headline measure, in percent."""
        fold = self.evaluation.fold()
        for score in self._scores:
            fold.put(score)
        return fold.headline()

    def scores(self) -> list[Any]:
        """The scores of all documents in order, without their units."""
        return self._scores

    def in_short(self) -> Sequence[Any]:
        """The scores of all documents, without their units."""
        return self._scores

    def remarks(self) -> Sequence[str]:
        """The evaluation's remarks on the score."""
        if not isinstance(self.evaluation, RemarksApart):
            return ()
        return self.evaluation.remarks_on([share.grounds for share in self._shares])

    @cached_property
    def live(self) -> LivePair:
        """The engine's pair, made from the files. Raises KeytallyError where they have changed."""
        pair, options, shown, *_ = self._whole.request
        if digest_of(texts_of(pair, self.evaluation, dict(files_of(pair, shown)))) != self._whole.digest:
            raise KeytallyError(f"{shown[0]}, {shown[1]}: the files have changed since they were scored")
        return score_pair(pair, options, shown).live


def fold(shares: Iterable[ScoredShare]) -> ScoreResult:
    """The result of all shares of a pair, in any order: that of `keytally.score`.

    Totals, documents, pages and warnings come from the shares alone. Marks, reports and what `text` says with
    `verbose` need the files: they are read and scored again. Raises KeytallyError where a share is lacking,
    is there twice, or is of another pair, and for a key that `strict` refuses.
    """
    given = sorted(shares, key=attrgetter("number"))
    return folded(*_opened(given), given)


def folded(evaluation: Evaluation, whole: Whole, given: Sequence[ScoredShare]) -> ScoreResult:
    """The result of all shares of a pair, in order. Raises KeytallyError for a key that `strict` refuses."""
    lost = [] if whole.is_odd and not whole.request.strict else list(_loss_lines(whole.request.pair, given))
    if whole.request.strict and lost:
        raise KeytallyError(*lost)
    request = whole.request
    return ScoreResult(
        FoldedPair(evaluation, whole, given), [*whole.warnings, *lost], request.base, request.shown
    )


def _opened(shares: Sequence[ScoredShare]) -> tuple[Evaluation, Whole]:
    """What the shares have in common, and their evaluation.

    Raises KeytallyError where they are not all the shares of one pair.
    """
    if not shares:
        raise KeytallyError("there are no shares to fold")
    if len({share.whole for share in shares}) > 1:
        raise KeytallyError("the shares are not of one pair; fold those of one call of documents")
    evaluation, whole = opened(shares[0].whole)
    numbers = [share.number for share in shares]
    if lacking := whole.shares - len(set(numbers)):
        are = "is" if lacking == 1 else "are"
        raise KeytallyError(f"{quantity(lacking, 'share')} of {whole.shares} {are} lacking")
    if len(numbers) > whole.shares:
        raise KeytallyError("a share is there twice")
    return evaluation, whole


def _loss_lines(pair: Pair, shares: Sequence[ScoredShare]) -> Iterator[str]:
    """What was left out of the keys, file by file, in the order of the places.

    A key that is compared with itself is told of once, by its name as the response.
    """
    is_one = pair.both_keys and pair.key == pair.response
    found = chain.from_iterable(share.losses for share in shares)
    lost = [each for each in found if each.role is Role.RESPONSE or not is_one]
    files = dict.fromkeys((each.role, each.file) for role in Role for each in lost if each.role is role)
    for role, file in files:
        own = sorted((each for each in lost if (each.role, each.file) == (role, file)), key=_START)
        yield from first_lines(file, (each.line for each in own))
