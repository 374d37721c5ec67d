"""A pair whose files are summed up, and are read document by document only where more is asked for."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from keytally.batch.file_texts import FileTexts
from keytally.engine.live_pair import LivePair
from keytally.engine.opened import opened_pair
from keytally.evaluations.in_short import SumsTexts
from keytally.evaluations.interface import Evaluation
from keytally.project.pair import Pair


class ScoredSum:
    """A pair of which one score is known that all documents add up to (keytally.batch.scored_pair.Scored)."""

    def __init__(self, pair: Pair, evaluation: Evaluation, texts: FileTexts, total: Any) -> None:
        self.pair = pair
        self.evaluation = evaluation
        self._texts = texts
        self._total = total

    @cached_property
    def live(self) -> LivePair:
        """The engine's pair, whose documents are read and scored for it."""
        live = opened_pair(self.pair, self.evaluation, self._texts)
        live.work()
        return live

    def headline(self) -> float:
        """The headline measure, in percent."""
        fold = self.evaluation.fold()
        fold.put(self._total)
        return fold.headline()

    def scores(self) -> Sequence[Any]:
        """The scores of all documents in order."""
        return self.live.scores()

    def in_short(self) -> Sequence[Any]:
        """The one score."""
        return [self._total]

    def remarks(self) -> Sequence[str]:
        """No remarks: evaluations that make some are scored document by document."""
        return ()


def sum_of(pair: Pair, evaluation: Evaluation, texts: FileTexts) -> ScoredSum | None:
    """The sum over a pair of two files with these texts; None where its documents have to be read."""
    is_apart = pair.key != pair.response and pair.key_files is None and pair.texts is None
    if not is_apart or not isinstance(evaluation, SumsTexts):
        return None
    total = evaluation.sum_of(texts.in_utf8(pair.key), texts.in_utf8(pair.response))
    return None if total is None else ScoredSum(pair, evaluation, texts, total)
