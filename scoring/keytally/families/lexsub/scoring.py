"""The measures of the document and the two score.pl programs, and sums over items."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from keytally.families.lexsub.reading import (
    BLANKS,
    FALSE,
    MOST_GUESSES,
    LexsubMeasure,
    LexsubUnit,
    LineReader,
    Program,
    is_true,
    pieces_of,
    spaced,
)


class ItemCounts(NamedTuple):
    """The numbers of items, answers and hits; by the document's definition, an item adds 0 or 1 to each.

    In best and oot, `total` is |T|, `attempted` |A|, `with_mode` |TM|, `attempted_with_mode` |AM|, and `hits`
    the modes found. In mw, `total` is |MW|, `attempted` |MWsys|, `genuine` the members of MWsys that are also
    in MW, and `hits` the multiwords identified.
    """

    total: int = 0
    attempted: int = 0
    with_mode: int = 0
    attempted_with_mode: int = 0
    genuine: int = 0
    hits: int = 0


NOTHING = ItemCounts()

counts_of = cache(ItemCounts)
"""`ItemCounts`, cached, because most items share a few values."""


class ItemScore:
    """The score of one item, and its lines; compared by identity.

    `key` and `response` are the first counted line of each side; None if a side has none. The credit is the
    fraction `credit` / `of`. `unsettled` is true if a program reuses earlier lines, so that the counts depend
    on the order of the whole file. `breaks` is true if the program divides by zero at the item.
    """

    __slots__ = ("counts", "credit", "document", "key", "of", "response")

    unsettled = False
    breaks = False

    def __init__(
        self,
        document: str,
        key: LexsubUnit | None,
        response: LexsubUnit | None,
        counts: ItemCounts,
        credit: tuple[int, int] = (0, 1),
    ) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.counts = counts
        self.credit, self.of = credit

    def apart(self, reader: LineReader) -> "ItemScore":
        """Return the score with only the line that reports use, without its reader's data."""
        key = None if self.key is None else self.key.read_by(reader)
        response = self.response.read_by(reader) if key is None and self.response is not None else None
        return ItemScore(self.document, key, response, self.counts, (self.credit, self.of))


class LexsubFold:
    """The sums over items. Credits are summed exactly for each denominator, so that the order does not
    matter.
    """

    def __init__(self, measure: LexsubMeasure) -> None:
        self.measure = measure
        self.unsettled = 0
        self._counts: Counter[ItemCounts] = Counter()
        self._credits: Counter[int] = Counter()

    def put(self, score: ItemScore) -> None:
        """Add an item."""
        self._add(score, 1)

    def drop(self, score: ItemScore) -> None:
        """Remove an item."""
        self._add(score, -1)

    def _add(self, score: ItemScore, times: int) -> None:
        self._counts[score.counts] += times
        if score.unsettled:
            self.unsettled += times
        if score.credit:
            self._credits[score.of] += times * score.credit

    @property
    def counts(self) -> ItemCounts:
        """Return the sum of the items' counts."""
        return added(self._counts)

    @property
    def credit(self) -> Fraction:
        """Return the sum of the items' credits."""
        return sum((Fraction(above, of) for of, above in self._credits.items()), Fraction())

    def headline(self) -> float:
        """Return recall over all items of the gold standard; in mw, the recall of identification."""
        totals = self.totals()
        recall: float = totals["identification_recall" if self.measure is LexsubMeasure.MW else "recall"]
        return recall

    def totals(self) -> dict[str, Any]:
        """Return `scores` of the JSON output."""
        return self._multiwords() if self.measure is LexsubMeasure.MW else self._substitutes()

    def _substitutes(self) -> dict[str, Any]:
        counts, credit = self.counts, self.credit
        return {
            "precision": _percent(credit, counts.attempted),
            "recall": _percent(credit, counts.total),
            "mode_precision": _percent(counts.hits, counts.attempted_with_mode),
            "mode_recall": _percent(counts.hits, counts.with_mode),
            "total": counts.total,
            "attempted": counts.attempted,
            "total_with_mode": counts.with_mode,
            "attempted_with_mode": counts.attempted_with_mode,
        }

    def _multiwords(self) -> dict[str, Any]:
        counts = self.counts
        return {
            "detection_precision": _percent(counts.genuine, counts.attempted),
            "detection_recall": _percent(counts.genuine, counts.total),
            "identification_precision": _percent(counts.hits, counts.attempted),
            "identification_recall": _percent(counts.hits, counts.total),
            "total": counts.total,
            "found": counts.attempted,
            "genuine": counts.genuine,
            "identified": counts.hits,
        }


