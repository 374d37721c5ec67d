"""A pair with the scores of its documents, however they were made."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import Remarks
from keytally.evaluations.interface import Evaluation
from keytally.project.pair import Pair


class Scored(Protocol):
    """A pair with the scores of its documents."""

    @property
    def pair(self) -> Pair:
        """The pair with its settings."""
        ...

    @property
    def evaluation(self) -> Evaluation:
        """Its evaluation."""
        ...

    @property
    def live(self) -> LivePair:
        """The engine's pair."""
        ...

    def headline(self) -> float:
        """The headline measure, in percent."""
        ...

    def scores(self) -> Sequence[Any]:
        """The scores of all documents in order."""
        ...

    def in_short(self) -> Sequence[Any]:
        """Those scores, or fewer that add up to the same: enough for a text without `verbose`."""
        ...

    def remarks(self) -> Sequence[str]:
        """The evaluation's remarks on the score."""
        ...


class ScoredAtOnce:
    """A pair that the engine has scored (Scored)."""

    def __init__(self, live: LivePair) -> None:
        self.live = live
        self.pair = live.pair
        self.evaluation = live.evaluation

    @cached_property
    def _scores(self) -> Sequence[Any]:
        return self.live.scores()

    def headline(self) -> float:
        """The headline measure, in percent."""
        return self.live.headline()

    def scores(self) -> Sequence[Any]:
        """The scores of all documents in order."""
        return self._scores

    def in_short(self) -> Sequence[Any]:
        """The scores of all documents."""
        return self._scores

    def remarks(self) -> Sequence[str]:
        """The evaluation's remarks on the score."""
        if not isinstance(self.evaluation, Remarks):
            return ()
        return self.evaluation.remarks(self._scores, self.live.response.units)
