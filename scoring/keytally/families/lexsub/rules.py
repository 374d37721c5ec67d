"""Rules for lines, answer lists and item ids, and for responses compared with their key."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from keytally.families.contract import Role
from keytally.families.lexsub.reading import (
    COLONS,
    COUNTED_DIGITS,
    FINAL,
    GOLD_COLONS,
    MOST_GUESSES,
    TRIAL,
    Counted,
    LexsubMeasure,
    LexsubUnit,
    ListItem,
    ParsedLine,
    ScoringMode,
    body_of,
    counted,
    line_of,
    spaced,
)
from keytally.families.lexsub.scoring import Scoring
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.lexsub import (
    LEXSUB_BLANK_IN_LIST,
    LEXSUB_CARRIAGE_RETURN,
    LEXSUB_COLONS,
    LEXSUB_COMMA,
    LEXSUB_DROPPED_APOSTROPHE,
    LEXSUB_DUPLICATE_GUESS,
    LEXSUB_DUPLICATE_ID,
    LEXSUB_EMPTY_GUESS,
    LEXSUB_EMPTY_GUESSES,
    LEXSUB_EXCHANGED,
    LEXSUB_LEXELT,
    LEXSUB_LEXELT_CHARACTERS,
    LEXSUB_LINE,
    LEXSUB_LINE_BLANK,
    LEXSUB_LOST_GOLD,
    LEXSUB_MULTIWORD_ID,
    LEXSUB_NEAR_MISS,
    LEXSUB_NO_BLANK_BEFORE_LIST,
    LEXSUB_NO_FREQUENCY,
    LEXSUB_NO_GUESS,
    LEXSUB_PROPER_NAME,
    LEXSUB_SEVERAL_MULTIWORDS,
    LEXSUB_TOO_MANY_GUESSES,
    LEXSUB_UNKNOWN_ID,
    LEXSUB_UNREAD_WORD,
    LEXSUB_UNSORTED,
    LEXSUB_ZERO_FREQUENCY,
)
from keytally.text.rendering import quantity

_RUN = re.compile(r"[^\S\r]+", re.ASCII)
_COMMA = re.compile(r"[ \t]*(?:(?<![0-9]),|,(?![0-9]))[, \t]*")
_PROPER_NAME = "pn"


def judge_guesses(line: ParsedLine, measure: LexsubMeasure | None, role: Role) -> Iterator[Finding]:
    """Yield the findings on a system's list of guesses."""
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


def judge_multiword(line: ParsedLine) -> Iterator[Finding]:
    """Yield the findings on the one multiword of a system's line."""
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


def judge_gold(line: ParsedLine, measure: LexsubMeasure | None, mode: ScoringMode) -> Iterator[Finding]:
    """Yield the findings on the words and the frequencies of a gold standard."""
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
    """Yield a finding on the commas of each item, covering the first to the last, except commas in
    numbers.
    """
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
    """Return whether commas separate gold-standard words that each have a frequency."""
    pieces = _COMMA.split(item.word)
    return len(pieces) > 1 and all(piece[-1:].isdigit() for piece in pieces if piece)


