"""Finds the name that a misspelt name was probably meant to be."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from keytally.findings.suggestion import nearest_name

_REMEMBERED = 1 << 8
"""How many lists of names are remembered: those of a class or a slot are asked for again and again."""

_LONGEST_NAME = 60
_MOST_NAMES = 300
_MOST_LISTED = 6


class Speller:
    """Finds nearest names, up to a number of calls, which bounds the cost of a file full of mistakes."""

    def __init__(self, lookups: int = 200) -> None:
        self._left = lookups

    def nearest(self, word: str, names: Iterable[str]) -> str | None:
        """The name nearest to `word`, in its own spelling, ignoring case; None if none is near."""
        known = _by_lower_case(tuple(names))
        if not self._left or len(word) > _LONGEST_NAME or len(known) > _MOST_NAMES:
            return None
        self._left -= 1
        return known.get(nearest_name(word.lower(), known))


@lru_cache(_REMEMBERED)
def _by_lower_case(names: tuple[str, ...]) -> Mapping[str, str]:
    """The names by their spelling in lower case; of those that differ in case only the last."""
    return {name.lower(): name for name in names}


def hint(nearest: str | None) -> str:
    """`; did you mean X?`, or nothing."""
    return f"; did you mean {nearest}?" if nearest else ""


def shown(text: str) -> str:
    """Text in a message: short, on one line, without control characters."""
    if len(text) <= _LONGEST_NAME and text.isprintable():
        return text
    plain = "".join(character if character.isprintable() else "�" for character in text[:_LONGEST_NAME])
    return f"{plain}…" if len(text) > _LONGEST_NAME else plain


def listing(names: Sequence[str]) -> str:
    """Names in a message, the first few only."""
    if len(names) > _MOST_LISTED:
        return f"one of {', '.join(names[:_MOST_LISTED])}, …"
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
