"""The measures as one of the two programs takes them, an item at a time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.measures import Measure
from keytally.evaluations.lexsub.scoring.interface import Gold
from keytally.evaluations.lexsub.scoring.programs import Program, is_true, pieces_of
from keytally.evaluations.lexsub.scoring.result import Counts, ItemScore, Outcome


class GoldTable:
    """What a program holds of one item once it has read its lines; each line adds to `total`.

    `unsettled` is set where a line counted or not by the number of the line before.
    """

    __slots__ = ("mode", "total", "unsettled", "with_mode", "words")

    def __init__(self) -> None:
        self.words: dict[str, int] = {}
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
        """Whether all frequencies are 0, by which the program divides as soon as the item is answered."""
        return bool(self.words) and not self.responses


class Answer(NamedTuple):
    """What a program makes of a system's line."""

    guesses: Sequence[str]
    is_blank: bool
    attempted: bool
    has_duplicates: bool = False
    is_cut: bool = False


class ProgramScoring:
    """One measure by one program (keytally.evaluations.lexsub.scoring.interface)."""

    def __init__(self, measure: Measure, program: Program) -> None:
        self.measure = measure
        self.program = program

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """What comes of an item whose neighbours in either file do not matter."""
        return self.score_item(document, key, response, self.table(key), ())

    def score_item(
        self,
        document: str,
        key: Sequence[LexsubUnit],
        response: Sequence[LexsubUnit],
        table: GoldTable,
        before: Sequence[str],
    ) -> ItemScore:
        """What comes of an item; `before` are the guesses that a blank answer goes on with."""
        unit, first = _first(response), _first(key)
        is_mw = self.measure is Measure.MW
        outcome = self._multiword(table, unit) if is_mw else self._substitutes(table, unit, before)
        return ItemScore(document, first, unit, outcome)

    def table(self, units: Sequence[LexsubUnit]) -> GoldTable:
        """An item's lines in the gold standard, as if no other stood before them."""
        table = GoldTable()
        for unit in units:
            if unit.list is not None:
                self.read_gold(table, unit.list, None)
        return table

    def read_gold(self, table: GoldTable, text: str, number: int | None) -> int | None:
        """Read a line's list; `number` is what the line before left behind, the result what this one does."""
        is_mw = self.measure is Measure.MW
        pieces = pieces_of(text)
        if "pn" in text and not is_mw:
            pieces = [piece for piece in pieces if not self.program.drops(piece)]
        own = self.program.number_of(pieces[0]) if pieces else None
        if own is None and self.program.keeps_number:
            table.unsettled = table.unsettled or len(pieces) < 2 or is_mw
            own = number
        if (own or 0) > 1 or (len(pieces) > 1 and not is_mw):
            table.total += 1
            return self._take(table, pieces, own)
        return own

    def _take(self, table: GoldTable, pieces: Sequence[str], number: int | None) -> int | None:
        """Take the words in; the first is the mode until another has its frequency."""
        top, has_mode, tied = 0, False, False
        for piece in pieces:
            read = self.program.word_of(piece)
            if read is None:
                continue
            word, number = self.program.gold_name(read[0]), read[1]
            if not has_mode and (self.measure is not Measure.MW or number > 1):
                table.mode, top, has_mode = word, number, is_true(word)
                table.with_mode += 1
            elif has_mode and not tied and number == top:
                table.mode, tied = None, True
                table.with_mode -= 1
            table.words[word] = number
        return number

    def answer(self, text: str, before: Sequence[str]) -> Answer:
        """What a system's list comes to; `before` are the guesses of the line before."""
        program = self.program
        is_blank = not text.strip(" \t\r\n\f\v")
        if is_blank and program.keeps_guesses:
            return Answer(before, True, False)
        pieces = pieces_of(text)
        is_plain = not program.mends_guesses or not ("-" in text or "'" in text or "non" in text)
        guesses = pieces if is_plain else [program.guess(piece) for piece in pieces]
        attempted = bool(guesses) if program.keeps_guesses else not is_blank
        limit = program.most_guesses if self.measure is Measure.OOT else None
        is_cut = limit is not None and len(guesses) > limit
        doubled = len(set(guesses)) < len(guesses)
        return Answer(guesses[:limit], is_blank, attempted, doubled, is_cut)

    def mode_of(self, table: GoldTable, guesses: Sequence[str]) -> bool | None:
        """Whether the mode was found; None where the program does not ask."""
        if table.mode is None or not is_true(table.mode) or (self.program.keeps_guesses and not guesses):
            return None
        best = self.measure is Measure.BEST
        asked = guesses[:1] if best else guesses
        if table.mode in asked:
            return True
        if self.program.mends_guesses:
            return False
        return any(self.program.equals_mode(table.mode, guess, best) for guess in asked)

    def credits(self, table: GoldTable) -> Mapping[str, int]:
        """The frequency that each guess earns; a word with hyphens can be written with blanks."""
        words = table.words
        hyphened = [word for word in words if "-" in word]
        return {**{word.replace("-", " "): words[word] for word in hyphened}, **words} if hyphened else words

    def _substitutes(self, table: GoldTable, unit: LexsubUnit | None, before: Sequence[str]) -> Outcome:
        responses, text = table.responses, unit.list if unit is not None else None
        if text is None or not responses:
            counts = Counts(table.total, 0, table.with_mode)
            return Outcome(counts, 0, 1, table.unsettled, text is not None and table.is_weightless)
        answer = self.answer(text, before)
        found = self.mode_of(table, answer.guesses)
        counts = Counts(table.total, answer.attempted, table.with_mode, found is not None, 0, bool(found))
        earned = self.credits(table)
        credit = sum([earned.get(guess, 0) for guess in answer.guesses])
        share = len(answer.guesses) if self.measure is Measure.BEST and answer.guesses else 1
        unsettled = table.unsettled or (answer.is_blank and self.program.keeps_guesses)
        return Outcome(counts, credit, responses * share, unsettled)

    def _multiword(self, table: GoldTable, unit: LexsubUnit | None) -> Outcome:
        text = unit.list if unit is not None else None
        if text is None:
            return Outcome(Counts(table.with_mode), unsettled=table.unsettled)
        genuine = is_true(table.mode)
        hit = genuine and table.mode == text
        found = bool(text.strip(" \t\r\n\f\v"))
        counts = Counts(table.with_mode, attempted=found, genuine=genuine, hits=hit)
        return Outcome(counts, unsettled=table.unsettled)

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """What an item's lines in the gold standard say."""
        table = self.table(units)
        modes = () if table.mode is None else (table.mode,)
        return Gold(table.words, modes, table.total > 0)

    def gold_word(self, piece: str) -> str | None:
        """What the program calls the word of a piece of the gold standard's list."""
        if self.measure is not Measure.MW and self.program.drops(piece):
            return None
        read = self.program.word_of(piece)
        return self.program.gold_name(read[0]) if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """The word that a piece is credited for."""
        if self.measure is Measure.MW:
            return piece if piece in gold.words else None
        guess = self.program.guess(piece)
        return guess if guess in gold.words else gold.hyphened.get(guess)


def _first(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    for unit in units:
        if unit.list is not None:
            return unit
    return None
