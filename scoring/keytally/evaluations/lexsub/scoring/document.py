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
from keytally.evaluations.lexsub.scoring.interface import Gold
from keytally.evaluations.lexsub.scoring.result import Counts, ItemScore, Outcome

NO_RESPONSE = ("NIL", "pn")
_BLANKS = " \t\r\n\f\v"
_DIGITS = "0123456789"

NO_GOLD = Gold({}, (), False)


class DocumentScoring:
    """One measure by the document's definition (keytally.evaluations.lexsub.scoring.interface)."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """Compare the first line of either side that has the form of one."""
        key_unit, response_unit = _first(key), _first(response)
        gold = NO_GOLD if key_unit is None else self.gold(key)
        outcome = self._compare(gold, _list(response_unit))
        return ItemScore(document, key_unit, response_unit, outcome)

    def _compare(self, gold: Gold, answer: str) -> Outcome:
        if self.measure is Measure.MW:
            return Outcome(self._multiword(gold, answer))
        if not gold.counts:
            return Outcome()
        named = self._guesses(gold, answer)
        attempted, has_mode = bool(named), bool(gold.modes)
        best = named[:1] if self.measure is Measure.BEST else named
        hit = has_mode and gold.modes[0] in best
        counts = Counts(1, attempted, has_mode, has_mode and attempted, 0, hit)
        share = len(named) if self.measure is Measure.BEST and named else 1
        return Outcome(counts, sum(gold.words.get(word, 0) for word in named), gold.responses * share)

    def _guesses(self, gold: Gold, answer: str) -> list[str]:
        """The guesses that count, each as the word that it names, else as it is."""
        hyphened = _hyphened(gold)
        words = (word for piece in answer.split(";") if (word := _word(piece)))
        named = dict.fromkeys(word if word in gold.words else hyphened.get(word, word) for word in words)
        guesses = list(named)
        return guesses[:MOST_GUESSES] if self.measure is Measure.OOT else guesses

    def _multiword(self, gold: Gold, answer: str) -> Counts:
        found = bool(_word(answer.replace(";", " ")))
        genuine = found and gold.counts
        hit = genuine and self.named(gold, answer) in gold.modes
        return Counts(gold.counts, found, genuine=genuine, hits=hit)

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """The words of the first line of an item; spellings that differ in blanks are one word."""
        unit = _first(units)
        words: dict[str, int] = {}
        for piece in unit.entry.list.split(";") if unit and unit.entry else ():
            if (read := _counted(piece)) is not None:
                words[read[0]] = words.get(read[0], 0) + read[1]
        top = max(words.values(), default=0)
        modes = tuple(word for word, count in words.items() if count == top)
        if self.measure is Measure.MW:
            return Gold(words, modes, top > 1)
        return Gold(words, modes if len(modes) == 1 else (), sum(words.values()) > 1)

    def gold_word(self, piece: str) -> str | None:
        """The word of a piece of the gold standard's list."""
        read = _counted(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """The word itself, else one that a hyphen of the gold standard's lets be written with a blank."""
        word = _word(piece.rstrip("; ") if self.measure is Measure.MW else piece)
        return word if word in gold.words else _hyphened(gold).get(word)


def _first(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    return next((unit for unit in units if unit.entry is not None), None)


def _list(unit: LexsubUnit | None) -> str:
    return unit.entry.list if unit is not None and unit.entry is not None else ""


def _word(piece: str) -> str:
    """A substitute with single blanks and none around it."""
    word = piece.strip(_BLANKS)
    return spaced(word) if "  " in word or "\t" in word else word


def _counted(piece: str) -> tuple[str, int] | None:
    """A response and its frequency; None for what is none."""
    piece = _word(piece)
    before = piece.rstrip(_DIGITS)
    if before == piece or not before.endswith(" ") or before[:-1] in NO_RESPONSE:
        return None
    digits = piece[len(before) :]
    return before[:-1], int(digits[:18])


def _hyphened(gold: Gold) -> dict[str, str]:
    """The gold standard's words with hyphens, by what they are with blanks; of two the more frequent."""
    with_hyphens = [word for word in gold.words if "-" in word]
    in_order = sorted(with_hyphens, key=lambda word: gold.words[word])
    return {word.replace("-", " "): word for word in in_order}
