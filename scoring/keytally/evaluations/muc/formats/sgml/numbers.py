"""The numbers of documents: in a unit, and those that a long text may hold, without reading its units."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from keytally.text.span import Span


def may_hold(text: str, documents: Collection[str], gids: Sequence[str]) -> set[str]:
    """Those of the numbers that units of a text may have; all where a number is written in an odd way.

    `gids` are the sections that may hold a number, which is every digit of the section (`reader`).
    """
    found: set[str] = set()
    for _, content, close in _section(tuple(gids)).findall(text):
        if not close:
            return set(documents)
        found.add(digits_of(content))
    return found & set(documents)


def digits_of(text: str) -> str:
    """Every digit of a text: of a number's section the document's number (manual, `sgml_DOCNUM_gid`)."""
    return "".join(character for character in text if character in "0123456789")


@lru_cache(maxsize=16)
def _section(gids: tuple[str, ...]) -> re.Pattern[str]:
    """A section of a number: its text, and its close tag if only that can end it, without a tag in it."""
    names = "|".join(map(re.escape, gids))
    return re.compile(rf"<({names})(?:\s[^<>]*)?>([^<>\"']*)(</\1(?=[\s>]|\Z))?", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=64)
def _number_section(gid: str) -> re.Pattern[str]:
    name = re.escape(gid)
    return re.compile(rf"<{name}(?:\s[^<>]*)?>", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=64)
def _number_section_end(gid: str) -> re.Pattern[str]:
    """The section's close tag, or the line's end if that is first and no close tag follows."""
    return re.compile(rf"</{re.escape(gid)}(?=[\s>]|\Z)", re.IGNORECASE | re.ASCII)


def number_section(text: str, gids: Sequence[str]) -> Span | None:
    """The range of the text in the document number's section, without the blanks around it.

    A section that is never closed ends with its line.
    """
    for gid in gids:
        opening = _number_section(gid).search(text)
        if opening:
            closing = _number_section_end(gid).search(text, opening.end())
            end = closing.start() if closing else _line_end(text, opening.end())
            content = text[opening.end() : end]
            first = opening.end() + len(content) - len(content.lstrip())
            return Span(first, max(first, opening.end() + len(content.rstrip())))
    return None


def _line_end(text: str, start: int) -> int:
    ends = [place for place in (text.find("\n", start), text.find("\r", start)) if place >= 0]
    return min(ends, default=len(text))
