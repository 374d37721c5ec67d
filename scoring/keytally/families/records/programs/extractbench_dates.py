"""Dates in text as ExtractBench rewrites them: eight written formats, interpreted as dateutil does.

ExtractBench 1.0 searches for one of the formats and then lets `dateutil.parser.parse` read the whole text.
This module follows the same rules without that library: the month precedes the day unless that is impossible.
Text that lacks a year, a month or a day is unchanged; dateutil would use the current date.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache

_SHORTEST, _LONGEST = 4, 50
_EARLIEST, _LATEST = 1900, 2100
_LONG_NUMBER = re.compile(r"\d{10}")
_COMMA = re.compile(r"\s*,\s*")
_FORMS = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}"
    r"|\d{1,2}/\d{1,2}/(?:\d{4}|\d{2}\b)"
    r"|\d{1,2}-\d{1,2}-(?:\d{4}|\d{2}\b)"
    r"|[A-Za-z]+ \d{1,2},? \d{4}"
    r"|[A-Za-z]+\.? [A-Za-z]+\.? \d{1,2},? \d{4}"
    r"|\d{1,2} [A-Za-z]+ \d{4}"
)

_ORDINALS = ("st", "nd", "rd", "th")  # codespell:ignore nd
_SEPARATORS = frozenset(
    (" ", ".", ",", ";", "-", "/", "'", "at", "on", "and", "ad", "m", "t", "of", *_ORDINALS)
)
_MONTHS: Mapping[str, int] = {
    name[:length]: number
    for number, name in enumerate(
        [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        1,
    )
    for length in (3, len(name))
} | {"sept": 9}
_WEEKDAYS = frozenset(
    name[:length]
    for name in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for length in (3, len(name))
)
_UNITS: Mapping[str, int] = {
    name: number
    for number, unit in enumerate(("hour", "minute", "second"))
    for name in (unit[0], unit, f"{unit}s")
}
_HALVES: Mapping[str, int] = {"am": 0, "a": 0, "pm": 12, "p": 12}
_UTC = frozenset(("UTC", "GMT", "Z", "z"))
_ZONE = re.compile(r"[A-Z]{0,5}")


def with_iso_dates(text: str) -> str:
    """Return the ISO date in a text, without its time; return other text unchanged."""
    if not _SHORTEST <= len(text) <= _LONGEST:
        return text
    return _rewritten(text)


@lru_cache(maxsize=1 << 16)
def _rewritten(text: str) -> str:
    if text.isdigit() or _LONG_NUMBER.search(text):
        return text
    probe = _COMMA.sub(", ", text)
    if not _FORMS.search(probe):
        return text
    try:
        found = _Reader(list(_tokens(probe))).read()
    except (IndexError, ValueError, OverflowError):
        return text
    return found.isoformat() if _EARLIEST <= found.year <= _LATEST else text


def _tokens(text: str) -> Iterator[str]:
    """Yield the words, numbers and other characters of a text; a decimal point is part of a number."""
    position = 0
    text = text.replace("\0", "")
    while position < len(text):
        start, letter = position, text[position]
        position += 1
        if not (letter.isalpha() or letter.isdigit()):
            yield " " if letter.isspace() else letter
            continue
        is_word, has_letters, is_dotted = letter.isalpha(), False, False
        while position < len(text):
            letter = text[position]
            has_letters |= is_word
            if letter == "." or (letter == "," and not is_word and not is_dotted and position - start >= 2):
                is_dotted = True
            elif is_word and letter.isdigit() and is_dotted and text[position - 1] == ".":
                is_word = False
            elif not is_word and letter.isalpha() and is_dotted and text[position - 1] == ".":
                is_word = True
            elif not (letter.isalpha() if is_word else letter.isdigit()):
                break
            position += 1
        token = text[start:position]
        if is_dotted and (has_letters or token.count(".") > 1 or token[-1] in ".,"):
            yield from filter(None, re.split(r"([.,])", token))
        elif is_dotted and not is_word and "." not in token:
            yield token.replace(",", ".")
        else:
            yield token


class _Reader:
    """A reader for the tokens of a date, its time and its time zone.

    Every method raises ValueError or IndexError for a token without a meaning.
    """

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._numbers: list[int] = []
        self._year_at: int | None = None
        self._month_at: int | None = None
        self._has_century = False
        self._clock: list[int | None] = [None, None, None]
        self._zone: str | None = None
        self._has_offset = False

    def read(self) -> date:
        """Return the date."""
        position = 0
        while position < len(self._tokens):
            position = self._read_token(position) + 1
        year, month, day = self._resolve()
        if not self._has_century:
            year = _full_year(year)
        hour, minute, second = (value or 0 for value in self._clock)
        return datetime(year, month, day, hour, minute, second).date()

    def _word(self, position: int) -> str | None:
        return self._tokens[position].lower() if 0 <= position < len(self._tokens) else None

    def _read_token(self, position: int) -> int:
        """Read the token at a position, and return the position of the last token read with it."""
        token, word = self._tokens[position], self._tokens[position].lower()
        if _is_number(token):
            return self._read_number(position)
        if word in _MONTHS:
            return self._read_month(position)
        if word in _HALVES:
            self._read_half(_HALVES[word])
        elif word not in _WEEKDAYS and self._is_zone(token):
            self._read_zone(position)
        elif word not in _WEEKDAYS and self._clock[0] is not None and token in ("+", "-"):
            position = self._read_offset(position)
        elif word not in _WEEKDAYS | _SEPARATORS:
            raise ValueError(token)
        return position

    def _add(self, value: str | int | Decimal, *, is_month: bool = False, is_year: bool = False) -> None:
        """Add a year, a month or a day."""
        if (value.isdigit() and len(value) > 2) if isinstance(value, str) else value > 100:
            self._has_century = is_year = True
        number = int(value)
        if (is_month and self._month_at is not None) or (is_year and self._year_at is not None):
            raise ValueError(value)
        if is_month:
            self._month_at = len(self._numbers)
        elif is_year:
            self._year_at = len(self._numbers)
        self._numbers.append(number)

    def _add_any(self, token: str) -> None:
        """Add a number or the name of a month."""
        if token.lower() in _MONTHS:
            self._add(_MONTHS[token.lower()], is_month=True)
        else:
            self._add(token)

    def _read_month(self, position: int) -> int:
        self._add(_MONTHS[self._tokens[position].lower()], is_month=True)
        following = self._word(position + 1)
        if following in ("-", "/"):
            self._add(self._tokens[position + 2])
            if self._word(position + 3) == following:
                self._add(self._tokens[position + 4])
                return position + 4
            return position + 2
        between = [self._word(position + step) for step in (1, 2, 3)]
        if between == [" ", "of", " "] and position + 4 < len(self._tokens):
            if self._tokens[position + 4].isdigit():
                self._add(str(_full_year(int(self._tokens[position + 4]))), is_year=True)
            return position + 4
        return position

    def _read_half(self, shift: int) -> None:
        hour = self._clock[0]
        if hour is None or not 0 <= hour <= 12:
            raise ValueError(hour)
        self._clock[0] = _on_clock(hour, shift)

    def _is_zone(self, token: str) -> bool:
        is_free = self._clock[0] is not None and self._zone is None and not self._has_offset
        return is_free and (_ZONE.fullmatch(token) is not None or token in _UTC)

    def _read_zone(self, position: int) -> None:
        token = self._tokens[position]
        self._zone, self._has_offset = token, token.lower() in ("utc", "gmt", "z") and token == token.lower()
        if self._word(position + 1) in ("+", "-"):
            self._has_offset = False
            if token in _UTC:
                self._zone = None

    def _read_offset(self, position: int) -> int:
        digits = self._tokens[position + 1]
        last = position + 1
        if len(digits) == 4:
            int(digits)
        elif self._word(position + 2) == ":":
            int(digits)
            int(self._tokens[position + 3])
            last = position + 3
        elif len(digits) <= 2:
            int(digits)
        else:
            raise ValueError(digits)
        self._has_offset = True
        name = self._tokens[last + 3] if last + 4 < len(self._tokens) else ""
        brackets = self._word(last + 2), self._word(last + 4)
        is_named = self._zone is None and (_ZONE.fullmatch(name) is not None or name in _UTC)
        if self._word(last + 1) in _SEPARATORS and brackets == ("(", ")") and len(name) >= 3 and is_named:
            self._zone, last = name, last + 4
        return last

    def _read_number(self, position: int) -> int:
        token, following = self._tokens[position], self._word(position + 1)
        value = _decimal(token)
        is_clock = following == ":" or following in _UNITS
        if len(self._numbers) == 3 and len(token) in (2, 4) and self._clock[0] is None and not is_clock:
            self._clock[:2] = int(token[:2]), int(token[2:]) if len(token) == 4 else self._clock[1]
            return position
        if len(token) == 6 or (len(token) > 6 and token.find(".") == 6):
            return self._read_six(position)
        if len(token) in (8, 12, 14):
            self._add(token[:4], is_year=True)
            self._add(token[4:6])
            self._add(token[6:8])
            for place, start in enumerate(range(8, len(token), 2)):
                self._clock[place] = int(token[start : start + 2])
            return position
        unit_at = self._unit_of(position)
        if unit_at is not None:
            return self._read_unit(position, unit_at, value)
        return self._read_plain(position, value)

    def _read_six(self, position: int) -> int:
        token = self._tokens[position]
        if not self._numbers and "." not in token:
            for start in (0, 2, 4):
                self._add(token[start : start + 2])
        else:
            self._clock = [int(token[:2]), int(token[2:4]), _seconds(token[4:])]
        return position

    def _unit_of(self, position: int) -> int | None:
        """Return the position of a number's unit of time, such as `h`."""
        before, after = self._word(position - 1), self._word(position + 1)
        if after in _UNITS:
            return position + 1
        if after == " " and self._word(position + 2) in _UNITS:
            return position + 2
        if before in _UNITS:
            return position - 1
        is_last = 1 < position == len(self._tokens) - 1
        return position - 2 if is_last and before == " " and self._word(position - 2) in _UNITS else None

    def _read_unit(self, position: int, unit_at: int, value: Decimal) -> int:
        unit = _UNITS[self._tokens[unit_at].lower()] + (unit_at < position)
        if unit == 0:
            self._clock[0] = int(value)
            if value % 1:
                self._clock[1] = int(60 * (value % 1))
        elif unit == 1:
            self._set_minute(value)
        elif unit == 2:
            self._clock[2] = _seconds(self._tokens[position])
        return max(position, unit_at)

    def _set_minute(self, value: Decimal) -> None:
        self._clock[1:] = int(value), int(60 * (value % 1)) if value % 1 else None

    def _read_plain(self, position: int, value: Decimal) -> int:
        """Read a number that is part of a date, or the hour of a time."""
        following = self._word(position + 1)
        if following == ":" and position + 2 < len(self._tokens):
            self._clock[0] = int(value)
            self._set_minute(_decimal(self._tokens[position + 2]))
            if self._word(position + 3) == ":" and position + 4 < len(self._tokens):
                self._clock[2] = _seconds(self._tokens[position + 4])
                return position + 4
            return position + 2
        if following in ("-", "/", "."):
            return self._read_separated(position)
        has_separator = following is None or following in _SEPARATORS
        half = self._word(position + 2) if has_separator else following
        if half is not None and half in _HALVES and (has_separator or 0 <= value < 24):
            self._clock[0] = _on_clock(int(value), _HALVES[half])
            return position + 1 + has_separator
        if not has_separator and not self._could_be_day(value):
            raise ValueError(value)
        self._add(value)
        return position + has_separator

    def _read_separated(self, position: int) -> int:
        separator = self._tokens[position + 1]
        self._add(self._tokens[position])
        second = self._word(position + 2)
        if second is None or second in _SEPARATORS:
            return position + 1
        if second.isdigit():
            self._add(second)
        else:
            self._add(_MONTHS.get(second) or _fail(second), is_month=True)
        if self._word(position + 3) == separator:
            self._add_any(self._tokens[position + 4])
            return position + 4
        return position + 2

    def _could_be_day(self, value: Decimal) -> bool:
        if self._month_at is None:
            return 1 <= value <= 31
        year = 2000 if self._year_at is None else self._numbers[self._year_at]
        return 1 <= value <= monthrange(year, self._numbers[self._month_at])[1]

    def _resolve(self) -> tuple[int, int, int]:
        """Return year, month and day."""
        if len(self._numbers) != 3:
            raise ValueError(self._numbers)
        first, second, third = self._numbers
        if self._month_at is not None and self._year_at is not None:
            (day_at,) = {0, 1, 2} - {self._month_at, self._year_at}
            return self._numbers[self._year_at], self._numbers[self._month_at], self._numbers[day_at]
        if self._month_at == 0:
            return (second, first, third) if second > 31 else (third, first, second)
        if self._month_at == 1:
            return (first, second, third) if first > 31 else (third, second, first)
        if self._month_at == 2:
            return (second, third, first) if second > 31 else (first, third, second)
        if first > 31 or self._year_at == 0:
            return first, second, third
        return (third, second, first) if first > 12 else (third, first, second)


def _is_number(token: str) -> bool:
    try:
        float(token)
    except ValueError:
        return False
    return True


def _decimal(token: str) -> Decimal:
    try:
        found = Decimal(token)
    except InvalidOperation:
        raise ValueError(token) from None
    if not found.is_finite():
        raise ValueError(token)
    return found


def _seconds(token: str) -> int:
    whole, _, fraction = token.partition(".")
    if fraction:
        int(fraction)
    return int(whole)


def _on_clock(hour: int, shift: int) -> int:
    """Return the hour on a 24-hour clock, given an hour on a 12-hour clock and the half of the day."""
    if hour == 12 and not shift:
        return 0
    return hour + shift if hour < 12 else hour


def _full_year(year: int) -> int:
    this_year = date.today().year
    if year >= 100:
        return year
    year += this_year // 100 * 100
    if year >= this_year + 50:
        return year - 100
    return year + 100 if year < this_year - 50 else year


def _fail(token: str) -> int:
    raise ValueError(token)
