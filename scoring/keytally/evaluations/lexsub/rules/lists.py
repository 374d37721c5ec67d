"""Rules for the list of a line: guesses, multiwords, the words of a gold standard."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from keytally.evaluations.interface import Role
from keytally.evaluations.lexsub.formats.line import Counted, ListItem, ParsedLine, counted, spaced
from keytally.evaluations.lexsub.model import MOST_GUESSES, LexsubMeasure, ScoringMode
from keytally.evaluations.lexsub.scoring.programs import FINAL, TRIAL
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.lexsub import (
    LEXSUB_BLANK_IN_LIST,
    LEXSUB_COMMA,
    LEXSUB_DROPPED_APOSTROPHE,
    LEXSUB_DUPLICATE_GUESS,
    LEXSUB_EMPTY_GUESS,
    LEXSUB_EMPTY_GUESSES,
    LEXSUB_LOST_GOLD,
    LEXSUB_NO_FREQUENCY,
    LEXSUB_NO_GUESS,
    LEXSUB_PROPER_NAME,
    LEXSUB_SEVERAL_MULTIWORDS,
    LEXSUB_TOO_MANY_GUESSES,
    LEXSUB_UNREAD_WORD,
    LEXSUB_UNSORTED,
    LEXSUB_ZERO_FREQUENCY,
)

_RUN = re.compile(r"[^\S\r]+", re.ASCII)
_COMMA = re.compile(r"[ \t]*(?:(?<![0-9]),|,(?![0-9]))[, \t]*")
_PROPER_NAME = "pn"


def judged_guesses(line: ParsedLine, measure: LexsubMeasure | None, role: Role) -> Iterator[Finding]:
    """The findings on a system's list of guesses."""
    items = line.items
    if not items:
        if role is Role.RESPONSE:
            yield _no_guess(line)
        return
    yield from _blanks(line, items)
    yield from _empty(line, items, "guess")
    yield from _commas(items)
    yield from _duplicates(items, [spaced(item.word) for item in items])
    guesses = [item for item in items if item.word]
    if measure is LexsubMeasure.OOT and len(guesses) > MOST_GUESSES:
        span = guesses[MOST_GUESSES].word_start, guesses[-1].word_end
        yield LEXSUB_TOO_MANY_GUESSES.finding(*span, {"count": str(len(guesses))})


def judged_multiword(line: ParsedLine) -> Iterator[Finding]:
    """The findings on the one multiword of a system's line."""
    span, text = line.span("list"), line.list
    words = text.strip()
    if not words:
        yield _no_guess(line)
        return
    start = span.start + len(text) - len(text.lstrip())
    whole = ListItem(span.start, span.end, start, start + len(words), words)
    yield from _blanks(line, (whole,))
    if ";" in words:
        first = words.index(";")
        at = start + first
        edits = (Edit(at, whole.word_end, ""),) if not words[first:].strip("; ") else ()
        yield LEXSUB_SEVERAL_MULTIWORDS.finding(at, at + 1, {}, edits)


def judged_gold(line: ParsedLine, measure: LexsubMeasure | None, mode: ScoringMode) -> Iterator[Finding]:
    """The findings on the words and the frequencies of a gold standard."""
    items = line.items
    golds = [counted(item) for item in items]
    words = [spaced(gold.word) if gold else "" for gold in golds]
    yield from _blanks(line, items, {word for word, count in Counter(words).items() if count > 1})
    yield from _empty(line, items, "word")
    yield from _duplicates(items, words, mend=False)
    yield from _unsorted(items, golds, measure)
    joined = [item for item in items if _is_joined(item)]
    yield from _commas(joined)
    for item, gold in zip(items, golds, strict=True):
        if item in joined:
            continue
        if gold is not None:
            yield from _lost(line, item, gold, measure, mode)
            if not gold.frequency:
                yield LEXSUB_ZERO_FREQUENCY.finding(gold.count_start, gold.count_end, {})
        elif item.word:
            yield LEXSUB_NO_FREQUENCY.finding(item.word_start, item.word_end, {})


def _commas(items: Sequence[ListItem]) -> Iterator[Finding]:
    """A finding on the commas of each item, from the first to the last; those in numbers part nothing."""
    for item in items:
        found = [each.span() for each in _COMMA.finditer(item.word)]
        if found:
            at, end = item.word_start, len(item.word)
            edits = [
                Edit(at + start, at + stop, "" if start == 0 or stop == end else ";") for start, stop in found
            ]
            start, stop = found[0][0], found[-1][1]
            places = at + start, at + start + len(item.word[start:stop].rstrip())
            yield LEXSUB_COMMA.finding(*places, {"words": spaced(item.word)}, tuple(edits))


def _is_joined(item: ListItem) -> bool:
    """Whether commas part words of a gold standard, each of which has its frequency."""
    pieces = _COMMA.split(item.word)
    return len(pieces) > 1 and all(piece[-1:].isdigit() for piece in pieces if piece)


