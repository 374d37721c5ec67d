"""The grapheme cluster, word, line and marks at an offset of a file."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple
from unicodedata import category

from keytally.families.contract import Mark
from keytally.text.positions import end_of_line, line_end_before, start_of_line
from keytally_server.session.snapshot import Snapshot

# Extended grapheme clusters: user-perceived characters, such as an emoji that ZWJ joins.
#
# The rules of UAX #29 on the character database of the standard library. The packages that implement them
# (`regex`, `wcwidth`) have compiled parts, which the server in the VS Code extension cannot include. A test
# compares these rules with those of `regex`.


_ZWNJ, _ZWJ = "\u200c", "\u200d"
_SPACING_LETTERS = frozenset("\u0e33\u0eb3")
_HALF_WIDTH_MARKS = frozenset("\uff9e\uff9f")
_LINKERS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
"""Viramas that join two consonants of Indic scripts into one cluster."""

_BLOCK = 0x80
"""The number of code points in the Unicode block of each Indic script."""

_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_REGIONAL = range(0x1F1E6, 0x1F200)
_EMOJI = range(0x1F000, 0x20000)
_LEADING = (range(0x1100, 0x1160), range(0xA960, 0xA97D))
_VOWELS = (range(0x1160, 0x11A8), range(0xD7B0, 0xD7C7))
_TRAILING = (range(0x11A8, 0x1200), range(0xD7CB, 0xD7FC))
_SYLLABLES = range(0xAC00, 0xD7A4)
_TRAILS = 28
"""The number of Hangul syllables that differ only in their trailing consonant; the first of them has none."""


def cluster_start(text: str, place: int) -> int:
    """Return the last boundary between clusters at or before an offset."""
    while _is_within(text, place):
        place -= 1
    return place


def cluster_end(text: str, place: int) -> int:
    """Return the first boundary between clusters at or after an offset."""
    while _is_within(text, place):
        place += 1
    return place


def whole_clusters(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range extended to whole clusters; an empty range is unchanged."""
    return (cluster_start(text, start), cluster_end(text, end)) if start < end else (start, end)


