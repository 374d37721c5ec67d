"""The measures as the two programs compute them, an item at a time."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.line import BLANKS
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.scoring.interface import Gold, first_scored
from keytally.evaluations.lexsub.scoring.programs import FALSE, Program, is_true, pieces_of
from keytally.evaluations.lexsub.scoring.result import NOTHING, ItemCounts, ItemScore, counts_of

REMEMBERED = 1 << 16
"""The size of the cache of parsed items; the same words occur again and again."""

LONG_ANSWER = 500
"""Longer answers are not cached, so that long lines take little memory."""


class GoldTable:
    """The state of a program for one item after it has read the item's lines; each line adds to `total`.

    `unsettled` is set if the number carried over from the previous line decides whether a line counts.
    """

    __slots__ = ("has_hyphens", "mode", "total", "unsettled", "with_mode", "words")

    def __init__(self) -> None:
        self.words: dict[str, int] = {}
        self.has_hyphens = False
        self.mode: str | None = None
        self.total = 0
        self.with_mode = 0
        self.unsettled = False

    @property
    def responses(self) -> int:
        """|H| as the program sums it."""
        return sum(self.words.values())

    @property
    def is_weightless(self) -> bool:
        """Whether all frequencies are 0; then the program divides by 0 if the item is answered."""
        return bool(self.words) and not self.responses


class Answer(NamedTuple):
    """A system's line as a program reads it."""

    guesses: Sequence[str]
    is_blank: bool
    attempted: bool
    has_duplicates: bool = False
    is_cut: bool = False


class ProgramScore(ItemScore):
    """The score of one item by a program, with the values that it prints.

    `earned` is the credit as the program sums it; `has_duplicates` is set if a guess occurs twice.
    """

    __slots__ = ("breaks", "earned", "has_duplicates", "unsettled")

    def __init__(
        self, document: str, key: LexsubUnit | None, response: LexsubUnit | None, unsettled: bool
    ) -> None:
        super().__init__(document, key, response, NOTHING)
        self.unsettled = unsettled
        self.breaks = False
        self.earned = 0.0
        self.has_duplicates = False


