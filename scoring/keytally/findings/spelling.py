"""Suggestions of known names for misspelt ones."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

_MOST_NEAR = 4
_JOINTS = "_- "

_REMEMBERED_NAMES = 1 << 10
"""The maximum number of cached misspelt names; a file that contains a misspelt name usually repeats it in
each record.
"""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean X?` with the known name nearest to `name`, or "" if none is similar.

    If `name` is the part of known names before a hyphen, all of these are suggested: `a-b` and `a-c` for `a`.
    """
    known = tuple(known)
    *others, last = [each for each in known if each.startswith(f"{name}-")] or [""]
    if others:
        return f"; did you mean {', '.join(others)} or {last}?"
    near = nearest_name(name, known)
    return f"; did you mean {near}?" if near else ""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the known name nearest to `name`, or "" if none is similar.

    A common prefix is ignored: `ORG_NATION` is as far from `ORG_COUNTRY` as `NATION` is from `COUNTRY`.
    """
    return _nearest(name, tuple(known))


@lru_cache(_REMEMBERED_NAMES)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

    close = get_close_matches(name, known, n=_MOST_NEAR)
    return next((each for each in close if get_close_matches(*_apart(name, each))), "")


def is_clear(written: str, meant: str, known: Iterable[str], shortest: int = 8) -> bool:
    """Return whether `written`, ignoring case, is certainly a typo of `meant` and of no other known name.

    A typo is one extra, missing or wrong letter, or two transposed letters. Typos are not assumed in the
    first letter of a word, in a number, or in names shorter than `shortest` characters: `COUNTY` is a word in
    its own right and need not be a typo of `COUNTRY`.
    """
    if max(len(written), len(meant)) < shortest:
        return False
    return _slips(written.lower().strip(), tuple(known)) == {meant.lower()}


@lru_cache(_REMEMBERED_NAMES)
def _slips(written: str, known: tuple[str, ...]) -> frozenset[str]:
    """Return the lower-case known names that differ from `written` by at most one typo."""
    return frozenset(name for name in map(str.lower, known) if _is_slip(written, name))


def _apart(name: str, other: str) -> tuple[str, list[str]]:
    """Return two names without their common prefix."""
    same = _alike(name, other)
    cut = max(name.rfind(mark, 0, same) for mark in _JOINTS) + 1
    return name[cut:], [other[cut:]]


def _is_slip(written: str, meant: str) -> bool:
    """Return whether two names differ by at most one typo."""
    same = _alike(written, meant)
    one, other = written[same:], meant[same:]
    behind = _alike(one[::-1], other[::-1])
    one, other = one[: len(one) - behind], other[: len(other) - behind]
    changed = one + other
    begins_word = not same or (meant[same - 1] in _JOINTS and changed not in _JOINTS)
    if begins_word or any(character.isdigit() for character in changed):
        return False
    return max(len(one), len(other)) <= 1 or (len(changed) == 4 and one == other[::-1])


def _alike(name: str, other: str) -> int:
    """Return the length of the common prefix of two names."""
    pairs = zip(name, other, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(name), len(other)))


_REMEMBERED = 1 << 8
"""The maximum number of cached lists of names; the list of a class or a slot is requested repeatedly."""

_LONGEST_NAME = 60
_MOST_NAMES = 300
_MOST_LISTED = 6


class Speller:
    """Finds the nearest names, up to a maximum number of calls, which limits the cost of a file full of
    errors.
    """

    def __init__(self, lookups: int = 200) -> None:
        self._left = lookups

    def nearest(self, word: str, names: Iterable[str]) -> str | None:
        """Return the name nearest to `word`, ignoring case but in its own spelling; None if no name is
        similar or if a limit is exceeded.
        """
        known = _by_lower_case(tuple(names))
        if not self._left or len(word) > _LONGEST_NAME or len(known) > _MOST_NAMES:
            return None
        self._left -= 1
        return known.get(nearest_name(word.lower(), known))


@lru_cache(_REMEMBERED)
def _by_lower_case(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return the names by their lower-case spelling; if names differ only in case, the last is used."""
    return {name.lower(): name for name in names}


def spelling_hint(nearest: str | None) -> str:
    """Return `; did you mean X?`, or ""."""
    return f"; did you mean {nearest}?" if nearest else ""


def short_text(text: str) -> str:
    """Return a text for a message: short, on one line, and without control characters."""
    if len(text) <= _LONGEST_NAME and text.isprintable():
        return text
    plain = "".join(character if character.isprintable() else "�" for character in text[:_LONGEST_NAME])
    return f"{plain}…" if len(text) > _LONGEST_NAME else plain


def name_listing(names: Sequence[str]) -> str:
    """Return names for a message, limited to the first few."""
    if len(names) > _MOST_LISTED:
        return f"one of {', '.join(names[:_MOST_LISTED])}, …"
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
