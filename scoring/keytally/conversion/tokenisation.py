"""Divides texts without tokens into sentences and tokens, which depend only on the text.

A line is a sentence. By the rule `words`, spaces, and punctuation at the ends of words, separate tokens; in
scripts that are written without spaces each character is a token. By the rule `unicode`, tokens are the words
of ICU: those of Unicode's Annex 29, and of its dictionaries for Chinese, Japanese, Thai, Lao, Burmese and
Khmer. Formats with tokens only get the same tokens from all annotators of a text; in text with markup all
lines between two pieces of markup are one.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise
from operator import itemgetter
from unicodedata import category

from keytally.families.contract import SettingsError
from keytally.families.interchange import Document, Extent, Sentence
from keytally.text.positions import line_starts

Tokeniser = Callable[[str, int, int], Iterator[Extent]]
"""Yields the tokens of a line of a text, from its start to its end."""


_WORD = re.compile(r"\S+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003347f]"
)
"""Characters of Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_LONG_VOWEL = "\u30fc"
_POSSESSIVES = ("'s", "\u2019s")
_MARKS = re.compile(r"([^\w\s])\1*")


def tokenise(
    document: Document, *, with_text: bool, tokeniser: Tokeniser | None = None
) -> tuple[Sentence, ...]:
    """Return the tokens of each sentence that has any, for a format with the text or with only tokens.

    For a format with only tokens, markup separates tokens and is not tokenised. The default is `words`.
    """
    text, markup = document.text, () if with_text else document.markup
    tokens_of = tokeniser or words
    sentences = (
        tuple(token for piece in _outside(line, markup) for token in tokens_of(text, *piece))
        for line in _lines(text, markup)
    )
    return tuple(sentence for sentence in sentences if sentence)


def _lines(text: str, markup: Sequence[Extent]) -> Iterator[Extent]:
    """Yield the lines of the text; with markup, lines between blank lines and markup are treated as one."""
    lines = list(pairwise([*line_starts(text), len(text)]))
    parted = (start for before, (start, end) in pairwise(lines) if _parts(text, markup, before, end))
    yield from pairwise([0, *(parted if markup else (start for start, _ in lines[1:])), len(text)])


def _parts(text: str, markup: Sequence[Extent], before: Extent, end: int) -> bool:
    """Return whether markup lies between a line and the next line, or one of the two is empty."""
    line, following = text[slice(*before)], text[before[1] : end]
    if not line.strip() or not following.strip():
        return True
    last = before[0] + len(line.rstrip())
    first = end - len(following.lstrip())
    at = bisect_right(markup, first, key=itemgetter(0)) - 1
    return at >= 0 and markup[at][1] >= last


def words(text: str, start: int, end: int) -> Iterator[Extent]:
    """Yield the tokens by the rule `words`."""
    for word in _WORD.finditer(text, start, end):
        first, last = word.span()
        inner = {*_marks(text, first, last), *_unspaced(text, first, last)}
        yield from pairwise(sorted({first, *inner, last}))


def _unspaced(text: str, first: int, last: int) -> Iterator[int]:
    """Yield the boundaries of each letter of a script without spaces, together with the marks after it."""
    for found in _UNSPACED.finditer(text, first, last):
        if category(found[0])[0] == "L" and found[0] != _LONG_VOWEL:
            yield found.start()
            end = found.end()
            while end < last and (category(text[end])[0] == "M" or text[end] == _LONG_VOWEL):
                end += 1
            yield end


def _marks(text: str, first: int, last: int) -> Iterator[int]:
    """Yield the offsets that separate a word from the punctuation around it; equal marks stay together.

    An English possessive `'s` is split as well.
    """
    start, end = first, last
    while start < last and (found := _MARKS.match(text, start, last)):
        start = found.end()
        yield start
    while end > start and _MARKS.match(text, end - 1):
        end = _run_start(text, start, end)
        yield end
    if end - start > 2 and text.startswith(_POSSESSIVES, end - 2):
        yield end - 2


def _run_start(text: str, start: int, end: int) -> int:
    """Return the start of the run of equal characters at the end of a range."""
    while end - 1 > start and text[end - 2] == text[end - 1]:
        end -= 1
    return end - 1


def _outside(line: Extent, markup: Sequence[Extent]) -> Iterator[Extent]:
    """Yield the parts of a line outside markup; `markup` is sorted."""
    at, end = line
    for first, last in markup[max(bisect_right(markup, (at, at)) - 1, 0) :]:
        if first >= end:
            break
        if first > at:
            yield at, first
        at = max(at, last)
    if at < end:
        yield at, end


def unicode_words(text: str, start: int, end: int) -> Iterator[Extent]:
    """Yield the tokens by the rule `unicode`. Needs the package icu4py."""
    from icu4py.breakers import WordBreaker  # noqa: PLC0415 -- an optional dependency

    at = start
    for piece in WordBreaker(text[start:end], "root"):
        if not piece.isspace():
            yield at, at + len(piece)
        at += len(piece)


WORDS, UNICODE = "words", "unicode"
_TOKENISERS = {WORDS: words, UNICODE: unicode_words}
RULES = tuple(_TOKENISERS)
"""The names of the rules; the first is the default."""


def tokeniser_named(rule: str) -> Tokeniser:
    """Return the tokeniser of a rule; raises SettingsError if the rule is unknown or not installed."""
    if rule not in _TOKENISERS:
        raise SettingsError([f"unknown rule for tokens {rule!r}; use {' or '.join(RULES)}"])
    if rule == UNICODE and find_spec("icu4py") is None:
        raise SettingsError(['tokens by the rule unicode need icu4py; run pip install "keytally[icu]"'])
    return _TOKENISERS[rule]