class ProgramScoring:
    """One measure by one program (keytally.evaluations.lexsub.scoring.interface)."""

    def __init__(self, measure: LexsubMeasure, program: Program) -> None:
        self.measure = measure
        self.program = program
        self._is_best = measure is LexsubMeasure.BEST
        self._is_mw = measure is LexsubMeasure.MW
        self._number_of = lru_cache(maxsize=REMEMBERED)(program.number_of)
        self._word_of = lru_cache(maxsize=REMEMBERED)(program.gold_word_of)
        self._limit = program.most_guesses if measure is LexsubMeasure.OOT else None
        # Single words come again and again, lists of ten do not.
        self._read_answer = lru_cache(maxsize=REMEMBERED)(self._answer) if self._is_best else self._answer

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ProgramScore:
        """The score of an item that does not depend on its neighbours in either file."""
        return self.score_item(document, key, response, self.table(key), ())

    def score_item(
        self,
        document: str,
        key: Sequence[LexsubUnit],
        response: Sequence[LexsubUnit],
        table: GoldTable,
        before: Sequence[str],
    ) -> ProgramScore:
        """The score of an item; `before` are the guesses that a blank answer reuses."""
        score = ProgramScore(document, first_scored(key), first_scored(response), table.unsettled)
        if self._is_mw:
            score.counts = self._multiword(table, score.response)
        else:
            self._substitutes(score, table, before)
        return score

    def table(self, units: Sequence[LexsubUnit]) -> GoldTable:
        """An item's lines in the gold standard, as if no other line preceded them."""
        table = GoldTable()
        for unit in units:
            if unit.list is not None:
                self.read_gold(table, unit.list, None)
        return table

    def read_gold(self, table: GoldTable, text: str, number: int | None) -> int | None:
        """Read a line's list; `number` is carried over from the previous line, the result to the next."""
        table.has_hyphens = table.has_hyphens or "-" in text
        pieces = pieces_of(text)
        if "pn" in text and not self._is_mw:
            pieces = [piece for piece in pieces if not self.program.drops(piece)]
        own = self._number_of(pieces[0]) if pieces else None
        if own is None and self.program.keeps_number:
            table.unsettled = table.unsettled or len(pieces) < 2 or self._is_mw
            own = number
        if (own or 0) > 1 or (len(pieces) > 1 and not self._is_mw):
            table.total += 1
            return self._take(table, pieces, own)
        return own

    def _take(self, table: GoldTable, pieces: Sequence[str], number: int | None) -> int | None:
        """Read the words; returns the last frequency, or `number` if there is none."""
        read = [*filter(None, map(self._word_of, pieces))]
        if not read:
            return number
        words = dict(read)
        numbers = list(words.values()) if len(words) == len(read) else [number for _, number in read]
        first = read[0][0]
        if self._is_mw or first in FALSE:
            self._take_mode(table, read)
        elif numbers.count(numbers[0]) > 1:
            table.mode = None
        else:
            table.mode = first
            table.with_mode += 1
        table.words = {**table.words, **words} if table.words else words
        return numbers[-1]

    def _take_mode(self, table: GoldTable, read: Iterable[tuple[str, int]]) -> None:
        """Find the mode word by word: the first word is it until another has its frequency.

        The next word replaces a false word, and in mw a word that was given once.
        """
        top, has_mode, tied = 0, False, False
        for word, number in read:
            if not has_mode and (not self._is_mw or number > 1):
                table.mode, top, has_mode = word, number, is_true(word)
                table.with_mode += 1
            elif has_mode and not tied and number == top:
                table.mode, tied = None, True
                table.with_mode -= 1

    def answer(self, text: str, before: Sequence[str]) -> Answer:
        """The answer in a system's list; `before` are the guesses of the previous line."""
        if self.program.keeps_guesses and not text.strip(BLANKS):
            return Answer(before, True, False)
        return self._read_answer(text) if len(text) <= LONG_ANSWER else self._answer(text)

    def _answer(self, text: str) -> Answer:
        """The answer in a list, independent of the previous line."""
        program, limit = self.program, self._limit
        guesses = pieces_of(text)
        if program.mends_guesses and ("-" in text or "'" in text or "non" in text):
            guesses = list(map(program.guess, guesses))
        is_blank = not text.strip(BLANKS)
        attempted = bool(guesses) if program.keeps_guesses else not is_blank
        doubled = len(set(guesses)) < len(guesses)
        is_cut = limit is not None and len(guesses) > limit
        return Answer(guesses[:limit] if is_cut else guesses, is_blank, attempted, doubled, is_cut)

    def mode_of(self, table: GoldTable, guesses: Sequence[str]) -> bool | None:
        """Whether the mode was found; None if the program does not check.

        The trial replaces hyphens by blanks, in the guess for best and in the mode for oot.
        """
        mode = table.mode
        if mode is None or mode in FALSE or (self.program.keeps_guesses and not guesses):
            return None
        asked = guesses[:1] if self._is_best else guesses
        if mode in asked:
            return True
        if self.program.mends_guesses:
            return False
        if self._is_best:
            return bool(asked) and asked[0].replace("-", " ") == mode
        return mode.replace("-", " ") in asked

    def credits(self, table: GoldTable) -> Mapping[str, int]:
        """The frequency that each guess earns; a word with hyphens can be written with blanks."""
        words = table.words
        if not table.has_hyphens:
            return words
        return {**{word.replace("-", " "): words[word] for word in words if "-" in word}, **words}

    def _substitutes(self, score: ProgramScore, table: GoldTable, before: Sequence[str]) -> None:
        """Compute the score of an item of best or oot."""
        responses, text = table.responses, score.response.list if score.response is not None else None
        if text is None or not responses:
            score.counts = counts_of(table.total, 0, table.with_mode)
            score.breaks = text is not None and table.is_weightless
            return
        answer = self.answer(text, before)
        guesses = answer.guesses
        found = self.mode_of(table, guesses)
        score.counts = counts_of(
            table.total, answer.attempted, table.with_mode, found is not None, 0, bool(found)
        )
        score.unsettled = table.unsettled or (answer.is_blank and self.program.keeps_guesses)
        score.has_duplicates = answer.has_duplicates
        earned = self.credits(table)
        if credits := [earned[guess] for guess in guesses if guess in earned]:
            share = len(guesses) if self._is_best else 1
            score.credit, score.of = sum(credits), responses * share
            score.earned = added_up(credits, responses) / share

    def _multiword(self, table: GoldTable, unit: LexsubUnit | None) -> ItemCounts:
        text = unit.list if unit is not None else None
        if text is None:
            return ItemCounts(table.with_mode)
        genuine = is_true(table.mode)
        hit = genuine and table.mode == text
        return ItemCounts(table.with_mode, bool(text.strip(BLANKS)), genuine=genuine, hits=hit)

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """The content of an item's lines in the gold standard."""
        table = self.table(units)
        modes = () if table.mode is None else (table.mode,)
        return Gold(table.words, modes, table.total > 0)

    def gold_word(self, piece: str) -> str | None:
        """The program's name for the word in an item of the gold standard's list."""
        if not self._is_mw and self.program.drops(piece):
            return None
        read = self._word_of(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """The word that an item of a list earns credit for."""
        if self._is_mw:
            return piece if piece in gold.words else None
        guess = self.program.guess(piece)
        return guess if guess in gold.words else gold.hyphened.get(guess)


def added_up(credits: Iterable[int], responses: int) -> float:
    """The sum of the shares that guesses earn, added one by one as in Perl, without better rounding."""
    total = 0.0
    for credit in credits:
        total += credit / responses
    return total
