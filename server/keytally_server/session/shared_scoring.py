"""The first scoring of large pairs, whose last documents a second process scores meanwhile."""

import logging
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from keytally.engine.live_pair import LivePair
from keytally.engine.scored_elsewhere import Parcel, Scored, SentDocument
from keytally.evaluations.apart import ScoresElsewhere
from keytally_server.session.second_process import SecondProcess, has_second_processor

logger = logging.getLogger(__name__)

LARGE = 2_000_000
"""From this number of code points on in both files a second process is worth its start."""

MANY = 256
"""The number of documents that must wait for it."""

PARCEL = 32
"""The number of documents in a parcel."""

AHEAD = 2
"""How many parcels are sent before the first of them has come back."""

Units = tuple[tuple[Any, ...], ...]
"""The units of a document on both sides."""


class SharedScoring:
    """Second processes of live pairs.

    The engine scores documents from the first on, the process from the last. What it has scored counts if the
    document still has the same units, and no score yet. Once a process fails, no other is started.
    """

    def __init__(self) -> None:
        self._shares: dict[LivePair, _Share] = {}
        self._is_possible = has_second_processor()

    def work(self, live: LivePair) -> list[str]:
        """Take in what has been scored of a pair, and send more; returns the documents that were taken in.

        Whatever fails here, the engine can score all that waits.
        """
        try:
            share = self._shares.get(live) or self._begun(live)
            return [] if share is None else share.work()
        except Exception:
            logger.exception("scoring %s in a second process", live.pair.response)
            self._is_possible = False
            self.end(live)
            return []

    def end(self, live: LivePair) -> None:
        """Nothing of a pair waits any more: end its process, if it has one."""
        share = self._shares.pop(live, None)
        if share is not None:
            self._is_possible = self._is_possible and not share.process.has_failed
            share.process.end()

    def keep(self, pairs: Collection[LivePair]) -> None:
        """End the processes of all other pairs."""
        for live in self._shares.keys() - set(pairs):
            self.end(live)

    def _begun(self, live: LivePair) -> "_Share | None":
        """The share of a pair that a process is started for; None if none is."""
        evaluation = live.evaluation
        if not self._is_possible or not _is_large(live) or not isinstance(evaluation, ScoresElsewhere):
            return None
        if not any(evaluation.may_be_sent(*_units_of(live, document)) for document in live.waiting):
            return None
        try:
            share = self._shares[live] = _Share(live, evaluation, SecondProcess(evaluation))
        except OSError:
            self._is_possible = False
            return None
        return share


class _Share:
    """What a second process has to score of a pair: each document once, while the pair has one that waits."""

    def __init__(self, live: LivePair, evaluation: ScoresElsewhere, process: SecondProcess) -> None:
        self.process = process
        self._is_over = False
        self._live = live
        self._evaluation = evaluation
        self._sent: dict[str, Units] = {}

    def work(self) -> list[str]:
        """Take in what has been scored, and send more; the process ends where nothing is left to send."""
        if self._is_over:
            return []
        done = self._take()
        if not self._send():
            self._is_over = True
            self.process.end()
        return done

    def _take(self) -> list[str]:
        """Take in the documents that have been scored, and return them."""
        done: list[str] = []
        while (answer := self.process.take()) is not None:
            done += self._taken(*answer)
        return done

    def _taken(self, parcel: Parcel, scored: Scored) -> Iterator[str]:
        waiting = set(self._live.waiting)
        for (document, _, _), scores in zip(parcel, scored, strict=True):
            units = _units_of(self._live, document)
            if document in waiting and units == self._sent[document]:
                self._live.take(document, self._evaluation.received(scores, *units))
                yield document

    def _send(self) -> bool:
        """Send the last documents that wait, in parcels; returns whether any are on their way."""
        while not self.process.has_failed and self.process.waiting < AHEAD:
            parcel = list(islice(self._unsent(), PARCEL))
            if not parcel:
                break
            self.process.send(parcel)
        return bool(self.process.waiting) and not self.process.has_failed

    def _unsent(self) -> Iterator[SentDocument]:
        """The documents that wait and were not sent, the last one first."""
        for document in reversed(self._live.waiting):
            if document not in self._sent:
                units = self._sent[document] = _units_of(self._live, document)
                if any(units) and self._evaluation.may_be_sent(*units):
                    key, response = ([unit.text for unit in side] for side in units)
                    yield SentDocument(document, key, response)


def _is_large(live: LivePair) -> bool:
    """Whether there is much to score; a keystroke leaves few documents that wait, which is asked first."""
    return len(live.waiting) >= MANY and sum(map(len, live.readings)) >= LARGE


def _units_of(live: LivePair, document: str) -> Units:
    """The units that a document has now."""
    return tuple(map(tuple, live.units_of(document)))