def _unsorted(
    items: Sequence[ListItem], golds: Sequence[Counted | None], measure: LexsubMeasure | None
) -> Iterator[Finding]:
    """Yield a finding on the most frequent word if it is not first, because score.pl uses the first word as
    the mode.

    In mw, score.pl uses the first word that at least two annotators gave.
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
    """Return the edit that sorts items by descending frequency; equally frequent items keep their order."""
    pairs = sorted(zip(golds, items, strict=True), key=lambda pair: -(pair[0].frequency if pair[0] else 0))
    return Edit(items[0].word_start, items[-1].word_end, ";".join(item.word for _, item in pairs))


def _no_guess(line: ParsedLine) -> Finding:
    at = line.span("colons").start
    return LEXSUB_NO_GUESS.finding(at, line.span("colons").end, {})


def _blanks(line: ParsedLine, items: Sequence[ListItem], kept: Collection[str] = ()) -> Iterator[Finding]:
    """Yield findings on spaces before and after each item, and on repeated spaces within it.

    Items in `kept` have no fix, because without their spaces only the last of them would count.
    """
    for number, item in enumerate(items):
        if not item.word:
            continue
        gold = counted(item)
        is_kept = gold is not None and spaced(gold.word) in kept
        start = item.start + (number == 0 and line.list.startswith((" ", "\t")))
        if item.word_start > start:
            yield from _blank(line, start, item.word_start, "extra space before a substitute")
        for run in _RUN.finditer(item.word):
            if run.group() != " ":
                at = item.word_start + run.start(), item.word_start + run.end()
                yield LEXSUB_BLANK_IN_LIST.finding(
                    *at,
                    {"problem": "more than one space between two words", "repair": "write a single space"},
                    () if is_kept else (Edit(*at, " "),),
                )
        if item.end > item.word_end:
            yield from _blank(line, item.word_end, item.end, "extra space after a substitute")


def _blank(line: ParsedLine, start: int, end: int, problem: str) -> Iterator[Finding]:
    """Yield a finding on misplaced spaces; carriage returns have a separate message."""
    if line.stretch(start, end).strip("\r"):
        yield LEXSUB_BLANK_IN_LIST.finding(
            start, end, {"problem": problem, "repair": "remove it"}, (Edit(start, end, ""),)
        )


def _empty(line: ParsedLine, items: Sequence[ListItem], what: str) -> Iterator[Finding]:
    """Yield a finding on each missing substitute; adjacent missing substitutes share a finding and a fix."""
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
            where = "after the last semicolon" if is_last else "before the semicolon"
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
    """Yield a finding if the reference program reads a word differently; by default the final release."""
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


_HEAD = r"(?:[A-Za-z0-9_.]+ )+[0-9]+ "
_WORDS = r"[^\s;,]+(?: [^\s;,]+)*"
_GOLD_WORDS = r"[A-Za-z0-9_][A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)* [1-9][0-9]*"
_CLEAN_GOLD = re.compile(rf"{_HEAD}:: {_GOLD_WORDS}(?:;{_GOLD_WORDS})*;?\n?\Z", re.ASCII)
_CLEAN = {
    2: re.compile(rf"{_HEAD}:: ({_WORDS}(?:;{_WORDS})*);?\n?\Z", re.ASCII),
    3: re.compile(rf"{_HEAD}::: ({_WORDS}(?:;{_WORDS})*);?\n?\Z", re.ASCII),
}
_MOST_WITHOUT_A_LOOK = 10


def judge_line(text: str, role: Role, measure: LexsubMeasure | None, mode: ScoringMode) -> Sequence[Finding]:
    """Return the findings of a line, in text order."""
    if _is_clean(text, role, measure):
        return ()
    found = [*_carriage_returns(text), *_parts(text, role, measure, mode)]
    return sorted(found, key=lambda finding: (finding.start, finding.end))


def _is_clean(text: str, role: Role, measure: LexsubMeasure | None) -> bool:
    """Return whether a line has the usual form and breaks no rule."""
    if role is Role.KEY:
        if "pn" in text or _CLEAN_GOLD.match(text) is None:
            return False
        words, counts = _words_and_counts(text)
        return len(set(words)) == len(words) and max(counts) == counts[0]
    if measure is None or measure is LexsubMeasure.MW:
        return False
    match = _CLEAN[COLONS[measure]].match(text)
    if match is None:
        return False
    guesses = match[1].split(";")
    return len(guesses) <= _MOST_WITHOUT_A_LOOK and len(set(guesses)) == len(guesses)


def _words_and_counts(text: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the words and the frequencies in a gold-standard line of the usual form."""
    pairs = [item.rpartition(" ") for item in text.partition(":: ")[2].rstrip("\n;").split(";")]
    return [word for word, _, _ in pairs], [int(count[:COUNTED_DIGITS]) for _, _, count in pairs]


def _carriage_returns(text: str) -> Iterator[Finding]:
    at = text.find("\r")
    while at >= 0:
        feed = "" if text[at + 1 : at + 2] == "\n" else "\n"
        yield LEXSUB_CARRIAGE_RETURN.finding(at, at + 1, {}, (Edit(at, at + 1, feed),))
        at = text.find("\r", at + 1)