def added(counts: Mapping[ItemCounts, int]) -> ItemCounts:
    """Return the sum of counts, each multiplied by its frequency."""
    columns = zip(*([times * count for count in each] for each, times in counts.items()), strict=True)
    return ItemCounts(*map(sum, columns))


def sum_of(scores: Iterable[ItemScore], measure: LexsubMeasure) -> LexsubFold:
    """Return the sums over these items."""
    fold = LexsubFold(measure)
    for score in scores:
        fold.put(score)
    return fold


def _percent(above: Fraction | int, below: int) -> float:
    """Return a ratio in percent, unrounded; 0 if the denominator is 0."""
    return float(Fraction(above) * 100 / below) if below else 0.0


class _GoldFields(NamedTuple):
    words: Mapping[str, int]
    modes: tuple[str, ...]
    counts: bool


class Gold(_GoldFields):
    """An item of the gold standard: its words with their frequencies, and its modes.

    `counts` is true if the item is scored. There is at most one mode, except that in the document's
    definition every multiword with the highest frequency is a mode.
    """

    @cached_property
    def responses(self) -> int:
        """Return |H|, the number of the annotators' responses."""
        return sum(self.words.values())

    @cached_property
    def hyphened(self) -> Mapping[str, str]:
        """Return the hyphenated words by their spelling with spaces; if several have the same spelling,
        the most frequent is used.
        """
        return hyphened(self.words)


def hyphened(words: Mapping[str, int]) -> dict[str, str]:
    """Return the hyphenated words by their spelling with spaces; if several have the same spelling, the
    most frequent is used.
    """
    in_order = sorted((word for word in words if "-" in word), key=words.__getitem__)
    return {word.replace("-", " "): word for word in in_order}


def first_scored(units: Sequence[LexsubUnit]) -> LexsubUnit | None:
    """Return the first line that is scored, or None."""
    for unit in units:
        if unit.list is not None:
            return unit
    return None


class Scoring(Protocol):
    """One measure under one definition."""

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """Return the score of one item."""
        ...

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """Return the content of an item's gold-standard lines."""
        ...

    def gold_word(self, piece: str) -> str | None:
        """Return the word in an item of the gold standard's list; None if the item is not parsed."""
        ...

    def named(self, gold: Gold, piece: str) -> str | None:
        """Return the gold word that matches an item of a system's list, or None."""
        ...


# The measures as the document defines them (sections 2.2 and 4).
#
# Where it defines nothing: spaces around a substitute and repeated ones within it are ignored, case is not.
# Of guesses with the same word of the gold standard one counts, because a_i is a set; of the guesses of oot
# the first ten count. `NIL` and `pn`, a proper name, are not responses. Of multiwords with the same highest
# frequency any is correct.


NO_RESPONSE = ("NIL", "pn")
LEAST_RESPONSES = 2

REMEMBERED = 1 << 16
"""The size of the cache of parsed items, because the same words recur often."""

_DIGITS = "0123456789"


class Spread(NamedTuple):
    """The number of responses to an item, the highest frequency, and whether a single word has it."""

    responses: int
    top: int
    has_mode: bool


@lru_cache(maxsize=REMEMBERED)
def spread_of(frequencies: tuple[int, ...]) -> Spread:
    """Return the spread of an item's frequencies; cached, because most items share their frequencies with
    others.
    """
    top = max(frequencies, default=0)
    return Spread(sum(frequencies), top, frequencies.count(top) == 1)


