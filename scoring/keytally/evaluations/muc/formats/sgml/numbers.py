"""The document numbers that a long text may hold, without reading its units."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache


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
