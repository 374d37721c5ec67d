"""The first scoring and judging of large pairs, whose last documents a second process takes meanwhile."""

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from keytally.engine.elsewhere import Answer, Parcel, SentDocument, Texts, ToJudge, ToScore
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.engine.unit_comparisons import LARGE as KEPT
from keytally.evaluations.apart import JudgesElsewhere, ScoresElsewhere
from keytally.evaluations.interface import Role
from keytally_server.session.second_process import SecondProcess, has_second_processor

logger = logging.getLogger(__name__)

LARGE = 2_000_000
"""From this number of code points on in both files a second process is worth its start."""

MANY = 256
"""The number of documents that must wait for it."""

PARCEL = 65_536
"""About how many code points of one side a parcel has."""

AHEAD = 8
"""How many parcels are sent before the first of them has come back."""

FEW = 16
"""How many documents are looked at for one that may be sent: large ones are mostly among large ones."""

SIDES = Role.KEY, Role.RESPONSE

LATEST = 256
"""How many of the documents read last are looked through for some to send, while a file is being read."""

Units = tuple[Any, ...]


class SharedWork:
    """Second processes of live pairs.

    The engine scores and judges documents from the first on, the process from the last. What it has found
    counts if the document still has the same units, and waits. Once a process fails, no other is started.
    """

    def __init__(self) -> None:
        self._shares: dict[LivePair, _Share] = {}
        self._is_possible = has_second_processor()

    def read(self, live: LivePair) -> None:
        """Have documents scored that have been read, while the files of a pair are still being read."""
        self._do(live, _Share.read)

    def score(self, live: LivePair) -> list[str]:
        """Take in what has been scored of a pair, and send more; returns the documents that were taken in."""
        return self._do(live, _Share.score)

    def judge(self, live: LivePair) -> None:
        """The same for what is judged of a pair that has been scored."""
        if live in self._shares:
            self._do(live, _Share.judge)

    def end(self) -> None:
        """Nothing waits any more: end all processes."""
        self.keep(())

    def keep(self, pairs: Collection[LivePair]) -> None:
        """End the processes of all other pairs."""
        for live in self._shares.keys() - set(pairs):
            self._end(live)

    def _do(self, live: LivePair, work: "Callable[[_Share], list[str]]") -> list[str]:
        """Do a part of the work of a pair. Whatever fails here, the engine can do all that waits."""
        try:
            share = self._shares.get(live) or self._begun(live)
            return [] if share is None else work(share)
        except Exception:
            logger.exception("sharing the work on %s with a second process", live.pair.response)
            self._is_possible = False
            self._end(live)
            return []

    def _end(self, live: LivePair) -> None:
        share = self._shares.pop(live, None)
        if share is not None:
            self._is_possible = self._is_possible and not share.process.has_failed
            share.process.end()

    def _begun(self, live: LivePair) -> "_Share | None":
        """The share of a pair that a process is started for; None if none is."""
        evaluation = live.evaluation
        if not self._is_possible or not _is_large(live) or not isinstance(evaluation, ScoresElsewhere):
            return None
        last = islice(live.waiting_last, FEW)
        if not any(evaluation.may_be_sent(*_units_of(live, document)) for document in last):
            return None
        try:
            share = self._shares[live] = _Share(live, evaluation)
        except OSError:
            self._is_possible = False
            return None
        return share


Take = Callable[[Answer], list[str]]
"""Takes in the answer to a parcel; returns the documents that have scores now."""


