"""The verdicts of one item at their places: the item, its guesses, the words that were not guessed.

A guess of a word of the gold standard is correct, any other spurious; the label gives its frequency. If no
guess names the mode it is missing; in oot all other words that no guess names are missing too, since further
guesses cost nothing there; in best they are optional, since each further guess divides the credit.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.lexsub.formats.line import ListItem, ParsedLine, counted
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.scoring.interface import Scoring
from keytally.evaluations.lexsub.scoring.result import ItemScore
from keytally.tallies.status import Status


class _Place(NamedTuple):
    """A word in the list of one unit."""

    start: int
    end: int


class ItemVerdicts:
    """Makes the marks of one item."""

    def __init__(self, measure: LexsubMeasure, scoring: Scoring, score: ItemScore) -> None:
        self._measure = measure
        self._scoring = scoring
        self._score = score
        self._gold = scoring.gold([score.key] if score.key else [])
        self._key_line = score.key.line if score.key else None
        self._line = score.response.line if score.response else None

    def of_response(self) -> Iterator[Mark]:
        """The marks of the system's line."""
        unit, line = self._score.response, self._line
        if unit is None or line is None:
            return
        yield self._item(unit, line, self._score.key, self._key_line)
        places = self._gold_places()
        for item in self._guesses():
            yield self._guess(unit, item, places)
        end = line.items[-1].word_end if line.items else line.first_place
        for word in self._missing(set(self._guess_places())) if self._score.counts.total else ():
            subject = f'"{word}" {self._frequency(word)}'
            partner = self._in_key(places.get(word))
            yield Mark(unit, end, end, Status.MISSING, Level.ITEM, f"MIS {subject}", partner, subject)

    def of_key(self) -> Iterator[Mark]:
        """The marks of the gold standard's line."""
        unit, line = self._score.key, self._key_line
        if unit is None or line is None:
            return
        yield self._item(unit, line, self._score.response, self._line)
        guesses = self._guess_places()
        missing = set(self._missing(set(guesses)))
        for word, place in self._gold_places().items():
            status = self._status(word in guesses, word in missing)
            partner = self._in_response(guesses.get(word))
            yield Mark(unit, *place, status, Level.ITEM, self._frequency(word), partner)

    def _status(self, is_named: bool, is_missing: bool) -> Status:
        """The verdict on a word of the gold standard."""
        if not self._score.counts.total:
            return Status.UNSCORED
        if is_named:
            return Status.CORRECT
        return Status.MISSING if is_missing else Status.OPTIONAL

    def _missing(self, named: set[str]) -> list[str]:
        """The words that should have been named."""
        if self._measure is LexsubMeasure.OOT:
            return [word for word in self._gold.words if word not in named]
        modes = self._gold.modes
        return [] if named.intersection(modes) else list(modes[:1])

    def _guesses(self) -> Iterator[ListItem]:
        """The items of the system's list that are guesses; in mw the whole list is one."""
        line = self._line
        if line is None:
            return
        if self._measure is not LexsubMeasure.MW:
            yield from (item for item in line.items if item.word)
        elif text := line.list.strip():
            start = line.span("list").start + line.list.index(text)
            yield ListItem(start, start + len(text), start, start + len(text), text)

    def _word(self, item: ListItem) -> str | None:
        """The gold standard's word that a guess names."""
        unit = self._score.response
        if unit is None or unit.entry is None:
            return None
        if self._measure is LexsubMeasure.MW:
            return self._scoring.named(self._gold, unit.entry.list)
        is_first = unit.text.startswith(": ", item.start - 1)
        end = item.end + (unit.text[item.end : item.end + 1] == "\r")
        return self._scoring.named(self._gold, unit.text[item.start + is_first : end])

    def _guess_places(self) -> dict[str, _Place]:
        """The first guess that names each of the gold standard's words."""
        places: dict[str, _Place] = {}
        for item in self._guesses():
            if (word := self._word(item)) is not None:
                places.setdefault(word, _Place(item.word_start, item.word_end))
        return places

    def _gold_places(self) -> dict[str, _Place]:
        """The place of each of the gold standard's words."""
        places: dict[str, _Place] = {}
        for item in self._key_line.items if self._key_line is not None else ():
            if (word := self._scoring.gold_word(item.word)) in self._gold.words and word is not None:
                gold = counted(item)
                places.setdefault(word, _Place(item.word_start, gold.end if gold else item.word_end))
        return places

    def _guess(self, unit: LexsubUnit, item: ListItem, places: dict[str, _Place]) -> Mark:
        word = self._word(item)
        status, label = Status.SPURIOUS, "not in the key"
        if word is not None:
            status, label = Status.CORRECT, self._frequency(word)
        if not self._score.counts.total and self._measure is not LexsubMeasure.MW:
            status = Status.UNSCORED
        partner = self._in_key(places.get(word)) if word is not None else None
        return Mark(unit, item.word_start, item.word_end, status, Level.ITEM, label, partner)

    def _in_key(self, place: _Place | None) -> tuple[LexsubUnit, int, int] | None:
        return (self._score.key, *place) if place is not None and self._score.key is not None else None

    def _in_response(self, place: _Place | None) -> tuple[LexsubUnit, int, int] | None:
        response = self._score.response
        return (response, *place) if place is not None and response is not None else None

    def _item(
        self, unit: LexsubUnit, line: ParsedLine, other: LexsubUnit | None, there: ParsedLine | None
    ) -> Mark:
        """The verdict on the whole item, at its id."""
        partner = (other, *there.span("id")) if other is not None and there is not None else None
        return Mark(unit, *line.span("id"), self._overall(), Level.OBJECT, self._label(), partner)

    def _label(self) -> str:
        """The credit of the item."""
        score, counts = self._score, self._score.counts
        if self._measure is LexsubMeasure.MW:
            return "identified" if counts.hits else "not identified"
        if not counts.total:
            return "not scored"
        return f"credit {100.0 * score.credit / score.of:.2f} %" if counts.attempted else "not attempted"

    def _overall(self) -> Status:
        counts = self._score.counts
        if not counts.total:
            return (
                Status.SPURIOUS if self._measure is LexsubMeasure.MW and counts.attempted else Status.UNSCORED
            )
        if not counts.attempted:
            return Status.MISSING
        if counts.hits:
            return Status.CORRECT
        return Status.PARTIAL if self._score.credit else Status.INCORRECT

    def _frequency(self, word: str) -> str:
        return f"{self._gold.words[word]} of {self._gold.responses}"
