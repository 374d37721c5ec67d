"""The measures as the document defines them (sections 2.2 and 4).

Where it is silent: blanks around a substitute and doubled ones within do not count, case does. Of
guesses that name one word of the gold standard one counts, since a_i is a set; of those of oot the
first ten. `NIL` and `pn`, a proper name, are no responses. Of multiwords that share the highest frequency
any is right.
"""

from collections.abc import Sequence

from keytally.evaluations.lexsub.formats.line import spaced
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.measures import MOST_GUESSES, Measure
from keytally.evaluations.lexsub.scoring.interface import Gold, hyphened
from keytally.evaluations.lexsub.scoring.result import Counts, ItemScore, Outcome

NO_RESPONSE = ("NIL", "pn")
NOT_A_WORD = frozenset(("", *NO_RESPONSE))
LEAST_RESPONSES = 2
FREQUENCIES = {str(number): number for number in range(1, 10)}
"""The frequencies that are common, by their digits."""

NO_OUTCOME = Outcome()
_COUNTS = {
    (attempted, has_mode, hit): Counts(1, attempted, has_mode, attempted and has_mode, 0, hit)
    for attempted in (False, True)
    for has_mode in (False, True)
    for hit in (False, True)
}
_BLANKS = " \t\r\n\f\v"
_DIGITS = "0123456789"


class DocumentScoring:
    """One measure by the document's definition (keytally.evaluations.lexsub.scoring.interface)."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """Compare the first line of either side that has the form of one."""
        key_unit, response_unit = _first(key), _first(response)
        gold = (key_unit.list if key_unit is not None else None) or ""
        answer = (response_unit.list if response_unit is not None else None) or ""
        return ItemScore(document, key_unit, response_unit, self._compare(gold, answer))

    def _compare(self, text: str, answer: str) -> Outcome:
        if self.measure is Measure.MW:
            return Outcome(self._multiword(self._gold(text), answer))
        words = _words(text)
        frequencies = list(words.values())
        responses = sum(frequencies)
        if responses < LEAST_RESPONSES:
            return NO_OUTCOME
        top = max(frequencies)
        guesses = _guesses(answer)
        if "-" in text:
            spelt = hyphened(words)
            guesses = [guess if guess in words else spelt.get(guess, guess) for guess in guesses]
        if len(guesses) > 1:
            guesses = list(dict.fromkeys(guesses))
        is_best = self.measure is Measure.BEST
        named = guesses if is_best else guesses[:MOST_GUESSES]
        credits = [words.get(word, 0) for word in named]
        has_mode = frequencies.count(top) == 1
        hit = has_mode and top in (credits[:1] if is_best else credits)
        share = len(named) if is_best and named else 1
        return Outcome(_COUNTS[bool(named), has_mode, hit], sum(credits), responses * share)

    def _multiword(self, gold: Gold, answer: str) -> Counts:
        found = bool(_word(answer.replace(";", " ")))
        genuine = found and gold.counts
        hit = genuine and self.named(gold, answer) in gold.modes
        return Counts(gold.counts, found, genuine=genuine, hits=hit)

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """The words of the first line of an item; spellings that differ in blanks are one word."""
        unit = _first(units)
        return self._gold((unit.list if unit is not None else None) or "")

    def _gold(self, text: str) -> Gold:
        words = _words(text)
        top = max(words.values(), default=0)
        modes = tuple(word for word, count in words.items() if count == top)
        if self.measure is Measure.MW:
            return Gold(words, modes, top > 1)
        return Gold(words, modes if len(modes) == 1 else (), sum(words.values()) >= LEAST_RESPONSES)

    def gold_word(self, piece: str) -> str | None:
        """The word of a piece of the gold standard's list."""
        read = _counted(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """The word itself, else one that a hyphen of the gold standard's lets be written with a blank."""
        word = _word(piece.rstrip("; ") if self.measure is Measure.MW else piece)
        return word if word in gold.words else gold.hyphened.get(word)


def _first(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    for unit in units:
        if unit.list is not None:
            return unit
    return None


def _words(text: str) -> dict[str, int]:
    """The responses in a gold standard's list, with their frequencies."""
    words: dict[str, int] = {}
    for piece in text.rstrip(";").split(";"):
        word, _, digits = piece.rpartition(" ")
        count = FREQUENCIES.get(digits)
        if count is None or word in NOT_A_WORD or not (word.isalnum() or _is_tidy(word)):
            read = _counted(piece)
            if read is None:
                continue
            word, count = read
        words[word] = words.get(word, 0) + count
    return words


def _guesses(answer: str) -> list[str]:
    """The guesses of a system's list, in order."""
    pieces = answer.split(";")
    return [word for piece in pieces if (word := piece if piece.isalnum() else _word(piece))]


def _word(piece: str) -> str:
    """A substitute with single blanks and none around it."""
    return piece if _is_tidy(piece) else spaced(piece.strip(_BLANKS))


def _is_tidy(words: str) -> bool:
    """Whether no blank but single ones between words stands in a text."""
    return " ".join(words.split()) == words


def _counted(piece: str) -> tuple[str, int] | None:
    """A response and its frequency; None for what is none."""
    piece = _word(piece)
    before = piece.rstrip(_DIGITS)
    if before == piece or not before.endswith(" ") or before[:-1] in NOT_A_WORD:
        return None
    digits = piece[len(before) :]
    return before[:-1], int(digits[:18])
