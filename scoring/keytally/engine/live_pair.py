"""A pair whose score is kept up to date: only documents with changed units are scored again."""

from collections.abc import Callable, Generator, Iterable, Iterator, KeysView, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.differences import Differences
from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.reading import Reading
from keytally.engine.unit_marks import UnitMarks
from keytally.evaluations.abilities import DependsOnOrder, PreparesReports, ScoresInSteps, TellsAgreement
from keytally.evaluations.interface import Evaluation, Fold, Mark, Role
from keytally.project.pair import Pair

Steps = Generator[None, None, Sequence[Any]]


def _never() -> bool:
    return False


class PlacedMark(NamedTuple):
    """A mark with its place in the file, in code points from the file's start."""

    mark: Mark
    start: int
    end: int


class LivePair:
    """The scores of a pair's documents, and their sum.

    `stale` documents await `work`. The readings are shared with other users of the files; `texts` is None if
    the pair has no texts file, or no comparison with it is needed. Key and response may be one file: then it
    shows its findings and its marks as the response; read as the key it is only scored.
    """

    def __init__(
        self,
        pair: Pair,
        evaluation: Evaluation,
        key: JoinedReadings,
        response: JoinedReadings,
        texts: Reading | None = None,
    ) -> None:
        self.pair = pair
        self.evaluation = evaluation
        self.key = key
        self.response = response
        self.texts = texts
        self._scores: dict[str, Sequence[Any]] = {}
        self._stale = dict.fromkeys((*key.documents, *response.documents))
        self._unfinished: tuple[str, Steps] | None = None
        self._in_steps = evaluation if isinstance(evaluation, ScoresInSteps) else None
        self._by_order = evaluation if isinstance(evaluation, DependsOnOrder) else None
        self._agreement = evaluation if isinstance(evaluation, TellsAgreement) else None
        self._fold = evaluation.fold()
        self._in_order: Fold | None = None
        self._unit_marks = UnitMarks(evaluation, self._scores)
        self._differences = Differences(self._unit_marks)
        self._document_totals: dict[str, dict[str, Any]] = {}

    @property
    def stale(self) -> bool:
        """Whether documents wait to be scored."""
        return bool(self._stale) or self._unfinished is not None

    def is_stale(self, document: str) -> bool:
        """Whether a document waits to be scored, or to be scored to its end."""
        return document in self._stale or (self._unfinished is not None and self._unfinished[0] == document)

    def mark_stale(self, documents: Iterable[str]) -> None:
        """Record documents that have changed; `work` scores them."""
        self._stale.update(dict.fromkeys(documents))

    @property
    def waiting(self) -> KeysView[str]:
        """The documents that wait to be scored, in the order in which `work` begins them."""
        return self._stale.keys()

    @property
    def waiting_last(self) -> Iterator[str]:
        """The same, the last one first."""
        return reversed(self._stale)

    def units_of(self, document: str) -> tuple[Sequence[Any], Sequence[Any]]:
        """The units of a document in the key and in the response."""
        return self.key.documents.units_of(document), self.response.documents.units_of(document)

    def take(self, document: str, scores: Sequence[Any]) -> None:
        """Take in the scores of a document that waits, which were made elsewhere from the same units."""
        del self._stale[document]
        if self._unfinished is not None and self._unfinished[0] == document:
            self._unfinished = None
        self._replace_scores(document, scores)

    def work(self, stop: Callable[[], bool] = _never, wanted: Iterable[str] | None = None) -> list[str]:
        """Score stale documents until none is left or `stop` returns true; returns those scored.

        An evaluation that scores in steps may be stopped within a document, and continues there at the next
        call. With `wanted`, no others are begun.
        """
        done: list[str] = []
        if self._unfinished is not None:
            document, steps = self._unfinished
            if not self._step_on(document, steps, stop):
                return done
            done.append(document)
        for document in list(self._stale) if wanted is None else filter(self._stale.__contains__, wanted):
            if (done and stop()) or not self._score(document, stop):
                break
            done.append(document)
        return done

    def _score(self, document: str, stop: Callable[[], bool]) -> bool:
        """Score one stale document; returns whether all of it was scored."""
        del self._stale[document]
        key, response = self.units_of(document)
        if self._in_steps is not None and (key or response):
            return self._step_on(document, self._in_steps.scoring(document, key, response), stop)
        self._replace_scores(
            document, self.evaluation.score(document, key, response) if key or response else ()
        )
        return True

    def _step_on(self, document: str, steps: Steps, stop: Callable[[], bool]) -> bool:
        """Continue a document that is scored in steps; returns whether all of it was scored."""
        self._unfinished = None
        try:
            while True:
                next(steps)
                if stop():
                    self._unfinished = document, steps
                    return False
        except StopIteration as end:
            self._replace_scores(document, end.value)
        return True

    def _replace_scores(self, document: str, scores: Sequence[Any]) -> None:
        """Replace a document's old scores by its new ones."""
        self._unit_marks.forget(document)
        self._in_order = None
        self._document_totals.pop(document, None)
        self._differences.forget(document)
        if document in self._scores:
            for score in self._scores.pop(document):
                self._fold.drop(score)
        if scores:
            self._scores[document] = scores
        for score in scores:
            self._fold.put(score)

    def side(self, role: Role) -> JoinedReadings:
        """The key's files or the response's."""
        return self.key if role is Role.KEY else self.response

    @property
    def readings(self) -> list[Reading]:
        """The readings of all files, each once."""
        return list(dict.fromkeys((*self.key.readings, *self.response.readings)))

    def holds(self, path: Path) -> bool:
        """Whether a file is one of the key's or of the response's."""
        return path in self.key or path in self.response

    def reading(self, path: Path) -> Reading:
        """The reading that a file of the pair shows: the response's if it is both.

        Raises KeyError for another file.
        """
        return self.side(self.role_of(path)).reading(path)

    def role_of(self, path: Path) -> Role:
        """The role whose findings and marks a file of the pair shows: the response's if it is both."""
        return Role.RESPONSE if path in self.response else Role.KEY

    @property
    def documents(self) -> list[str]:
        """Every document: the key's in its order, then those that only the response has."""
        return list(dict.fromkeys((*self.key.documents, *self.response.documents)))

    def scores_of(self, document: str) -> Sequence[Any]:
        """The scores of one document; none before it is scored."""
        return self._scores.get(document, ())

    def scores(self) -> list[Any]:
        """The scores of all documents, in the order of `documents`."""
        scores = [score for document in self.documents for score in self._scores.get(document, ())]
        if self._by_order is not None:
            return list(self._by_order.settled(scores, self.key.units, self.response.units))
        return scores

    def _result(self) -> Fold:
        """The sum over the documents; where scores depend on the order of a file it is computed again."""
        if self._by_order is None or self._by_order.is_settled(self._fold):
            return self._fold
        if self._in_order is None:
            self._in_order = self.evaluation.fold()
            for score in self.scores():
                self._in_order.put(score)
        return self._in_order

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output, over the documents scored so far."""
        return self._result().totals()

    @property
    def fold(self) -> Fold:
        """The running result over the documents scored so far."""
        return self._fold

    def headline(self) -> float:
        """The score that the status bar shows, in percent."""
        return self._result().headline()

    def document_totals(self, document: str) -> dict[str, Any]:
        """One document's entry in the JSON output; {} before it is scored."""
        if document not in self._document_totals and (scores := self.scores_of(document)):
            self._document_totals[document] = self.evaluation.document_totals(scores)
        return self._document_totals.get(document, {})

    def report_files(self) -> Mapping[str, str]:
        """The reports that the configuration asks for, by configured name."""
        return self.evaluation.report_files(self.scores(), self.key.units, self.response.units)

    def preparing_reports(self) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Short steps, and then a function that gives the reports as of now, in whichever thread it runs."""
        given = self.scores(), tuple(self.key.units), tuple(self.response.units)
        if isinstance(self.evaluation, PreparesReports):
            return (yield from self.evaluation.preparing_reports(*given))
        files = self.evaluation.report_files(*given)
        return lambda: files

    def marks(self, role: Role, start: int, end: int, path: Path | None = None) -> Iterator[PlacedMark]:
        """The marks of one file from `start` to `end`, in the order of their places.

        `path` is the file, if the side has several.
        """
        side = self.side(role)
        reading = side.readings[0] if path is None else side.reading(path)
        for unit, offset in reading.units.between(start, end):
            marks = self.marks_near(role, unit, start - offset, end - offset)
            placed = (PlacedMark(mark, offset + mark.start, offset + mark.end) for mark in marks)
            yield from (place for place in placed if place.start <= end and place.end >= start)

    def marks_near(self, role: Role, unit: Any, start: int, end: int) -> list[Mark]:
        """The marks between two offsets of a unit, and possibly others, in order."""
        document = self.side(role).document_with(unit)
        return [] if document is None else self._unit_marks.near(document, role, unit, start, end)

    def marks_of(self, role: Role, unit: Any) -> list[Mark]:
        """The marks of one unit, in order; cached until a document is scored."""
        if unit.document is None:
            return []
        document = self.side(role).document_with(unit)
        return [] if document is None else self._unit_marks.of(document, role, unit)

    def differences(self, role: Role, document: str, unit: Any) -> Sequence[Mark]:
        """The marks of what differs in a unit of a document, in order, one for each place."""
        if self._agreement is not None and self._agreement.agrees(self.scores_of(document)):
            return ()
        return self._differences.of(document, role, unit)