def _parts(text: str, role: Role, measure: LexsubMeasure | None, mode: ScoringMode) -> Iterator[Finding]:
    line = line_of(text)
    if line is None:
        yield from _no_line(text, role, measure)
        return
    yield from _head(line, measure)
    yield from _colons(line, role, measure)
    yield from _blank_before_list(line, role, measure)
    if role is Role.KEY:
        yield from judge_gold(line, measure, mode)
    elif measure is LexsubMeasure.MW:
        yield from judge_multiword(line)
    else:
        yield from judge_guesses(line, measure, role)


def _no_line(text: str, role: Role, measure: LexsubMeasure | None) -> Iterator[Finding]:
    body = body_of(text)
    words = body.strip()
    if words:
        start = len(body) - len(body.lstrip())
        colons = ":" * _wanted(role, measure) if measure or role is Role.KEY else "::"
        yield LEXSUB_LINE.finding(start, start + len(words), {"colons": colons})


def _head(line: ParsedLine, measure: LexsubMeasure | None) -> Iterator[Finding]:
    """Yield findings on the lexelt and the id; if the id comes first, only a finding on their order."""
    if line.mended_head:
        yield _exchanged(line, line.mended_head)
        return
    for part, what in (("gap", "the lexelt and the id"), ("before", "the id and the colons")):
        span = line.span(part)
        if not line.is_blank(part):
            yield LEXSUB_LINE_BLANK.finding(*span, {"what": what}, (Edit(*span, " "),))
    if not re.search(r"[\w.]\Z", line.lexelt, re.ASCII):
        yield LEXSUB_LEXELT_CHARACTERS.finding(*line.span("lexelt"), {})
    if measure is LexsubMeasure.MW and not re.fullmatch(r"[0-9]+", line.id):
        yield LEXSUB_MULTIWORD_ID.finding(*line.span("id"), {})


def _exchanged(line: ParsedLine, mended: str) -> Finding:
    start, end = line.span("lexelt").start, line.span("id").end
    lexelt, _, identifier = mended.rpartition(" ")
    return LEXSUB_EXCHANGED.finding(
        start, end, {"lexelt": lexelt, "id": identifier}, (Edit(start, end, mended),)
    )


def _wanted(role: Role, measure: LexsubMeasure | None) -> int:
    return GOLD_COLONS if role is Role.KEY or measure is None else COLONS[measure]


def _colons(line: ParsedLine, role: Role, measure: LexsubMeasure | None) -> Iterator[Finding]:
    """Yield a finding unless there are two colons, or three in oot; for an unknown task, both are valid."""
    if measure is None and role is not Role.KEY and line.colons in COLONS.values():
        return
    wanted = _wanted(role, measure)
    if line.colons == wanted:
        return
    span, colons = line.span("colons"), ":" * wanted
    edits = (Edit(*span, colons),) if role is Role.KEY or measure else ()
    yield LEXSUB_COLONS.finding(
        *span,
        {
            "found": quantity(line.colons, "colon"),
            "what": "a gold standard"
            if role is Role.KEY or measure is None
            else f"an answer for {measure.value}",
            "wanted": colons,
        },
        edits,
    )


def _blank_before_list(line: ParsedLine, role: Role, measure: LexsubMeasure | None) -> Iterator[Finding]:
    """Yield a finding unless one space follows the colons.

    In best, the format in the document has no space, but the document's examples do.
    """
    blank_is_free = measure is LexsubMeasure.MW and role is not Role.KEY
    if line.list.strip() and not line.list.startswith(" ") and not blank_is_free:
        at = line.span("colons").end
        edit = Edit(at, at + (line.list[0] == "\t"), " ")
        yield LEXSUB_NO_BLANK_BEFORE_LIST.finding(at, edit.end, {}, (edit,))


class _Unit(Protocol):
    list: str | None

    @property
    def line(self) -> ParsedLine | None: ...