class DocumentScoring:
    """One measure according to the document's definition (keytally.families.lexsub.scoring)."""

    def __init__(self, measure: LexsubMeasure) -> None:
        self.measure = measure
        self._is_best = measure is LexsubMeasure.BEST
        self._compare = self._multiword if measure is LexsubMeasure.MW else self._substitutes

    def score(self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]) -> ItemScore:
        """Return the score of the first scored line of each side."""
        key_unit, response_unit = first_scored(key), first_scored(response)
        gold = (key_unit.list if key_unit is not None else None) or ""
        answer = (response_unit.list if response_unit is not None else None) or ""
        return ItemScore(document, key_unit, response_unit, *self._compare(gold, answer))

    def _substitutes(self, text: str, answer: str) -> tuple[ItemCounts, tuple[int, int]]:
        """Return the counts of an answer compared with a gold-standard list, and its credit as numerator
        and denominator.
        """
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
        """Return the guesses of an answer, each with the gold word that it matches, or with itself if it
        matches none.
        """
        words = _words(text)
        spelt = hyphened(words)
        return [(guess, guess if guess in words else spelt.get(guess, guess)) for guess in _guesses(answer)]

    def gold(self, units: Sequence[LexsubUnit]) -> Gold:
        """Return the words of an item's first line; spellings that differ only in spaces are one word."""
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
        """Return the word in an item of the gold standard's list, or None."""
        read = _counted(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """Return the word itself, or the gold word that has hyphens instead of its spaces."""
        word = _word(piece.rstrip("; ") if self.measure is LexsubMeasure.MW else piece)
        return word if word in gold.words else gold.hyphened.get(word)


def _words(text: str) -> dict[str, int]:
    """Return the responses in a gold standard's list, with their frequencies."""
    pieces = text.rstrip(";").split(";")
    words = dict(filter(None, map(_counted, pieces)))
    if len(words) < len(pieces):
        words = dict.fromkeys(words, 0)
        for word, count in filter(None, map(_counted, pieces)):
            words[word] += count
    return words


def _guesses(answer: str) -> list[str]:
    """Return the guesses of a system's list, in order."""
    pieces = list(filter(None, answer.split(";")))
    if answer.replace(";", "").isalnum():
        return pieces
    return list(filter(None, map(_word, pieces)))


def _word(piece: str) -> str:
    """Return a substitute with single spaces inside and none around it."""
    return piece if _is_tidy(piece) else spaced(piece.strip(BLANKS))


def _is_tidy(words: str) -> bool:
    """Return whether a text has only single spaces between words."""
    return " ".join(words.split()) == words


@lru_cache(maxsize=REMEMBERED)
def _counted(piece: str) -> tuple[str, int] | None:
    """Return a response and its frequency; None for any other item."""
    piece = _word(piece)
    before = piece.rstrip(_DIGITS)
    if before == piece or not before.endswith(" ") or before[:-1] in ("", *NO_RESPONSE):
        return None
    digits = piece[len(before) :]
    return before[:-1], int(digits[:18])


"""The size of the cache of parsed items, because the same words recur often."""

LONG_ANSWER = 500
"""The length above which answers are not cached, so that long lines use little memory."""


class GoldTable:
    """A program's state for one item after reading the item's lines; each line adds to `total`.

    `unsettled` is true if the number carried over from the previous line determines whether a line counts.
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
        """Return |H| as the program sums it."""
        return sum(self.words.values())

    @property
    def is_weightless(self) -> bool:
        """Return whether all frequencies are 0, in which case the program divides by 0 if the item is
        answered.
        """
        return bool(self.words) and not self.responses


class ProgramAnswer(NamedTuple):
    """A system's line as a program reads it."""

    guesses: Sequence[str]
    is_blank: bool
    attempted: bool
    has_duplicates: bool = False
    is_cut: bool = False


class ProgramScore(ItemScore):
    """The score of one item according to a program, with the values that it prints.

    `earned` is the credit as the program sums it; `has_duplicates` is true if a guess occurs twice.
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
    """One measure according to one program (keytally.families.lexsub.scoring)."""

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
        """Return the score of an item without the effects of preceding lines in either file."""
        return self.score_item(document, key, response, self.table(key), ())

    def score_item(
        self,
        document: str,
        key: Sequence[LexsubUnit],
        response: Sequence[LexsubUnit],
        table: GoldTable,
        before: Sequence[str],
    ) -> ProgramScore:
        """Return the score of an item; `before` are the guesses that an empty answer reuses."""
        score = ProgramScore(document, first_scored(key), first_scored(response), table.unsettled)
        if self._is_mw:
            score.counts = self._multiword(table, score.response)
        else:
            self._substitutes(score, table, before)
        return score

    def table(self, units: Sequence[LexsubUnit]) -> GoldTable:
        """Return the table of an item's gold-standard lines, as if no other line preceded them."""
        table = GoldTable()
        for unit in units:
            if unit.list is not None:
                self.read_gold(table, unit.list, None)
        return table

    def read_gold(self, table: GoldTable, text: str, number: int | None) -> int | None:
        """Read a line's list; `number` is carried over from the previous line, and the result to the next
        line.
        """
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
        """Read the words, and return the last frequency, or `number` if there is none."""
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
        """Find the mode word by word: the first word is the mode until another word has the same frequency.

        A mode that is false in Perl is replaced by the next word; in mw, words given only once are skipped.
        """
        top, has_mode, tied = 0, False, False
        for word, number in read:
            if not has_mode and (not self._is_mw or number > 1):
                table.mode, top, has_mode = word, number, is_true(word)
                table.with_mode += 1
            elif has_mode and not tied and number == top:
                table.mode, tied = None, True
                table.with_mode -= 1

    def answer(self, text: str, before: Sequence[str]) -> ProgramAnswer:
        """Return the answer in a system's list; `before` are the guesses of the previous line."""
        if self.program.keeps_guesses and not text.strip(BLANKS):
            return ProgramAnswer(before, True, False)
        return self._read_answer(text) if len(text) <= LONG_ANSWER else self._answer(text)

    def _answer(self, text: str) -> ProgramAnswer:
        """Return the answer in a list, regardless of the previous line."""
        program, limit = self.program, self._limit
        guesses = pieces_of(text)
        if program.mends_guesses and ("-" in text or "'" in text or "non" in text):
            guesses = list(map(program.guess, guesses))
        is_blank = not text.strip(BLANKS)
        attempted = bool(guesses) if program.keeps_guesses else not is_blank
        doubled = len(set(guesses)) < len(guesses)
        is_cut = limit is not None and len(guesses) > limit
        return ProgramAnswer(guesses[:limit] if is_cut else guesses, is_blank, attempted, doubled, is_cut)

    def mode_of(self, table: GoldTable, guesses: Sequence[str]) -> bool | None:
        """Return whether the mode was found; None if the program does not check.

        The trial release replaces hyphens with spaces, in the guess for best and in the mode for oot.
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
        """Return the frequency that each guess earns; a hyphenated word may also be written with spaces."""
        words = table.words
        if not table.has_hyphens:
            return words
        return {**{word.replace("-", " "): words[word] for word in words if "-" in word}, **words}

    def _substitutes(self, score: ProgramScore, table: GoldTable, before: Sequence[str]) -> None:
        """Compute the score of an item in best or oot."""
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
        """Return the content of an item's gold-standard lines."""
        table = self.table(units)
        modes = () if table.mode is None else (table.mode,)
        return Gold(table.words, modes, table.total > 0)

    def gold_word(self, piece: str) -> str | None:
        """Return the program's spelling of the word in an item of the gold standard's list, or None."""
        if not self._is_mw and self.program.drops(piece):
            return None
        read = self._word_of(piece)
        return read[0] if read else None

    def named(self, gold: Gold, piece: str) -> str | None:
        """Return the word that an item of a list earns credit for, or None."""
        if self._is_mw:
            return piece if piece in gold.words else None
        guess = self.program.guess(piece)
        return guess if guess in gold.words else gold.hyphened.get(guess)


def added_up(credits: Iterable[int], responses: int) -> float:
    """Return the sum of the shares that guesses earn, added one by one with Perl's rounding."""
    total = 0.0
    for credit in credits:
        total += credit / responses
    return total


def gold_tables(scoring: ProgramScoring, key: Iterable[LexsubUnit]) -> dict[str, GoldTable]:
    """Return the whole gold standard by item as the program reads it, including carried-over numbers."""
    tables: dict[str, GoldTable] = {}
    number: int | None = None
    for unit in key:
        if unit.list is not None and unit.document is not None:
            table = tables.get(unit.document)
            if table is None:
                table = tables[unit.document] = GoldTable()
            number = scoring.read_gold(table, unit.list, number)
    return tables


def in_order(
    scoring: ProgramScoring,
    scores: Sequence[ItemScore],
    key: Iterable[LexsubUnit],
    response: Iterable[LexsubUnit],
) -> list[ItemScore]:
    """Return the same scores, with unsettled scores computed in the order of both files."""
    tables = gold_tables(scoring, key)
    before = _guesses_before(scoring, tables, response)
    return [_settled(scoring, score, tables, before) for score in scores]


def _settled(
    scoring: ProgramScoring,
    score: ItemScore,
    tables: dict[str, GoldTable],
    before: dict[LexsubUnit, Sequence[str]],
) -> ItemScore:
    table = tables.get(score.document)
    if table is None or not (score.unsettled or table.unsettled):
        return score
    key = [score.key] if score.key else []
    response = [score.response] if score.response else []
    return scoring.score_item(
        score.document, key, response, table, before.get(score.response, ()) if score.response else ()
    )


def _guesses_before(
    scoring: ProgramScoring, tables: dict[str, GoldTable], response: Iterable[LexsubUnit]
) -> dict[LexsubUnit, Sequence[str]]:
    """Return, for each scored line, the guesses that the program keeps from earlier lines."""
    before: dict[LexsubUnit, Sequence[str]] = {}
    guesses: Sequence[str] = ()
    for unit, text in scored_lines(tables, response):
        before[unit] = guesses
        guesses = scoring.answer(text, guesses).guesses
    return before


def scored_lines(
    tables: dict[str, GoldTable], response: Iterable[LexsubUnit]
) -> Iterator[tuple[LexsubUnit, str]]:
    """Yield the first line of each item with responses in the gold standard, along with its list."""
    done: set[str] = set()
    for unit in response:
        if unit.list is None or unit.document is None or unit.document in done:
            continue
        table = tables.get(unit.document)
        if table is not None and table.responses:
            done.add(unit.document)
            yield unit, unit.list
