"""Suggests a known name in place of an unknown one."""

from collections.abc import Iterable
from functools import lru_cache

_MOST_NEAR = 4
_JOINTS = "_- "

_REMEMBERED = 1 << 10
"""How many wrong names are remembered: a file that has one tends to have it in each record."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean X?` with the known name nearest to `name`, or "" if none is near.

    All names are meant that have `name` before a hyphen: `a-b` and `a-c` for `a`.
    """
    known = tuple(known)
    *others, last = [each for each in known if each.startswith(f"{name}-")] or [""]
    if others:
        return f"; did you mean {', '.join(others)} or {last}?"
    near = nearest_name(name, known)
    return f"; did you mean {near}?" if near else ""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """The known name nearest to `name`, or "" if none is near.

    A common beginning does not count: `ORG_NATION` is as far from `ORG_COUNTRY` as `NATION` from `COUNTRY`.
    """
    return _nearest(name, tuple(known))


@lru_cache(_REMEMBERED)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

    close = get_close_matches(name, known, n=_MOST_NEAR)
    return next((each for each in close if get_close_matches(*_apart(name, each))), "")


def is_clear(written: str, meant: str, known: Iterable[str], shortest: int = 8) -> bool:
    """Whether `written` is certainly `meant` with one slip, in any case, and no other known name.

    A slip is one letter too many, too few or wrong, or two transposed letters. It is not in a word's first
    letter, in a number, or in names of less than `shortest` characters: `COUNTY` is a word of its own, and
    need not be meant as `COUNTRY`.
    """
    if max(len(written), len(meant)) < shortest:
        return False
    return _slips(written.lower().strip(), tuple(known)) == {meant.lower()}


@lru_cache(_REMEMBERED)
def _slips(written: str, known: tuple[str, ...]) -> frozenset[str]:
    """The known names, in lower case, that `written` is with one slip or none."""
    return frozenset(name for name in map(str.lower, known) if _is_slip(written, name))


def _apart(name: str, other: str) -> tuple[str, list[str]]:
    """Two names without their common beginning."""
    same = _alike(name, other)
    cut = max(name.rfind(mark, 0, same) for mark in _JOINTS) + 1
    return name[cut:], [other[cut:]]


def _is_slip(written: str, meant: str) -> bool:
    """Whether two names are equal, or differ by one slip."""
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
    """The number of equal characters at the beginning of two names."""
    pairs = zip(name, other, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(name), len(other)))
