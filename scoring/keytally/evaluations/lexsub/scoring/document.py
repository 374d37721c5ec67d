"""The measures as the document defines them (sections 2.2 and 4).

Where it says nothing: blanks around a substitute and doubled ones within do not count, case does. Of guesses
with the same word of the gold standard one counts, since a_i is a set; of the guesses of oot the first ten
count. `NIL` and `pn`, a proper name, are no responses. Of multiwords with the same highest frequency any is
right.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.line import BLANKS, spaced
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import MOST_GUESSES, LexsubMeasure
from keytally.evaluations.lexsub.scoring.interface import Gold, first_scored, hyphened
from keytally.evaluations.lexsub.scoring.result import NOTHING, ItemCounts, ItemScore, counts_of

NO_RESPONSE = ("NIL", "pn")
LEAST_RESPONSES = 2

REMEMBERED = 1 << 16
"""The size of the cache of parsed items; the same words occur again and again."""

_DIGITS = "0123456789"


class Spread(NamedTuple):
    """The number of responses to an item, its highest frequency, and whether only one word has that."""

    responses: int
    top: int
    has_mode: bool


@lru_cache(maxsize=REMEMBERED)
def spread_of(frequencies: tuple[int, ...]) -> Spread:
    """The spread of an item's frequencies; cached, since most items share theirs with others."""
    top = max(frequencies, default=0)
    return Spread(sum(frequencies), top, frequencies.count(top) == 1)


class DocumentScoring:
    """One measure by the document's definition (keytally.evaluations.lexsub.scoring.interface)."""

    def __init__(self, measure: LexsubMeasure) -> None:
        self.measure = measure
        self._is_best = measure is LexsubMeasure.BEST
        self._compare = self._multiword if measure is LexsubMeasure.MW else self._substitutes

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """Compare the first line of either side that has all the parts."""
        key_unit, response_unit = first_scored(key), first_scored(response)
        gold = (key_unit.list if key_unit is not None else None) or ""
        answer = (response_unit.list if response_unit is not None else None) or ""
        return ItemScore(document, key_unit, response_unit, *self._compare(gold, answer))

    def _substitutes(self, text: str, answer: str) -> tuple[ItemCounts, tuple[int, int]]:
        """The counts, and the credit as two numbers, of an answer against a list of the gold standard."""
        words = _words(text)
        responses, top, has_mode = spread_of(tuple(words.values()))
        if responses < LEAST_RESPONSES:
            return NOTHING, (0, 1)
        guesses = _guesses(answer)
        if "-" in text:
            spelt = hyphened(words)
            guesses = [guess if guess in words else spelt.get(guess, guess) for guess in guesses]
        if not self._is_best and len(guesses) > MOST_GUESSES:
            guesses = list(dict.fromkeys(guesses))[:MOST_GUESSES]
        named = set(guesses)
        credits = [count for word, count in words.items() if word in named]
        hit = has_mode and top in credits and (not self._is_best or words.get(guesses[0]) == top)
        share = len(named) if self._is_best and named else 1
        attempted = bool(named)
        counts = counts_of(1, attempted, has_mode, attempted and has_mode, 0, hit)
        return counts, (sum(credits), responses * share)

    def _multiword(self, text: str, answer: str) -> tuple[ItemCounts, tuple[int, int]]:
        gold = self._gold(text)
        found = bool(_word(answer.replace(";", " ")))
        genuine = found and gold.counts
        hit = genuine and self.named(gold, answer) in gold.modes
        return ItemCounts(gold.counts, found, genuine=genuine, hits=hit), (0, 1)

    def guesses(self, text: str, answer: str) -> list[tuple[str, str]]:
        """The guesses of an answer, each with the word of a gold list that it names, else itself."""
        words = _words(text)
        spelt = hyphened(words)
        return [(each, each if each in words else spelt.get(each, each)) for each in _guesses(answer)]

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """The words of an item's first line; spellings that differ in blanks are one word."""
        unit = first_scored(units)
        return self._gold((unit.list if unit is not None else None) or "")

    def _gold(self, text: str) -> Gold:
        words = _words(text)
        top = max(words.values(), default=0)
        modes = tuple(word for word, count in words.items() if count == top)
        if self.measure is LexsubMeasure.MW:
            return Gold(words, modes, top > 1)
        return Gold(words, modes if len(modes) == 1 else (), sum(words.values()) >= LEAST_RESPONSES)

    def gold_word(self, piece: str) -> str | None:
        """The word of an item of the gold standard's list."""
        read = _counted(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """The word itself, else the gold standard's word that has hyphens in place of its blanks."""
        word = _word(piece.rstrip("; ") if self.measure is LexsubMeasure.MW else piece)
        return word if word in gold.words else gold.hyphened.get(word)


def _words(text: str) -> dict[str, int]:
    """The responses in a gold standard's list, with their frequencies."""
    pieces = text.rstrip(";").split(";")
    words = dict(filter(None, map(_counted, pieces)))
    if len(words) < len(pieces):
        words = dict.fromkeys(words, 0)
        for word, count in filter(None, map(_counted, pieces)):
            words[word] += count
    return words


def _guesses(answer: str) -> list[str]:
    """The guesses of a system's list, in order."""
    pieces = list(filter(None, answer.split(";")))
    if answer.replace(";", "").isalnum():
        return pieces
    return list(filter(None, map(_word, pieces)))


def _word(piece: str) -> str:
    """A substitute with single blanks within and none around it."""
    return piece if _is_tidy(piece) else spaced(piece.strip(BLANKS))


def _is_tidy(words: str) -> bool:
    """Whether a text has only single blanks between words."""
    return " ".join(words.split()) == words


@lru_cache(maxsize=REMEMBERED)
def _counted(piece: str) -> tuple[str, int] | None:
    """A response and its frequency; None if the item is none."""
    piece = _word(piece)
    before = piece.rstrip(_DIGITS)
    if before == piece or not before.endswith(" ") or before[:-1] in ("", *NO_RESPONSE):
        return None
    digits = piece[len(before) :]
    return before[:-1], int(digits[:18])
