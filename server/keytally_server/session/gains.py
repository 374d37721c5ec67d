"""What repairs gain in each live pair that somebody has asked about."""

from collections.abc import Callable

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.error_analysis.kept_gains import KeptGains
from keytally.evaluations.classified import ClassifiesDifferences
from keytally.evaluations.interface import Evaluation
from keytally.project.pair import Pair


class Gains:
    """Keeps the gains of the live pairs of an engine.

    `evaluation` makes what a pair is scored by; None where that has errors.
    """

    def __init__(self, engine: Engine, evaluation: Callable[[Pair], Evaluation | None]) -> None:
        self._engine = engine
        self._evaluation = evaluation
        self._kept: dict[LivePair, KeptGains] = {}

    def of(self, live: LivePair) -> KeptGains | None:
        """The gains of a pair; None for a task whose differences are in no classes."""
        told = live.evaluation
        if not isinstance(told, ClassifiesDifferences) or not told.difference_classes:
            return None
        self.forget_ended()
        if live not in self._kept:
            self._kept[live] = KeptGains(live, self._evaluation(live.pair))
        return self._kept[live]

    def forget_ended(self) -> None:
        """Forget the pairs that are live no more."""
        for live in self._kept.keys() - set(self._engine.pairs):
            del self._kept[live]
