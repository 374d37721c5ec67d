"""Tcl lists: writes any text as one element, and elements as a list, so that Tcl reads back the same.

As in Tcl's own `list`, an element is written bare, or in braces, or with a backslash before each special
character.
"""

import re
from collections.abc import Iterable

_BARE = re.compile(r'[^\s{}\[\]$"\\;#\x00-\x20\x7f]+')
# Channels translate line ends and may stop at control characters, so those never stand raw.
_NEVER_RAW = re.compile(r"[\x00-\x1f\x7f]")
_SPECIAL = re.compile(r'[\x00-\x20\x7f{}\[\]$"\\;#]')
_NAMED = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\f": r"\f", "\v": r"\v"}


def element(text: str) -> str:
    """`text` as one element of a Tcl list."""
    if _BARE.fullmatch(text):
        return text
    if not _NEVER_RAW.search(text) and _braces_match(text):
        return f"{{{text}}}"
    return _SPECIAL.sub(_escaped, text)


def listed(elements: Iterable[str]) -> str:
    """A list of texts, each made an element, as the text of a list."""
    return " ".join(map(element, elements))


def nested(lists: Iterable[str], separator: str = " ") -> str:
    """A list whose elements are lists already in Tcl's notation, each put in braces."""
    return separator.join(f"{{{text}}}" for text in lists)


def _braces_match(text: str) -> bool:
    """Whether `text` in braces ends at the last brace: no backslashes, no brace left open."""
    if "\\" in text:
        return False
    depth = 0
    for brace in re.findall("[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if character in _NAMED:
        return _NAMED[character]
    return f"\\u{ord(character):04x}" if _NEVER_RAW.match(character) else f"\\{character}"
