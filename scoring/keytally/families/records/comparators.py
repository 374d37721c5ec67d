"""Comparators of scalars: whether two values are equal, partially equal or different."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.families.records.json_tree import Plain

CORRECT, PARTIAL, INCORRECT = 2, 1, 0

CACHED_TEXTS = 1 << 16

_SIGNS = re.compile(r"[\s'\u2019\u00a0\u202f]")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z", re.ASCII)
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?\Z", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d)(?:[T ]\d\d.*)?)?\Z", re.ASCII)
_BASIC_ISO = re.compile(r"(\d{4})(\d\d)(\d\d)\Z", re.ASCII)
_PARTS = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\Z", re.ASCII)
_WORDS = re.compile(r"\w+")


@lru_cache(CACHED_TEXTS)
def folded(text: str) -> str:
    """Return a text after NFKC normalisation and case folding, with single spaces and without punctuation
    at its ends.
    """
    if text.isascii():
        words = " ".join(text.casefold().split())
    else:
        normal = unicodedata.normalize("NFKC", text).casefold()
        words = " ".join(unicodedata.normalize("NFKC", normal).split())
    if not words or (words[0].isalnum() and words[-1].isalnum()):
        return words
    start, end = 0, len(words)
    while start < end and _is_outer(words[start]):
        start += 1
    while end > start and _is_outer(words[end - 1]):
        end -= 1
    return words[start:end] or words


def _is_outer(letter: str) -> bool:
    return letter == " " or unicodedata.category(letter)[0] == "P"


@lru_cache(CACHED_TEXTS)
def number_in(text: str) -> Decimal | None:
    """Return the number that a text represents, possibly with commas between thousands, a currency sign or
    `%`; None if it is not a number.

    Spaces and apostrophes between digits are also separators; parentheses mean a minus sign, as in
    accounting.
    """
    written = _SIGNS.sub("", unicodedata.normalize("NFKC", text.strip())).replace("\u2212", "-")
    is_negative = written.startswith("(") and written.endswith(")")
    written = written[1:-1] if is_negative else written
    bare = "".join(each for each in written if unicodedata.category(each) != "Sc").removesuffix("%")
    if not bare or len(written) - len(bare) > 2:
        return None
    if _THOUSANDS.match(bare):
        bare = bare.replace(",", "")
    if not _PLAIN_NUMBER.match(bare):
        return None
    try:
        value = Decimal(bare)
    except InvalidOperation:
        return None
    return -value if is_negative else value


def number_of(value: Plain) -> Decimal | None:
    """Return the number of a scalar; None for a Boolean and for text without a number."""
    if isinstance(value, bool):
        return None
    return number_in(value) if isinstance(value, str) else value


@lru_cache(CACHED_TEXTS)
def date_in(text: str, order: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a date; the day or month is 0 if ISO 8601 omits it.

    `order` is the order of day, month and year in other formats, such as `dmy`; "" accepts only ISO 8601.
    """
    words = text.strip()
    found = _ISO.match(words) or _BASIC_ISO.match(words)
    if found:
        parts = {"y": found[1], "m": found[2], "d": found[3] or "0"}
    elif order and (found := _PARTS.match(words)):
        parts = dict(zip(order, found.groups(), strict=True))
    else:
        return None
    year, month, day = (int(parts[part]) for part in "ymd")
    year += 2000 if len(parts["y"]) <= 2 and year < 70 else 1900 if len(parts["y"]) <= 2 else 0
    try:
        date(year, month, day or 1)
    except ValueError:
        return None
    return year, month, day


class Comparator(NamedTuple):
    """A comparator with its settings.

    Values are correct if `canon` returns equal values or `judge` returns CORRECT. Without `judge`, values are
    compared only by equality. `separator` divides a string into values.
    """

    name: str
    canon: Callable[[Plain], Hashable]
    judge: Callable[[Plain, Plain], int] | None = None
    separator: str = ""
    settings: str = ""

    def compare(self, key: Plain, response: Plain) -> int:
        """Return CORRECT, PARTIAL or INCORRECT."""
        if self.canon(key) == self.canon(response):
            return CORRECT
        return INCORRECT if self.judge is None else self.judge(key, response)

    @property
    def ignores(self) -> bool:
        """Return whether the comparator ignores the values of both sides."""
        return self.name == "ignore"

    @property
    def by_type(self) -> bool:
        """Return whether the types of the values determine the comparison."""
        return self.name == "type"


def _exact(value: Plain) -> Hashable:
    return ("bool", value) if isinstance(value, bool) else value


def _text(value: Plain) -> Hashable:
    if isinstance(value, str):
        return folded(value)
    return ("bool", value) if isinstance(value, bool) else folded(plain_text(value))


