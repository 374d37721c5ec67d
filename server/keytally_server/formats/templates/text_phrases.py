"""Finds phrases of a document's text to copy into a fill."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

MOST_PHRASES = 60
MOST_PLACES = 200

_CAPITAL_WORD = r"[^\W\da-z_][\w'’.&-]*(?<![.])"
_LINK_WORD = r"(?:of|the|and|for|de|du|la|von|van|al|&)"
_NAME = re.compile(rf"(?<![\w'’]){_CAPITAL_WORD}(?:\s+(?:{_LINK_WORD}\s+){{0,2}}{_CAPITAL_WORD})*")
_REST_OF_NAME = re.compile(rf"[\w'’-]*(?:\s+(?:{_LINK_WORD}\s+){{0,2}}{_CAPITAL_WORD})*")
_REST_OF_WORDS = re.compile(r"[\w'’-]*(?:[ \t\r\n]+[\w'’-]+){0,3}")
_WORD_ENDS = re.compile(r"[\w'’-](?=[^\w'’-]|\Z)")


class Phrase(NamedTuple):
    """A phrase, with single blanks, and its place in the unit."""

    text: str
    start: int
    end: int


def phrases(unit: SgmlUnit, typed: str) -> list[Phrase]:
    """The phrases of a document that start with `typed`, in any case; its names if `typed` is empty.

    Each phrase occurs once, in the order of first places; names come before other phrases at a place.
    """
    found: dict[str, Phrase] = {}
    for start, end in _candidates(unit, typed):
        text = " ".join(unit.stripped(start, end).split())
        if text:
            found.setdefault(text, Phrase(text, start, end))
        if len(found) >= MOST_PHRASES:
            break
    return list(found.values())


def _candidates(unit: SgmlUnit, typed: str) -> Iterator[tuple[int, int]]:
    words = typed.split()
    prose = [(start, end) for is_markup, start, end in pieces(unit.text, 0, len(unit.text)) if not is_markup]
    if not words:
        for start, end in prose:
            yield from (match.span() for match in _NAME.finditer(unit.text, start, end))
        return
    beginning = re.compile(r"(?<!\w)" + r"[ \t\r\n]+".join(map(re.escape, words)), re.I)
    places = 0
    for start, end in prose:
        for match in beginning.finditer(unit.text, start, end):
            places += 1
            if places > MOST_PLACES:
                return
            for last in _ends(unit.text, match.end(), end):
                yield match.start(), last


def _ends(text: str, place: int, end: int) -> Iterator[int]:
    """The possible ends of a phrase that continues at a place: after the name, or after some words."""
    name = _REST_OF_NAME.match(text, place, end)
    if name:
        yield name.end()
    rest = _REST_OF_WORDS.match(text, place, end)
    if rest:
        yield from (each.end() for each in _WORD_ENDS.finditer(text, max(place - 1, 0), rest.end()))
