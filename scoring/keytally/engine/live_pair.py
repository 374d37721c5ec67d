"""A pair with a score and marks that are kept up to date, and the collection of an engine's pairs."""

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from keytally.engine.aligned_readings import ReadingsByText
from keytally.engine.reading import JoinedReadings, Reading
from keytally.families.contract import Evaluation, Fold, Level, Mark, Role
from keytally.project.pair import Pair
from keytally.tallies.status import Status

MARKED_UNITS = 64
"""The maximum number of units, on both sides of a pair together, for which marks are cached."""


class UnitMarks:
    """The marks of a pair's units, computed from `scores`, which contains the scores of each document.

    Call `forget` when the scores of a document change.
    """

    def __init__(self, evaluation: Evaluation, scores: Mapping[str, Sequence[Any]]) -> None:
        self._evaluation = evaluation
        self._scores = scores
        self._kept: dict[str, dict[tuple[Any, Role], list[Mark]]] = {}
        self._kept_units = 0

    def forget(self, document: str) -> None:
        """Discard the cached differences of a document."""
        self._kept_units -= len(self._kept.pop(document, ()))

    def near(self, document: str, role: Role, unit: Any, start: int, end: int) -> list[Mark]:
        """Return the marks between two offsets of a unit, in order, and possibly other marks."""
        is_whole = start <= 0 and end >= len(unit.text)
        marks_between = self._evaluation.marks_between
        if is_whole or marks_between is None:
            return self.of(document, role, unit)
        scores = self._scores.get(document, ())
        parts = (marks_between(score, role, unit, start, end) for score in scores)
        return _marks_in_order(chain.from_iterable(parts))

    def of(self, document: str, role: Role, unit: Any) -> list[Mark]:
        """Return the marks of a unit of a document, in order."""
        kept = self._kept.get(document, {}).get((unit, role))
        if kept is None:
            scores = self._scores.get(document, ())
            marks = chain.from_iterable(self._evaluation.marks(score, role, unit) for score in scores)
            kept = self._keep(document, role, unit, _marks_in_order(marks))
        return kept

    def _keep(self, document: str, role: Role, unit: Any, marks: list[Mark]) -> list[Mark]:
        """Cache the marks of a unit; a full cache is emptied first."""
        if self._kept_units >= MARKED_UNITS:
            self._kept, self._kept_units = {}, 0
        self._kept.setdefault(document, {})[unit, role] = marks
        self._kept_units += 1
        return marks


def _marks_in_order(marks: Iterable[Mark]) -> list[Mark]:
    return sorted(marks, key=lambda mark: (mark.start, mark.end))


DIFFERENT = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING, Status.SPURIOUS})
PARTS = frozenset({Level.SLOT, Level.FILL})
"""The levels of parts, which repeat a difference of the whole item."""