def plain_text(value: Plain) -> str:
    """Return a scalar as text."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return format(value, "f")


def _by_type(value: Plain) -> Hashable:
    if isinstance(value, str):
        return folded(value)
    return ("bool", value) if isinstance(value, bool) else value


def _judge_types(key: Plain, response: Plain) -> int:
    """Compare a text and a number by their numeric value."""
    if isinstance(key, str) is isinstance(response, str):
        return INCORRECT
    numbers = number_of(key), number_of(response)
    return CORRECT if numbers[0] is not None and numbers[0] == numbers[1] else INCORRECT


def _number(value: Plain) -> Hashable:
    number = number_of(value)
    return _text(value) if number is None else number


EXACT = Comparator("exact", _exact)
TEXT = Comparator("text", _text)
NUMBER = Comparator("number", _number)
IGNORE = Comparator("ignore", _exact)
BY_TYPE = Comparator("type", _by_type, _judge_types)
"""The default comparator: text for strings, number for numbers and for a text with a number, exact for
Booleans.
"""


class ComparatorError(ValueError):
    """The error for unusable comparator settings; the message is one line."""


_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "exact": (),
    "text": (),
    "number": ("tolerance",),
    "date": ("order", "partial"),
    "similar": ("correct", "partial"),
    "tokens": ("partial",),
    "set": ("separator",),
    "ignore": (),
}
NAMES = tuple(_SETTINGS)


def comparator(name: str, settings: Mapping[str, Any]) -> Comparator:
    """Return a comparator with settings. Raises ComparatorError for unknown names, settings and values."""
    if name not in _SETTINGS:
        raise ComparatorError(f"unknown comparator {name!r}; it must be one of {', '.join(NAMES)}")
    known = _SETTINGS[name]
    if unknown := [each for each in settings if each not in known]:
        takes = f"it takes {' and '.join(known)}" if known else "it takes no settings"
        raise ComparatorError(f"the comparator {name} has no setting {unknown[0]!r}; {takes}")
    plain = {"exact": EXACT, "text": TEXT, "ignore": IGNORE}
    if name in plain:
        return plain[name]
    written = ",".join(f"{each}={settings[each]}" for each in known if each in settings)
    return _MAKERS[name](settings)._replace(settings=written)


def _number_comparator(settings: Mapping[str, Any]) -> Comparator:
    tolerance = str(settings.get("tolerance", "0")).strip()
    share = tolerance.endswith("%")
    try:
        bound = Decimal(tolerance.removesuffix("%").strip())
    except InvalidOperation:
        bound = Decimal(-1)
    if not bound.is_finite() or bound < 0:
        raise ComparatorError(
            f"tolerance must be a number such as 0.01, or a percentage such as 1%, not {tolerance!r}"
        )
    if not bound:
        return NUMBER

    def judge(key: Plain, response: Plain) -> int:
        one, other = number_of(key), number_of(response)
        if one is None or other is None:
            return INCORRECT
        allowed = bound * max(abs(one), abs(other)) / 100 if share else bound
        return CORRECT if abs(one - other) <= allowed else INCORRECT

    return Comparator("number", _number, judge)


def _date_comparator(settings: Mapping[str, Any]) -> Comparator:
    order, partial = str(settings.get("order", "")), str(settings.get("partial", ""))
    if order and sorted(order) != ["d", "m", "y"]:
        raise ComparatorError(f"order must contain d, m and y once each, as in dmy, not {order!r}")
    if partial not in ("", "month", "year"):
        raise ComparatorError(f"partial must be month or year, not {partial!r}")

    def canon(value: Plain) -> Hashable:
        return (date_in(value, order) if isinstance(value, str) else None) or _text(value)

    def judge(key: Plain, response: Plain) -> int:
        one, other = canon(key), canon(response)
        if not (isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) == 3):
            return INCORRECT
        shared = 1 if partial == "year" else 2
        return PARTIAL if one[:shared] == other[:shared] else INCORRECT

    return Comparator("date", canon, judge if partial else None)


def _share(settings: Mapping[str, Any], name: str, default: float) -> float:
    value = settings.get(name, default)
    try:
        share = float(value)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise ComparatorError(f"{name} must be a number from 0 to 1, not {value!r}")
    return share


def _similar_comparator(settings: Mapping[str, Any]) -> Comparator:
    try:
        from rapidfuzz.fuzz import ratio  # noqa: PLC0415 - an optional dependency
    except ImportError:
        needed = 'the comparator similar requires rapidfuzz; run pip install "keytally[similar]"'
        raise ComparatorError(needed) from None
    correct, partial = _share(settings, "correct", 0.95), _share(settings, "partial", 0.8)

    def judge(key: Plain, response: Plain) -> int:
        likeness = ratio(folded(plain_text(key)), folded(plain_text(response))) / 100
        return CORRECT if likeness >= correct else PARTIAL if likeness >= partial else INCORRECT

    return Comparator("similar", _text, judge)


def _tokens_comparator(settings: Mapping[str, Any]) -> Comparator:
    partial = _share(settings, "partial", 0.5)

    def words(value: Plain) -> tuple[str, ...]:
        text = folded(plain_text(value))
        return tuple(sorted(_WORDS.findall(text))) or (text,)

    def judge(key: Plain, response: Plain) -> int:
        one, other = words(key), words(response)
        shared = (Counter(one) & Counter(other)).total()
        return PARTIAL if shared and 2 * shared / (len(one) + len(other)) >= partial else INCORRECT

    return Comparator("tokens", words, judge)


def _set_comparator(settings: Mapping[str, Any]) -> Comparator:
    separator = str(settings.get("separator", ","))
    if not separator:
        raise ComparatorError("separator must not be empty")
    return Comparator("set", _text, separator=separator)


_MAKERS: Mapping[str, Callable[[Mapping[str, Any]], Comparator]] = {
    "number": _number_comparator,
    "date": _date_comparator,
    "similar": _similar_comparator,
    "tokens": _tokens_comparator,
    "set": _set_comparator,
}
