"""Words as annotators count them: what a cursor stands in, and the next one to the left or right.

A step goes over one word, over one sign that stands at a word's end (the point of `Inc.`), or, in
writing without blanks between words, over one character. Signs between blanks go with the word
that they lead to: from `Corrigan` to `Corrigan & Vale` is one step.
"""

from collections.abc import Callable
from unicodedata import category

LONGEST = 400
"""The longest search for a word, in characters, so that a long line does not slow a request."""

_CURRENCY = frozenset("$£€¥")
_PER = frozenset("%‰")
_APOSTROPHES = frozenset("'’")
_HYPHENS = frozenset("-‐‑&_")
_IN_NUMBERS = frozenset(".,:/")
_JOINERS = frozenset("\u200c\u200d")
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3040, 0x30FA),  # kana
    (0x30FC, 0x31FF),
    (0x3400, 0x4DBF),  # Chinese characters
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x20000, 0x3FFFF),
)


def is_letter(char: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, or a combining mark."""
    return char.isalnum() or _is_mark(char)


def is_unspaced(char: str) -> bool:
    """Whether a character belongs to a script without blanks between words."""
    code = ord(char)
    return code >= _UNSPACED[0][0] and any(first <= code <= last for first, last in _UNSPACED)


def is_spaced_letter(char: str) -> bool:
    """Whether a character is a letter of a script with blanks between words."""
    return is_letter(char) and not is_unspaced(char)


def _is_mark(char: str) -> bool:
    return char in _JOINERS or category(char).startswith("M")


def _is_sign(char: str) -> bool:
    return not char.isspace() and not is_letter(char)


def word_at(text: str, place: int) -> tuple[int, int]:
    """The word around an offset, or an empty range at the offset if there is none.

    `Coca-Cola`, `O'Brien`, `AT&T`, `U.S.`, `3.1`, `01/12/26`, `$48` and `12%` are words; the possessive
    `'s` is not.
    """
    low, high = max(place - LONGEST, 0), min(place + LONGEST, len(text))
    core = place + 1 if text[place : place + 1] in _CURRENCY else place
    start, end = _run_around(text, core, low, high)
    if start == end:
        return place, place
    while end < high and _joins(text, end):
        end = _run_end(text, end + 1, high)
    while start > low and _joins(text, start - 1):
        start = _run_start(text, start - 1, low)
    return start - int(text[max(start - 1, 0) : start] in _CURRENCY), end + _tail(text, start, end)


def _run_around(text: str, place: int, low: int, high: int) -> tuple[int, int]:
    """The letters around an offset; in a script without blanks, the one after it."""
    end = _run_end(text, place, high)
    if end == place:
        return _run_start(text, place, low), end
    if is_unspaced(text[place]):
        return _run_start(text, place, low) if _is_mark(text[place]) else place, end
    return _back_over(text, place, low, is_spaced_letter), end


def _tail(text: str, start: int, end: int) -> int:
    """1 if a sign ends the word, as in `12%` and `U.S.`, else 0."""
    following = text[end : end + 1]
    abbreviated = following == "." and end - start > 2 and text[end - 2] == "." and text[end - 1].isalpha()
    return int(following in _PER or abbreviated) if following else 0


def _joins(text: str, at: int) -> bool:
    """Whether the sign at an offset joins the letters around it into one word."""
    before, sign, after = text[at - 1 : at] if at else "", text[at], text[at + 1 : at + 2]
    if not (before and after and is_letter(before) and is_letter(after)):
        return False
    if is_unspaced(before) or is_unspaced(after):
        return False
    if sign in _APOSTROPHES:
        return after not in "sS" or is_letter(text[at + 2 : at + 3] or " ")
    if sign in _IN_NUMBERS and before.isdigit() and after.isdigit():
        return True
    return sign in _HYPHENS or (sign == "." and _is_initial(text, at - 1) and _is_initial(text, at + 1))


def _is_initial(text: str, at: int) -> bool:
    """Whether a letter stands alone, as in `U.S`."""
    around = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    return text[at].isalpha() and not any(map(is_letter, around))


def after_next(text: str, place: int, limit: int) -> int | None:
    """Extend a range that ends at `place` by one step: return its end; None if `limit` comes first."""
    limit = min(limit, place + LONGEST)
    if place >= limit:
        return None
    at = place
    if _is_sign(text[at]) and not (at + 1 < limit and is_letter(text[at + 1])):
        return at + 1
    while at < limit and not is_letter(text[at]):
        at += 1
    return _run_end(text, at, limit) if at < limit else None


def before_previous(text: str, place: int, limit: int) -> int | None:
    """Extend a range that starts at `place` by one step: return its start; None if `limit` comes first."""
    limit = max(limit, place - LONGEST)
    if place <= limit:
        return None
    at = place
    if _is_sign(text[at - 1]) and not (at - 2 >= limit and is_letter(text[at - 2])):
        return at - 1
    while at > limit and not is_letter(text[at - 1]):
        at -= 1
    return _run_start(text, at, limit) if at > limit else None


def without_last(text: str, place: int, limit: int) -> int:
    """Shrink a range that ends at `place` by its last step: return its end; `limit` if it is empty."""
    at = _back_over(text, place, limit, str.isspace)
    if at < place or at == limit:
        return at
    if _is_sign(text[at - 1]) and at - 1 > limit and not text[at - 2].isspace():
        return at - 1
    at = _run_start(text, at, limit) if is_letter(text[at - 1]) else at
    at = _back_over(text, at, limit, _is_sign)
    at = _back_over(text, at, limit, str.isspace)
    while at > limit and (free := _back_over(text, at, limit, _is_sign)) < at:
        if free > limit and not text[free - 1].isspace():
            break
        at = _back_over(text, free, limit, str.isspace)
    return at


def without_first(text: str, place: int, limit: int) -> int:
    """Shrink a range that starts at `place` by its first step: return its start; `limit` if it is empty."""
    at = _over(text, place, limit, str.isspace)
    if at > place or at == limit:
        return at
    if _is_sign(text[at]) and at + 1 < limit and not text[at + 1].isspace():
        return at + 1
    at = _run_end(text, at, limit) if is_letter(text[at]) else at
    at = _over(text, at, limit, _is_sign)
    at = _over(text, at, limit, str.isspace)
    while at < limit and (free := _over(text, at, limit, _is_sign)) > at:
        if free < limit and not text[free].isspace():
            break
        at = _over(text, free, limit, str.isspace)
    return at


def _over(text: str, place: int, limit: int, is_part: Callable[[str], bool]) -> int:
    while place < limit and is_part(text[place]):
        place += 1
    return place


def _back_over(text: str, place: int, limit: int, is_part: Callable[[str], bool]) -> int:
    while place > limit and is_part(text[place - 1]):
        place -= 1
    return place


def _run_end(text: str, place: int, limit: int) -> int:
    """The end of the letters at an offset: one character in a script without blanks."""
    if place < limit and is_unspaced(text[place]):
        return _over(text, place + 1, limit, _is_mark)
    return _over(text, place, limit, is_spaced_letter)


def _run_start(text: str, place: int, limit: int) -> int:
    """The start of the letters before a place: one character in a script without blanks."""
    base = _back_over(text, place, limit, _is_mark)
    if base > limit and is_unspaced(text[base - 1]):
        return base - 1
    return _back_over(text, place, limit, is_spaced_letter)