class _Share:
    """What a second process has to do for a pair: each document once."""

    def __init__(self, live: LivePair, evaluation: ScoresElsewhere) -> None:
        self._live = live
        self._evaluation = evaluation
        self._sent: dict[str, tuple[Units, ...]] = {}
        self._waiting: deque[Take] = deque()
        self._many = max(1, PARCEL * len(live.waiting) // sum(map(len, live.readings)))
        self._languages = tuple(map(self._language, SIDES))
        self._unjudged = chain.from_iterable(map(self._to_judge, SIDES, self._languages))
        self.process = SecondProcess(evaluation)

    def _language(self, role: Role) -> JudgesElsewhere | None:
        """The language of one side, which the process reads too; None for a file that is read otherwise."""
        language = self._evaluation.language(role)
        is_read = all(reading.language == language for reading in self._live.side(role).readings)
        return language if is_read else None

    def read(self) -> list[str]:
        """Send documents of which both sides have been read."""
        return self._work(lambda: self._to_score(self._read_last()))

    def score(self) -> list[str]:
        """Send the last documents that wait."""
        return self._work(lambda: self._to_score(self._live.waiting_last))

    def judge(self) -> list[str]:
        """Send the last documents that are to be judged."""
        return self._work(lambda: next(self._unjudged, None))

    def _work(self, more: "Callable[[], tuple[Parcel, Take] | None]") -> list[str]:
        """Take in what has been answered, and send more; returns the documents that have scores now."""
        done: list[str] = []
        while (answer := self.process.take()) is not None:
            done += self._waiting.popleft()(answer)
        while not self.process.has_failed and self.process.waiting < AHEAD and (sent := more()) is not None:
            self.process.send(sent[0])
            self._waiting.append(sent[1])
        return done

    def _to_score(self, documents: Iterator[str]) -> tuple[ToScore, Take] | None:
        """A parcel of some documents that were not sent."""
        parcel = ToScore(list(islice(self._unsent(documents), self._many)))
        return (parcel, lambda scores: list(self._take_scores(parcel, scores))) if parcel.documents else None

    def _unsent(self, documents: Iterator[str]) -> Iterator[SentDocument]:
        for document in documents:
            if document not in self._sent:
                units = self._sent[document] = _units_of(self._live, document)
                if any(units) and self._evaluation.may_be_sent(*units):
                    yield SentDocument(document, *map(_texts, units))

    def _read_last(self) -> Iterator[str]:
        """The documents that both sides have, of those read last in the file that is being read.

        The very last one may not be complete.
        """
        if len(self._live.readings) == len(SIDES):
            shorter = min(self._live.readings, key=len)
            for document in islice(shorter.documents.named_last, 1, 1 + LATEST):
                if all(_units_of(self._live, document)):
                    yield document

    def _take_scores(self, parcel: ToScore, answer: Answer) -> Iterator[str]:
        for (document, _, _), scored in zip(parcel.documents, answer, strict=True):
            units = _units_of(self._live, document)
            if document in self._live.waiting and units == self._sent[document]:
                for language, its_units, is_sound in zip(self._languages, units, scored.sound, strict=True):
                    if is_sound and language is not None:
                        language.found_sound(its_units)
                self._live.take(document, self._evaluation.received(scored.scores, *units))
                yield document

    def _to_judge(self, role: Role, language: JudgesElsewhere | None) -> Iterator[tuple[ToJudge, Take]]:
        """Parcels of the documents of one side that are not judged, the last ones first."""
        if language is None:
            return
        for reading in reversed(self._live.side(role).readings):
            documents = _last_unjudged(reading, language)
            while parcel := list(islice(documents, self._many)):
                texts = [_texts(units) for _, units in parcel]
                yield ToJudge(role, texts), partial(_take_judged, reading, language, parcel)


def _texts(units: Units) -> Texts:
    return [unit.text for unit in units]


def _last_unjudged(reading: Reading, language: JudgesElsewhere) -> Iterator[tuple[str, Units]]:
    """The documents of a file that are not judged yet, the last one first, without large ones."""
    for document in reversed(list(reading.documents.named)):
        units = tuple(reading.documents.named.get(document, ()))
        if reading.is_judged:
            return
        if 0 < len(units) < KEPT and not language.is_judged(units[0]):
            yield document, units


def _take_judged(
    reading: Reading, language: JudgesElsewhere, parcel: Sequence[tuple[str, Units]], answer: Answer
) -> list[str]:
    for (document, units), is_sound in zip(parcel, answer, strict=True):
        if is_sound:
            language.found_sound(units)
            reading.found_sound(document, units)
    return []


def _is_large(live: LivePair) -> bool:
    """Whether there is much to score; a keystroke leaves few documents that wait, which is asked first."""
    return len(live.waiting) >= MANY and sum(map(len, live.readings)) >= LARGE


def _units_of(live: LivePair, document: str) -> tuple[Units, ...]:
    """The units that a document has now."""
    return tuple(map(tuple, live.units_of(document)))
