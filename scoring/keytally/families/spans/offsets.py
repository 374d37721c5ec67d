"""The units in which files count offsets, inferred from quotations, and conversion to one text for both
sides.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from keytally.families.interchange import Extent

MARK = "\ufeff"
_BEYOND = 0xFFFF
_FEWEST_SHIFTED = 2
"""The minimum number of spans that must fit before offsets are shifted by a byte-order mark, because a
single span may simply be wrong.
"""


class Counting(NamedTuple):
    r"""A method of counting the characters before a position, other than by code points.

    `units` is "UTF-16 code units", "UTF-8 bytes", or "" for code points. `line_end` is the number of
    characters that a CRLF (or an LF that replaced it) counts as; 0 if line ends count as written. With
    `shifts`, the counting includes a byte-order mark that the text lacks, or omits one that the text has.
    """

    units: str = ""
    line_end: int = 0
    shifts: bool = False

    @property
    def title(self) -> str:
        """Return a description such as `UTF-16 code units, CRLF as one character`."""
        ends = {0: "", 1: "CRLF as one character", 2: "CRLF as two characters"}[self.line_end]
        mark = "a byte-order mark" if self.shifts else ""
        return ", ".join(part for part in (self.units, ends, mark) if part)

    def starts(self, text: str) -> list[int]:
        """Return the number of counted characters before each character of a text and before its end."""
        width = _WIDTHS[self.units]
        widths = [width(each) for each in text]
        if self.line_end:
            for at, each in enumerate(text):
                if each == "\n" and at and text[at - 1] == "\r":
                    widths[at] = self.line_end - 1
                elif each == "\n" and self.line_end > 1:
                    widths[at] = self.line_end
        first = 0
        if self.shifts and text.startswith(MARK):
            widths[0] = 0
        elif self.shifts:
            first = width(MARK)
        return list(accumulate(widths, initial=first))

    def extent(self, text: str, start: object, end: object) -> Extent | None:
        """Return the range of a text between two counted offsets; None if the offsets do not fall on
        character boundaries.
        """
        places = _places(text, self)
        if type(start) is not int or type(end) is not int or start > end:
            return None
        first, last = places.get(start), places.get(end)
        return None if first is None or last is None else (first, last)


def _code_units(character: str) -> int:
    return 2 if ord(character) > _BEYOND else 1


def _bytes(character: str) -> int:
    return len(character.encode(errors="surrogatepass"))


UTF16 = "UTF-16 code units"
UTF8 = "UTF-8 bytes"
_WIDTHS = {"": len, UTF16: _code_units, UTF8: _bytes}


@lru_cache(maxsize=32)
def _places(text: str, counting: Counting) -> Mapping[int, int]:
    """Return the index of each character in a text by the number of counted characters before it."""
    return {counted: place for place, counted in enumerate(counting.starts(text))}


def countings(text: str) -> Iterator[Counting]:
    """Yield the countings that differ from code points in a text, starting with the simplest."""
    units = [""] if text.isascii() else ["", UTF16, UTF8]
    ends = [0, *([1] if "\r\n" in text else []), *([2] if "\n" in text.replace("\r\n", "") else [])]
    found = [Counting(unit, end, shifts) for unit in units for end in ends for shifts in (False, True)]
    yield from sorted(found[1:], key=lambda each: bool(each.units) + bool(each.line_end) + 2 * each.shifts)


class Quotation(NamedTuple):
    """The offsets of a span as written in a file, and the text that the file quotes."""

    extents: Sequence[tuple[object, object]]
    quote: str

    def fits(self, text: str, counting: Counting | None = None) -> bool:
        """Return whether the text at the offsets equals the quotation, ignoring whitespace."""
        pieces = []
        for start, end in self.extents:
            found = counted_extent(text, start, end, counting)
            if found is None:
                return False
            pieces.append(text[found[0] : found[1]])
        return squeezed(" ".join(pieces)) == squeezed(self.quote)


def counted_extent(text: str, start: object, end: object, counting: Counting | None) -> Extent | None:
    """Return the range of a text between two offsets, which are code points if `counting` is None."""
    if counting is not None:
        return counting.extent(text, start, end)
    if type(start) is int and type(end) is int and 0 <= start <= end <= len(text):
        return start, end
    return None


def counting_of(text: str, quotations: Sequence[Quotation]) -> Counting | None:
    """Return the counting with which most quotations match a text; None for code points."""
    best, fewest = None, sum(not each.fits(text) for each in quotations)
    firsts = {str(each.extents[0]) for each in quotations if each.extents}
    can_shift = len(firsts) >= _FEWEST_SHIFTED
    for counting in countings(text) if fewest else ():
        wrong = sum(not each.fits(text, counting) for each in quotations)
        if wrong < fewest and (not counting.shifts or (not wrong and can_shift)):
            best, fewest = counting, wrong
        if not fewest:
            break
    return best


def squeezed(text: str) -> str:
    """Return a text without whitespace and byte-order marks."""
    return "".join(text.replace(MARK, " ").split())


class OffsetMap:
    """Maps ranges of a text to another text that differs only in line ends or whitespace."""

    def __init__(self, source: str, target: str) -> None:
        self._is_plain = unified(source) == unified(target)
        kept = _is_unified if self._is_plain else _is_solid
        self._before = _kept_before(source, kept)
        before = _kept_before(target, kept)
        self._last = {count: place for place, count in enumerate(before)}
        self._first = {count: place for place, count in reversed([*enumerate(before)])}

    def extent(self, extent: Extent) -> Extent:
        """Return the corresponding range of the other text."""
        start, end = (self._before[place] for place in extent)
        if self._is_plain:
            return self._last[start], self._last[end]
        if start == end:
            return self._last[start], self._last[start]
        return self._last[start], self._first[end]


def unified(text: str) -> str:
    r"""Return a text with line feeds as line ends and without a byte-order mark."""
    return text.removeprefix(MARK).replace("\r\n", "\n").replace("\r", "\n")


def _is_unified(text: str, at: int) -> bool:
    is_rest = text[at] == "\n" and at > 0 and text[at - 1] == "\r"
    return not is_rest and not (at == 0 and text[at] == MARK)


def _is_solid(text: str, at: int) -> bool:
    return not text[at].isspace() and text[at] != MARK


def _kept_before(text: str, is_kept: Callable[[str, int], bool]) -> list[int]:
    return list(accumulate((is_kept(text, at) for at in range(len(text))), initial=0))
