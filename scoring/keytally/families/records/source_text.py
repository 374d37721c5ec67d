"""The text of a document, and whether it contains the values of a record."""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from keytally.families.records.comparators import date_in, number_in, number_of
from keytally.families.records.json_tree import Plain

_NUMBER = re.compile(r"\d[\d.,'\u2019\u00a0\u202f]*")
_EUROPEAN = str.maketrans(".,", ",.")
_TEXTS = 8


class SourceText:
    """A text that can be searched for values regardless of case, punctuation, spaces and formats."""

    def __init__(self, text: str) -> None:
        self._letters = _letters(text)
        normal = unicodedata.normalize("NFKC", text)
        self._numbers = frozenset(number for found in _NUMBER.findall(normal) for number in _readings(found))

    def contains(self, value: Plain) -> bool:
        """Return whether the text contains a value in some form; True for values without a textual form.

        A number may contain separators; a date must contain its year and its day. Booleans and null have no
        textual form.
        """
        if value is None or isinstance(value, bool):
            return True
        number = number_of(value)
        if number is not None and abs(number) in self._numbers:
            return True
        if not isinstance(value, str):
            return False
        if (day := date_in(value, "")) is not None:
            year, _, number_of_day = day
            years = {Decimal(year), Decimal(year % 100)}
            if years & self._numbers and (not number_of_day or Decimal(number_of_day) in self._numbers):
                return True
        letters = _letters(value)
        return letters in self._letters


def _letters(text: str) -> str:
    """Return the letters and digits of a text, ignoring case."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, normal))


def _readings(written: str) -> Iterator[Decimal]:
    """Yield the numbers that digits with separators can represent."""
    bare = written.rstrip(".,'\u2019\u00a0\u202f")
    # A date such as 05.01.2024 has numbers between its separators.
    parts = [bare, bare.translate(_EUROPEAN), *re.split(r"\D", bare)]
    for part in dict.fromkeys(parts):
        number = number_in(part) if part else None
        if number is not None:
            yield number


@lru_cache(_TEXTS)
def source_text(text: str) -> SourceText:
    """Return a text prepared for searching; recent results are cached."""
    return SourceText(text)


def text_in(value: Plain) -> str:
    """Return all texts in a record of a texts file, one per line."""
    if isinstance(value, str):
        return value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(filter(None, map(text_in, below)))