def duplicate_ids(units: Sequence[_Unit]) -> Sequence[Sequence[Finding]]:
    """Return the findings of each line about one item, in file order; the first scored line counts."""
    if len(units) < 2:
        return [()] * len(units)
    first = next((unit for unit in units if unit.list is not None), units[0])
    return [_duplicate_finding(unit, first) if unit is not first else () for unit in units]


def _duplicate_finding(unit: _Unit, first: _Unit) -> Sequence[Finding]:
    line, before = unit.line, first.line
    if line is None or line.mended_head:
        return ()
    related = (Related(first, *before.span("id"), "the line that counts"),) if before else ()
    return (LEXSUB_DUPLICATE_ID.finding(*line.span("id"), {"id": line.id}, related=related),)


def compare_with_key(
    unit: LexsubUnit, key: LexsubUnit | None, measure: LexsubMeasure, scoring: Scoring
) -> Sequence[Finding]:
    """Return the findings from comparing a line with the key's line for the same item; `key` is None if the
    key lacks the item.

    In mw, the key lists only items with a multiword, so an id that is not in the key is not an error. A line
    that begins with the id is reported separately.
    """
    line = unit.line
    if line is None or unit.document is None:
        return ()
    if key is None:
        if measure is LexsubMeasure.MW or line.mended_head:
            return ()
        return (LEXSUB_UNKNOWN_ID.finding(*line.span("id"), {"id": line.id}),)
    return [*_lexelt(line, key), *_near_misses(line, key, measure, scoring)]


def _lexelt(line: ParsedLine, key: LexsubUnit) -> Iterator[Finding]:
    gold = key.line
    if gold is not None and gold.lexelt != line.lexelt:
        span = line.span("lexelt")
        related = (Related(key, *gold.span("lexelt"), "the key's lexelt"),)
        yield LEXSUB_LEXELT.finding(
            *span, {"gold": gold.lexelt, "id": line.id}, (Edit(*span, gold.lexelt),), related
        )


def _near_misses(
    line: ParsedLine, key: LexsubUnit, measure: LexsubMeasure, scoring: Scoring
) -> Iterator[Finding]:
    gold = scoring.gold([key])
    if not gold.words:
        return
    items = _answers(line, measure)
    named = {scoring.named(gold, item.word) for item in items}
    near: dict[str, list[str]] = {}
    for word in gold.words:
        near.setdefault(_bare(word), []).append(word)
    for item in items:
        words = [word for word in near.get(_bare(item.word), ()) if word not in named]
        if words and scoring.named(gold, item.word) is None:
            yield _near_miss(item, words[0], _in_key(key, words[0], scoring))


def _answers(line: ParsedLine, measure: LexsubMeasure) -> Sequence[ListItem]:
    if measure is not LexsubMeasure.MW:
        return line.items
    return line.items[:1] if ";" not in line.list.rstrip("; ") else ()


def _in_key(key: LexsubUnit, word: str, scoring: Scoring) -> tuple[Related, ...]:
    """Return the place of a word of the gold standard."""
    items = key.line.items if key.line is not None else ()
    found = (item for item in items if scoring.gold_word(item.word) == word)
    return tuple(Related(key, item.word_start, item.word_end, "the key's word") for item in found)[:1]


def _near_miss(item: ListItem, word: str, related: tuple[Related, ...]) -> Finding:
    edit = Edit(item.word_start, item.word_end, word)
    return LEXSUB_NEAR_MISS.finding(
        item.word_start,
        item.word_end,
        {"guess": spaced(item.word), "gold": word, "difference": _difference(spaced(item.word), word)},
        (edit,),
        related,
    )


def _difference(guess: str, word: str) -> str:
    """Return a description of the difference between two words that are equal except for case, hyphens,
    spaces and apostrophes.
    """
    if guess.casefold() == word.casefold():
        return "case matters"
    if guess.replace("-", " ") == word.replace("-", " "):
        return "hyphens must match the key"
    return "hyphens, spaces and apostrophes must match the key"


def _bare(word: str) -> str:
    """Return a word without the characters that a near miss may change."""
    return "".join(character for character in word.casefold() if character not in " -'\u2019\t\r\n")