def _unsorted(
    items: Sequence[ListItem], golds: Sequence[Counted | None], measure: LexsubMeasure | None
) -> Iterator[Finding]:
    """A finding on the most frequent word, if score.pl takes another one, which stands first, for the mode.

    In mw it takes the first word that two annotators gave.
    """
    least = 2 if measure is LexsubMeasure.MW else 1
    read = [gold for gold in golds if gold and gold.frequency >= least and gold.word != _PROPER_NAME]
    if not read:
        return
    top = max(read, key=lambda gold: gold.frequency)
    if top.frequency > read[0].frequency:
        edits = (_sorted(items, golds),) if None not in golds else ()
        yield LEXSUB_UNSORTED.finding(
            top.start,
            top.count_end,
            {"word": spaced(top.word), "first": spaced(read[0].word)},
            edits,
        )


def _sorted(items: Sequence[ListItem], golds: Sequence[Counted | None]) -> Edit:
    """The items by falling frequency, those of one frequency in their order."""
    pairs = sorted(zip(golds, items, strict=True), key=lambda pair: -(pair[0].frequency if pair[0] else 0))
    return Edit(items[0].word_start, items[-1].word_end, ";".join(item.word for _, item in pairs))


def _no_guess(line: ParsedLine) -> Finding:
    at = line.span("colons").start
    return LEXSUB_NO_GUESS.finding(at, line.span("colons").end, {})


def _blanks(line: ParsedLine, items: Sequence[ListItem], kept: Collection[str] = ()) -> Iterator[Finding]:
    """Blanks before and after each item, and more than one within it.

    Words that are `kept` have no fix: without their blanks only the last of them would count.
    """
    for number, item in enumerate(items):
        if not item.word:
            continue
        gold = counted(item)
        is_kept = gold is not None and spaced(gold.word) in kept
        start = item.start + (number == 0 and line.list.startswith((" ", "\t")))
        if item.word_start > start:
            yield from _blank(line, start, item.word_start, "a blank stands before a substitute")
        for run in _RUN.finditer(item.word):
            if run.group() != " ":
                at = item.word_start + run.start(), item.word_start + run.end()
                yield LEXSUB_BLANK_IN_LIST.finding(
                    *at,
                    {"problem": "more than a blank parts two words", "repair": "write a single blank"},
                    () if is_kept else (Edit(*at, " "),),
                )
        if item.end > item.word_end:
            yield from _blank(line, item.word_end, item.end, "a blank stands behind a substitute")


def _blank(line: ParsedLine, start: int, end: int, problem: str) -> Iterator[Finding]:
    """A finding on misplaced blanks; carriage returns have a message of their own."""
    if line.stretch(start, end).strip("\r"):
        yield LEXSUB_BLANK_IN_LIST.finding(
            start, end, {"problem": problem, "repair": "remove it"}, (Edit(start, end, ""),)
        )


def _empty(line: ParsedLine, items: Sequence[ListItem], what: str) -> Iterator[Finding]:
    """A finding on each place without a substitute; adjacent places share one, with one fix."""
    for is_empty, run in groupby(enumerate(items), key=lambda numbered: not numbered[1].word):
        if not is_empty:
            continue
        (number, first), *others = run
        last = others[-1][1] if others else first
        is_last = last is items[-1]
        start = first.start + (number == 0 and line.list.startswith(" "))
        end = last.end + (not is_last)
        edits = (Edit(start, end, ""),)
        if others:
            count = str(len(others) + 1)
            yield LEXSUB_EMPTY_GUESSES.finding(start, end, {"what": what, "count": count}, edits)
        else:
            where = "behind the last ;" if is_last else "before the ;"
            yield LEXSUB_EMPTY_GUESS.finding(start, end, {"what": what, "where": where}, edits)


def _duplicates(items: Sequence[ListItem], words: Sequence[str], mend: bool = True) -> Iterator[Finding]:
    seen: set[str] = set()
    for item, word in zip(items, words, strict=True):
        if word and word in seen:
            gold = None if mend else counted(item)
            end = gold.end if gold else item.word_end
            edits = (Edit(item.start - 1, item.end, ""),) if mend else ()
            yield LEXSUB_DUPLICATE_GUESS.finding(item.word_start, end, {"guess": word}, edits)
        seen.add(word)


def _lost(
    line: ParsedLine, item: ListItem, gold: Counted, measure: LexsubMeasure | None, mode: ScoringMode
) -> Iterator[Finding]:
    """How the reference program reads a word, if that differs; by default the final release."""
    program = TRIAL if mode is ScoringMode.TRIAL else FINAL
    word, piece = spaced(gold.word), line.stretch(item.start, item.end)
    place = gold.start, gold.end
    if measure is not LexsubMeasure.MW and program.drops(piece) and word != _PROPER_NAME:
        yield LEXSUB_PROPER_NAME.finding(*place, {"word": word})
    elif (read := program.word_of(piece)) is None:
        yield LEXSUB_UNREAD_WORD.finding(*place, {"word": word})
    elif spaced(read[0]) != word:
        yield LEXSUB_LOST_GOLD.finding(*place, {"read": spaced(read[0]), "word": word})
    elif measure is LexsubMeasure.MW and program.drops_apostrophe and "'" in word:
        yield LEXSUB_DROPPED_APOSTROPHE.finding(*place, {"word": word})
