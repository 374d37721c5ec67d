"""Rules for one line by itself."""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.lexsub.formats.line import COUNTED_DIGITS, ParsedLine, body_of, line_of
from keytally.evaluations.lexsub.model import COLONS, GOLD_COLONS, LexsubMeasure, ScoringMode
from keytally.evaluations.lexsub.rules.lists import judged_gold, judged_guesses, judged_multiword
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.lexsub import (
    LEXSUB_CARRIAGE_RETURN,
    LEXSUB_COLONS,
    LEXSUB_EXCHANGED,
    LEXSUB_LEXELT_CHARACTERS,
    LEXSUB_LINE,
    LEXSUB_LINE_BLANK,
    LEXSUB_MULTIWORD_ID,
    LEXSUB_NO_BLANK_BEFORE_LIST,
)
from keytally.text.plural import quantity

_HEAD = r"(?:[A-Za-z0-9_.]+ )+[0-9]+ "
_WORDS = r"[^\s;,]+(?: [^\s;,]+)*"
_GOLD_WORDS = r"[A-Za-z0-9_][A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)* [1-9][0-9]*"
_CLEAN_GOLD = re.compile(rf"{_HEAD}:: {_GOLD_WORDS}(?:;{_GOLD_WORDS})*;?\n?\Z", re.ASCII)
_CLEAN = {
    2: re.compile(rf"{_HEAD}:: ({_WORDS}(?:;{_WORDS})*);?\n?\Z", re.ASCII),
    3: re.compile(rf"{_HEAD}::: ({_WORDS}(?:;{_WORDS})*);?\n?\Z", re.ASCII),
}
_MOST_WITHOUT_A_LOOK = 10


def judged(text: str, role: Role, measure: LexsubMeasure | None, mode: ScoringMode) -> Sequence[Finding]:
    """The findings of a line, in the order of their places."""
    if _is_clean(text, role, measure):
        return ()
    found = [*_carriage_returns(text), *_parts(text, role, measure, mode)]
    return sorted(found, key=lambda finding: (finding.start, finding.end))


def _is_clean(text: str, role: Role, measure: LexsubMeasure | None) -> bool:
    """Whether a line has the usual form and breaks no rule."""
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
    """The words and the frequencies of a line of a gold standard that has the usual form."""
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
        yield from judged_gold(line, measure, mode)
    elif measure is LexsubMeasure.MW:
        yield from judged_multiword(line)
    else:
        yield from judged_guesses(line, measure, role)


def _no_line(text: str, role: Role, measure: LexsubMeasure | None) -> Iterator[Finding]:
    body = body_of(text)
    words = body.strip()
    if words:
        start = len(body) - len(body.lstrip())
        colons = ":" * _wanted(role, measure) if measure or role is Role.KEY else "::"
        yield LEXSUB_LINE.finding(start, start + len(words), {"colons": colons})


def _head(line: ParsedLine, measure: LexsubMeasure | None) -> Iterator[Finding]:
    """The findings on lexelt and id; where the id stands first, that one alone."""
    if line.mended_head:
        yield _exchanged(line, line.mended_head)
        return
    for part, what in (("gap", "lexelt and id"), ("before", "the id and the colons")):
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
    """Two in keys, in best and mw, three in oot; both are right if the task is unknown."""
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
            "found": f"{quantity(line.colons, 'colon')} {'stands' if line.colons == 1 else 'stand'}",
            "what": "a gold standard"
            if role is Role.KEY or measure is None
            else f"an answer of {measure.value}",
            "wanted": colons,
        },
        edits,
    )


def _blank_before_list(line: ParsedLine, role: Role, measure: LexsubMeasure | None) -> Iterator[Finding]:
    """One blank after the colons; the document's format of best shows none, its examples do."""
    blank_is_free = measure is LexsubMeasure.MW and role is not Role.KEY
    if line.list.strip() and not line.list.startswith(" ") and not blank_is_free:
        at = line.span("colons").end
        edit = Edit(at, at + (line.list[0] == "\t"), " ")
        yield LEXSUB_NO_BLANK_BEFORE_LIST.finding(at, edit.end, {}, (edit,))