def _is_within(text: str, place: int) -> bool:
    """Return whether an offset is inside a cluster."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before.isascii() and after.isascii():
        return before == "\r" and after == "\n"
    if _is_control(before) or _is_control(after):
        return False
    return (
        _is_extending(after)
        or _joins_hangul(ord(before), ord(after))
        or (before == _ZWJ and _is_symbol(after) and _ends_with_symbol(text, place - 1))
        or (ord(before) in _REGIONAL and ord(after) in _REGIONAL and _is_second_regional(text, place))
        or (category(after) == "Lo" and _is_linked(text, place))
    )


def _is_control(char: str) -> bool:
    if ord(char) in _REGIONAL:
        return False
    kind = category(char)
    return kind in ("Cc", "Zl", "Zp") or (kind == "Cf" and not _is_extending(char))


def _is_extending(char: str) -> bool:
    """Return whether a character belongs to the character before it."""
    is_joiner = char in (_ZWNJ, _ZWJ) or ord(char) in _TAGS or ord(char) in _SKIN_TONES
    is_letter = char in _SPACING_LETTERS or char in _HALF_WIDTH_MARKS
    return is_joiner or is_letter or category(char).startswith("M")


def _joins_hangul(before: int, after: int) -> bool:
    """Return whether two code points are parts of one Hangul syllable."""
    is_vowel, is_trailing = (any(after in part for part in parts) for parts in (_VOWELS, _TRAILING))
    if any(before in part for part in _LEADING):
        return is_vowel or after in _SYLLABLES or any(after in part for part in _LEADING)
    is_open = before in _SYLLABLES and (before - _SYLLABLES.start) % _TRAILS == 0
    if is_open or any(before in part for part in _VOWELS):
        return is_vowel or is_trailing
    return is_trailing and (before in _SYLLABLES or any(before in part for part in _TRAILING))


def _is_symbol(char: str) -> bool:
    """Return whether a character may be part of an emoji: a symbol, or a character that this version of
    Python does not know.
    """
    if ord(char) in _REGIONAL:
        return False
    kind = category(char)
    return kind in ("So", "Sm") or (kind == "Cn" and ord(char) in _EMOJI)


def _ends_with_symbol(text: str, place: int) -> bool:
    """Return whether the text before an offset ends with an emoji and its extending code points."""
    while place > 0 and _is_extending(text[place - 1]) and not _is_spacing(text[place - 1]):
        place -= 1
    return place > 0 and _is_symbol(text[place - 1])


def _is_second_regional(text: str, place: int) -> bool:
    """Return whether the regional indicator at an offset is the second letter of a flag."""
    first = place
    while first > 0 and ord(text[first - 1]) in _REGIONAL:
        first -= 1
    return (place - first) % 2 == 1


def _is_linked(text: str, place: int) -> bool:
    """Return whether a virama before an offset links the letters of its script around it."""
    first = place
    while first > 0 and _is_inner_mark(text[first - 1]):
        first -= 1
    around = text[max(first - 1, 0) : first] + text[place]
    blocks = {ord(char) // _BLOCK for char in around}
    linkers = [char for char in text[first:place] if char in _LINKERS]
    return len(around) == 2 and any({ord(char) // _BLOCK} == blocks for char in linkers)


def _is_inner_mark(char: str) -> bool:
    """Return whether a character may be between the letters that a virama links."""
    return _is_extending(char) and char != _ZWNJ and (char == _ZWJ or not _is_spacing(char))


def _is_spacing(char: str) -> bool:
    """Return whether an extending character has its own width or is a zero-width joiner, and therefore
    ends an emoji.
    """
    return char == _ZWJ or char in _SPACING_LETTERS or category(char) == "Mc"


# Words as annotators count them: the word at the cursor, and the next one to the left or right.
#
# A step skips one word, one sign at a word's end (the point of `Inc.`), or, in writing without spaces between
# words, one character. Signs between spaces belong to the word after them in the direction of the step: from
# `Corrigan` to `Corrigan & Vale` is one step. No step ends within a cluster, such as an emoji of several code
# points.


LONGEST = 400
"""The maximum length of a search for a word, in characters, so that a long line does not slow down a
request.
"""

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
    """Return whether a character is part of a word: a letter, a digit, or a combining mark."""
    return char.isalnum() or _is_mark(char)


def is_unspaced(char: str) -> bool:
    """Return whether a character belongs to a script without spaces between words."""
    code = ord(char)
    return code >= _UNSPACED[0][0] and any(first <= code <= last for first, last in _UNSPACED)


def is_spaced_letter(char: str) -> bool:
    """Return whether a character is a letter of a script with spaces between words."""
    return is_letter(char) and not is_unspaced(char)


def _is_mark(char: str) -> bool:
    return char in _JOINERS or category(char).startswith("M")


def _is_sign(char: str) -> bool:
    return not char.isspace() and not is_letter(char)


def word_at(text: str, place: int) -> tuple[int, int]:
    """Return the word around an offset, or an empty range at the offset.

    `Coca-Cola`, `O'Brien`, `AT&T`, `U.S.`, `3.1`, `01/12/26`, `$48` and `12%` are words; the possessive `'s`
    is not.
    """
    low, high = max(place - LONGEST, 0), min(place + LONGEST, len(text))
    core = place + 1 if text[place : place + 1] in _CURRENCY else place
    start, end = whole_clusters(text, *_run_around(text, core, low, high))
    if start == end:
        return place, place
    while end < high and _joins(text, end):
        end = _run_end(text, end + 1, high)
    while start > low and _joins(text, start - 1):
        start = _run_start(text, start - 1, low)
    return start - int(text[max(start - 1, 0) : start] in _CURRENCY), end + _tail(text, start, end)


def _run_around(text: str, place: int, low: int, high: int) -> tuple[int, int]:
    """Return the range of the letters around an offset; in a script without spaces, the range of the
    letter after the offset.
    """
    end = _run_end(text, place, high)
    if end == place:
        return _run_start(text, place, low), end
    if is_unspaced(text[place]):
        return _run_start(text, place, low) if _is_mark(text[place]) else place, end
    return _back_over(text, place, low, is_spaced_letter), end


def _tail(text: str, start: int, end: int) -> int:
    """Return 1 if a sign ends the word, as in `12%` and `U.S.`, otherwise 0."""
    following = text[end : end + 1]
    abbreviated = following == "." and end - start > 2 and text[end - 2] == "." and text[end - 1].isalpha()
    return int(following in _PER or abbreviated) if following else 0


def _joins(text: str, at: int) -> bool:
    """Return whether the sign at an offset joins the letters around it into one word."""
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
    """Return whether a letter is isolated, as in `U.S`."""
    around = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    return text[at].isalpha() and not any(map(is_letter, around))


def after_next_word(text: str, place: int, limit: int) -> int | None:
    """Extend a range that ends at `place` by one step: return its end; None if `limit` comes first."""
    limit = min(limit, place + LONGEST)
    if place >= limit:
        return None
    at = place
    whole = min(cluster_end(text, at + 1), limit)
    if _is_sign(text[at]) and (whole > at + 1 or not (at + 1 < limit and is_letter(text[at + 1]))):
        return whole
    while at < limit and not is_letter(text[at]):
        at += 1
    return min(cluster_end(text, _run_end(text, at, limit)), limit) if at < limit else None


def before_previous_word(text: str, place: int, limit: int) -> int | None:
    """Extend a range that starts at `place` by one step: return its start; None if `limit` comes first."""
    limit = max(limit, place - LONGEST)
    if place <= limit:
        return None
    at = place
    whole = max(cluster_start(text, at - 1), limit)
    if _is_sign(text[whole]) and (whole < at - 1 or not (at - 2 >= limit and is_letter(text[at - 2]))):
        return whole
    while at > limit and not is_letter(text[at - 1]):
        at -= 1
    return max(cluster_start(text, _run_start(text, at, limit)), limit) if at > limit else None


def without_last_word(text: str, place: int, limit: int) -> int:
    """Shrink a range that ends at `place` by its last step: return its end; `limit` if it is empty."""
    at = _back_over(text, place, limit, str.isspace)
    if at < place or at == limit:
        return at
    whole = max(cluster_start(text, at - 1), limit)
    if _is_sign(text[whole]) and whole < at - 1:
        return whole
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


def without_first_word(text: str, place: int, limit: int) -> int:
    """Shrink a range that starts at `place` by its first step: return its start; `limit` if it is empty."""
    at = _over(text, place, limit, str.isspace)
    if at > place or at == limit:
        return at
    whole = min(cluster_end(text, at + 1), limit)
    if _is_sign(text[at]) and whole > at + 1:
        return whole
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
    """Return the end of the letters at an offset: one character in a script without spaces."""
    if place < limit and is_unspaced(text[place]):
        return _over(text, place + 1, limit, _is_mark)
    return _over(text, place, limit, is_spaced_letter)


def _run_start(text: str, place: int, limit: int) -> int:
    """Return the start of the letters before an offset: one character in a script without spaces."""
    base = _back_over(text, place, limit, _is_mark)
    if base > limit and is_unspaced(text[base - 1]):
        return base - 1
    return _back_over(text, place, limit, is_spaced_letter)


_REST_OF_WORD = re.compile(r"\w*")


class CursorLine(NamedTuple):
    """A line: its start in the text, and its text before and after the cursor."""

    start: int
    before: str
    behind: str

    @property
    def end(self) -> int:
        """Return the offset of the end of the line, before its line break."""
        return self.start + len(self.before) + len(self.behind)


def line_around(text: str, place: int) -> CursorLine:
    """Return the line that contains an offset of a text."""
    start = start_of_line(text, place)
    return CursorLine(start, text[start:place], text[place : end_of_line(text, place)])


def line_above(text: str, start: int) -> str:
    """Return the line before the line that starts at an offset; "" for the first line."""
    end = line_end_before(text, start)
    return line_around(text, end).before if end >= 0 else ""


def word_end(text: str, place: int) -> int:
    """Return the end of the word at or after an offset."""
    match = _REST_OF_WORD.match(text, place)
    return match.end() if match else place


def marks_of(snapshot: Snapshot, unit: Any) -> list[Mark]:
    """Return the marks of a unit; empty for a file without a pair."""
    return snapshot.pair.marks_of(snapshot.role, unit) if snapshot.pair else []


def marks_around(snapshot: Snapshot, unit: Any, start: int, end: int) -> list[Mark]:
    """Return the marks that overlap or touch a range of a unit, and possibly others, in order."""
    return snapshot.pair.marks_near(snapshot.role, unit, start, end) if snapshot.pair else []


def marks_at(snapshot: Snapshot, unit: Any, place: int) -> list[Mark]:
    """Return the marks around an offset, the widest first, then the marks of missing elements there.

    A missing element has zero width, and is found from any offset in the adjacent word.
    """
    first, last = word_at(unit.text, place)
    marks = marks_around(snapshot, unit, min(first, place), max(last, place))
    wide = [mark for mark in marks if mark.start < mark.end]
    found = [mark for mark in wide if mark.start <= place < mark.end]
    found = found or [mark for mark in wide if mark.end == place]
    missing = [mark for mark in marks if mark.start == mark.end and first <= mark.start <= last]
    return sorted(found, key=lambda mark: mark.start - mark.end) + missing