def differences(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield the marks of differences, in order; if an item has several, only the widest.

    The parts of a whole item that differs are omitted, and so are slots that contain a differing fill. Links
    are omitted, because they break only if a mention is missing, spurious or in another chain, which is
    already a difference.
    """
    wrong = [mark for mark in marks if mark.status in DIFFERENT and mark.level is not Level.LINK]
    fills = sorted((mark.start, mark.end) for mark in wrong if mark.level is Level.FILL)
    wrong = [mark for mark in wrong if mark.level is not Level.SLOT or not _holds(mark, fills)]
    reached = -1
    for mark in sorted(wrong, key=_in_order):
        # A missing part right after a whole, such as the next item of a list, belongs to another one.
        if mark.level in PARTS and mark.start < reached and mark.end <= reached:
            continue
        if mark.level not in PARTS and mark.end > mark.start:
            reached = max(reached, mark.end)
        yield mark


def _in_order(mark: Mark) -> tuple[int, bool, bool, int]:
    """Return a sort key: a whole item precedes its parts, but missing parts precede a missing whole."""
    is_lacking, is_part = mark.start == mark.end, mark.level in PARTS
    return mark.start, is_lacking, is_part is not is_lacking, -mark.end


def _holds(slot: Mark, fills: Sequence[tuple[int, int]]) -> bool:
    """Return whether a slot contains one of the fills, which are in order."""
    first = bisect_left(fills, (slot.start, 0))
    return first < len(fills) and fills[first][1] <= slot.end


class Differences:
    """The differences in the units of a pair, cached until the document is scored again."""

    def __init__(self, marks: UnitMarks) -> None:
        self._marks = marks
        self._kept: dict[str, dict[tuple[Any, Role], tuple[Mark, ...]]] = {}

    def forget(self, document: str) -> None:
        """Discard the cached marks of a document."""
        self._kept.pop(document, None)

    def of(self, document: str, role: Role, unit: Any) -> tuple[Mark, ...]:
        """Return the differences of a unit of a document, in order."""
        kept = self._kept.setdefault(document, {})
        if (unit, role) not in kept:
            kept[unit, role] = tuple(differences(self._marks.of(document, role, unit)))
        return kept[unit, role]


Steps = Generator[None, None, Sequence[Any]]


def _never() -> bool:
    return False


class PlacedMark(NamedTuple):
    """A mark with its position in the file, in code points from the start."""

    mark: Mark
    start: int
    end: int


class LivePair:
    """The scores of a pair's documents, and their sum.

    `stale` contains the documents that `work` has not scored yet. The readings are shared with other users of
    the files; `texts` is None if the pair has no texts file or need not be compared with it. If key and
    response are the same file, the findings and marks of the response are shown; the reading as a key is used
    only for scoring.
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
        if evaluation.text_of is not None and pair.key_files is None:
            self.response = ReadingsByText(key, response, evaluation.text_of)
        self.texts = texts
        self._scores: dict[str, Sequence[Any]] = {}
        self._stale = dict.fromkeys((*key.documents, *self.response.documents))
        self._unfinished: tuple[str, Steps] | None = None
        self._fold = evaluation.fold()
        self._in_order: Fold | None = None
        self._unit_marks = UnitMarks(evaluation, self._scores)
        self._differences = Differences(self._unit_marks)
        self._document_totals: dict[str, dict[str, Any]] = {}

    @property
    def stale(self) -> bool:
        """Return whether any document remains to be scored."""
        return bool(self._stale) or self._unfinished is not None

    def is_stale(self, document: str) -> bool:
        """Return whether a document remains to be scored, completely or in part."""
        return document in self._stale or (self._unfinished is not None and self._unfinished[0] == document)

    def mark_stale(self, documents: Iterable[str]) -> None:
        """Record documents that have changed; `work` scores them."""
        if isinstance(self.response, ReadingsByText):
            documents = self.response.align_again(documents)
        self._stale.update(dict.fromkeys(documents))

    def units_of(self, document: str) -> tuple[Sequence[Any], Sequence[Any]]:
        """Return the units of a document in the key and in the response."""
        return self.key.documents.units_of(document), self.response.documents.units_of(document)

    def work(self, stop: Callable[[], bool] = _never, wanted: Iterable[str] | None = None) -> list[str]:
        """Score stale documents until none remain or `stop` returns true; return the scored documents.

        If an evaluation scores in steps, it may be interrupted within a document and continues there on the
        next call. If `wanted` is given, only these documents are started.
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
        """Score one stale document; return whether it was scored completely."""
        del self._stale[document]
        key, response = self.units_of(document)
        scoring = self.evaluation.scoring
        if scoring is not None and (key or response):
            return self._step_on(document, scoring(document, key, response), stop)
        try:
            scores = self.evaluation.score(document, key, response) if key or response else ()
        except MemoryError:
            self.mark_stale([document])
            raise
        self._replace_scores(document, scores)
        return True

    def _step_on(self, document: str, steps: Steps, stop: Callable[[], bool]) -> bool:
        """Continue a document that is scored in steps; return whether it was scored completely."""
        self._unfinished = None
        try:
            while True:
                next(steps)
                if stop():
                    self._unfinished = document, steps
                    return False
        except StopIteration as end:
            self._replace_scores(document, end.value)
        except MemoryError:
            self.mark_stale([document])
            raise
        return True

    def _replace_scores(self, document: str, scores: Sequence[Any]) -> None:
        """Replace a document's old scores with its new ones."""
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
        """Return the readings of the key or of the response."""
        return self.key if role is Role.KEY else self.response

    @property
    def readings(self) -> list[Reading]:
        """Return the readings of all files, without duplicates."""
        return list(dict.fromkeys((*self.key.readings, *self.response.readings)))

    def holds(self, path: Path) -> bool:
        """Return whether a file belongs to the key or the response."""
        return path in self.key or path in self.response

    def reading(self, path: Path) -> Reading:
        """Return the reading that is shown for a file of the pair: the response's reading if the file is both
        key and response.

        Raises KeyError if the file does not belong to the pair.
        """
        return self.side(self.role_of(path)).reading(path)

    def role_of(self, path: Path) -> Role:
        """Return the role whose findings and marks are shown for a file of the pair: the response if the
        file is on both sides.
        """
        return Role.RESPONSE if path in self.response else Role.KEY

    @property
    def documents(self) -> list[str]:
        """Return all documents: those of the key in order, then those that occur only in the response."""
        return list(dict.fromkeys((*self.key.documents, *self.response.documents)))

    def scores_of(self, document: str) -> Sequence[Any]:
        """Return the scores of one document; empty before it is scored."""
        return self._scores.get(document, ())

    def scores(self) -> list[Any]:
        """Return the scores of all documents, in the order of `documents`."""
        scores = [score for document in self.documents for score in self._scores.get(document, ())]
        if self.evaluation.settled is not None:
            return list(self.evaluation.settled(scores, self.key.units, self.response.units))
        return scores

    def _result(self) -> Fold:
        """Return the sum over the documents, which is computed again if scores depend on the order of a
        file.
        """
        if self.evaluation.is_settled(self._fold):
            return self._fold
        if self._in_order is None:
            self._in_order = self.evaluation.fold()
            for score in self.scores():
                self._in_order.put(score)
        return self._in_order

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output for the documents scored so far."""
        return self._result().totals()

    @property
    def fold(self) -> Fold:
        """Return the running result over the documents scored so far."""
        return self._fold

    def headline(self) -> float:
        """Return the score that the status bar shows, in percent."""
        return self._result().headline()

    def document_totals(self, document: str) -> dict[str, Any]:
        """Return one document's entry in the JSON output; {} before it is scored."""
        if document not in self._document_totals and (scores := self.scores_of(document)):
            self._document_totals[document] = self.evaluation.document_totals(scores)
        return self._document_totals.get(document, {})

    def report_files(self) -> Mapping[str, str]:
        """Return the configured reports, by name."""
        return self.evaluation.report_files(self.scores(), self.key.units, self.response.units)

    def preparing_reports(self) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Work in short steps, then return a function that returns the reports for the present state and
        can be called in any thread.
        """
        given = self.scores(), tuple(self.key.units), tuple(self.response.units)
        if self.evaluation.preparing_reports is not None:
            return (yield from self.evaluation.preparing_reports(*given))
        files = self.evaluation.report_files(*given)
        return lambda: files

    def marks(self, role: Role, start: int, end: int, path: Path | None = None) -> Iterator[PlacedMark]:
        """Yield the marks of one file from `start` to `end`, sorted by position.

        `path` specifies the file if the side has several.
        """
        side = self.side(role)
        reading = side.readings[0] if path is None else side.reading(path)
        for unit, offset in reading.units.between(start, end):
            marks = self.marks_near(role, unit, start - offset, end - offset)
            placed = (PlacedMark(mark, offset + mark.start, offset + mark.end) for mark in marks)
            yield from (place for place in placed if place.start <= end and place.end >= start)

    def marks_near(self, role: Role, unit: Any, start: int, end: int) -> list[Mark]:
        """Return the marks between two offsets of a unit, in order, and possibly other marks."""
        document = self.side(role).document_with(unit)
        return [] if document is None else self._unit_marks.near(document, role, unit, start, end)

    def marks_of(self, role: Role, unit: Any) -> list[Mark]:
        """Return the marks of one unit, in order; cached until its document is scored again."""
        if unit.document is None:
            return []
        document = self.side(role).document_with(unit)
        return [] if document is None else self._unit_marks.of(document, role, unit)

    def differences(self, role: Role, document: str, unit: Any) -> Sequence[Mark]:
        """Return the marks of the differences in a unit of a document, in order, one for each position."""
        agrees = self.evaluation.agrees
        if agrees is not None and agrees(self.scores_of(document)):
            return ()
        return self._differences.of(document, role, unit)


K = TypeVar("K")


class LivePairs:
    """The pairs in the order in which they were added, with indexes by file and reading."""

    def __init__(self) -> None:
        self._pairs: dict[LivePair, None] = {}
        self._by_path: dict[Path, dict[LivePair, None]] = {}
        self._by_reading: dict[Reading, dict[LivePair, None]] = {}
        self._by_texts: dict[Path, dict[LivePair, None]] = {}
        self._by_texts_reading: dict[Reading, dict[LivePair, None]] = {}

    def __iter__(self) -> Iterator[LivePair]:
        return iter(self._pairs)

    def add(self, live: LivePair) -> None:
        """Append a pair to the others."""
        self._pairs[live] = None
        for path in _files(live):
            self._by_path.setdefault(path, {})[live] = None
        for reading in live.readings:
            self._by_reading.setdefault(reading, {})[live] = None
        if live.pair.texts is not None:
            self._by_texts.setdefault(live.pair.texts, {})[live] = None
        if live.texts is not None:
            self._by_texts_reading.setdefault(live.texts, {})[live] = None

    def remove(self, live: LivePair) -> None:
        """Remove a pair. Raises KeyError for an unknown pair."""
        del self._pairs[live]
        for path in _files(live):
            _drop(self._by_path, path, live)
        for reading in live.readings:
            _drop(self._by_reading, reading, live)
        if live.pair.texts is not None:
            _drop(self._by_texts, live.pair.texts, live)
        if live.texts is not None:
            _drop(self._by_texts_reading, live.texts, live)

    def of(self, path: Path) -> list[LivePair]:
        """Return the pairs in which a file is the key or the response."""
        return list(self._by_path.get(path, ()))

    def have_texts(self, path: Path) -> bool:
        """Return whether a file is the texts file of any pair."""
        return path in self._by_texts

    def mark_stale(self, changed: Mapping[Reading, set[str]]) -> None:
        """Record the documents that have changed in readings, in every pair that uses these readings."""
        concerned = dict.fromkeys(chain.from_iterable(self._by_reading.get(each, ()) for each in changed))
        for live in concerned:
            live.mark_stale(
                sorted(chain.from_iterable(changed.get(reading, ()) for reading in live.readings))
            )

    def use(self, reading: Reading) -> bool:
        """Return whether a reading belongs to a pair or its texts."""
        return reading in self._by_reading or reading in self._by_texts_reading


def _files(live: LivePair) -> Sequence[Path]:
    return list(dict.fromkeys((*live.pair.keys, *live.pair.responses)))


def _drop(index: dict[K, dict[LivePair, None]], key: K, live: LivePair) -> None:
    index[key].pop(live, None)
    if not index[key]:
        del index[key]
