"""Extents in a text as declared in files, checked against the text and converted between units."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate

from keytally.families.interchange import Extent

_BEYOND = 0xFFFF


def checked_extent(text: str, start: object, end: object) -> Extent | None:
    """Return an extent of the text; None for invalid offsets."""
    if type(start) is int and type(end) is int and 0 <= start <= end <= len(text):
        return start, end
    return None


def quoted_extent(text: str, start: object, end: object, quote: str) -> Extent | None:
    """Return the extent whose text equals a quotation; the offsets are read as code points or, if that fails,
    as UTF-16 code units.

    The result is None if the text matches the quotation in neither unit.
    """
    found = checked_extent(text, start, end)
    if found is not None and text[found[0] : found[1]] == quote:
        return found
    counted = _by_code_units(text, start, end)
    return counted if counted is not None and text[counted[0] : counted[1]] == quote else None


def _by_code_units(text: str, start: object, end: object) -> Extent | None:
    if type(start) is not int or type(end) is not int or text.isascii():
        return None
    places = _places(text)
    return checked_extent(text, places.get(start), places.get(end))


@lru_cache(maxsize=2)
def _places(text: str) -> Mapping[int, int]:
    """Return the index of each character in a text by the number of code units before it."""
    return {units: place for place, units in enumerate(code_units_before(text))}


def code_units_before(text: str) -> list[int]:
    """Return the number of UTF-16 code units before each character and before the end."""
    return list(accumulate((2 if ord(each) > _BEYOND else 1 for each in text), initial=0))
