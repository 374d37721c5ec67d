"""The rule that only task tags may change: compares a text with its original, both without tags."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.rules.misspelt_tags import MisspeltTags
from keytally.evaluations.muc.rules.sgml_attributes import shown
from keytally.findings.finding import Edit, Finding
from keytally.findings.table import sgml as table
from keytally.text.comparison import TextDifference, text_differences

_CARRIAGE_RETURN = re.compile(r"\r\n?")
_LINE_END = re.compile(r"\r\n?|\n")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def compare_texts(unit: SgmlUnit, reference: SgmlUnit | None) -> list[Finding]:
    """`text-altered` at each range where the unit's text differs from the reference's.

    Task tags of both sides do not count. Lost text has a range of zero width. Without a reference there is
    one finding, at the document's number. Other line ends are one finding for the whole document, whatever
    else differs.
    """
    if reference is None:
        return [_no_such_document(unit)]
    mine, original = unit.stripped(), reference.stripped()
    return [] if mine == original else list(_Comparison(unit, mine, original).findings())


def _no_such_document(unit: SgmlUnit) -> Finding:
    start, end = unit.number or (0, min(4, len(unit.text)))
    number = unit.written_number or "without a number"
    return table.NO_SUCH_DOCUMENT.finding(start, end, {"number": number})


class _Comparison:
    """A unit's stripped text and the original, with the same kind of line ends."""

    def __init__(self, unit: SgmlUnit, mine: str, original: str) -> None:
        self._unit = unit
        self._mine = mine
        self._original = original
        self._line_ends = ("\r" in mine or "\r" in original) and _line_end_kinds(mine) != _line_end_kinds(
            original
        )
        crlf = enumerate(re.finditer("\r\n", mine)) if self._line_ends else ()
        self._shortened = [match.start() - before for before, match in crlf]

    def findings(self) -> Iterator[Finding]:
        """One finding for the line ends, and one for each other difference."""
        mine, original = self._mine, self._original
        if self._line_ends:
            yield self._other_line_ends()
            mine, original = _CARRIAGE_RETURN.sub("\n", mine), _CARRIAGE_RETURN.sub("\n", original)
        misspelt = MisspeltTags(self._unit)
        for stretch in text_differences(mine, original):
            place = self._unit.source_offset(self._exact(stretch.start))
            if stretch.original or not misspelt.explain(mine, stretch.start, stretch.end, place):
                yield self._altered(stretch, mine[stretch.start : stretch.end])

    def _other_line_ends(self) -> Finding:
        """A finding at the first line end that differs."""
        ends = zip(_LINE_END.finditer(self._mine), _LINE_END.finditer(self._original), strict=False)
        pairs = ((mine, original) for mine, original in ends if mine[0] != original[0])
        mine, original = next(pairs, (None, None))
        if mine is None or original is None:
            return table.OTHER_LINE_ENDS.finding(0, 0, {})
        start = self._unit.source_offset(mine.start(), after_tags=True)
        end = self._unit.source_offset(mine.end())
        return table.LINE_ENDS_ALTERED.finding(
            start, max(start, end), {"written": _NAMES[mine[0]], "original": _NAMES[original[0]]}
        )

    def _altered(self, stretch: TextDifference, written: str) -> Finding:
        first, last = self._exact(stretch.start), self._exact(stretch.end)
        if first == last:
            return self._lost(first, stretch.original)
        start, end = self._unit.source_offset(first, after_tags=True), self._unit.source_offset(last)
        tagged = bool(self._unit.tags_within(start, end))
        edits = () if tagged else (Edit(start, end, stretch.original),)
        if not stretch.original:
            return table.TEXT_INSERTED.finding(start, end, {"written": shown(written)}, edits)
        return table.TEXT_ALTERED.finding(
            start, end, {"original": shown(stretch.original), "written": shown(written)}, edits
        )

    def _lost(self, stripped: int, original: str) -> Finding:
        """Lost text: restored outside of adjacent task tags if it was only a blank."""
        start = self._unit.source_offset(stripped)
        end = self._unit.source_offset(stripped, after_tags=True)
        place = self._outermost(start, end)
        safe = start == end or not original.strip()
        edits = (Edit(place, place, original),) if safe else ()
        return table.TEXT_LOST.finding(place, place, {"original": shown(original)}, edits)

    def _outermost(self, start: int, end: int) -> int:
        """The place between adjacent tags where the fewest elements are open."""
        place, depth, least = start, 0, 0
        for tag in self._unit.tags_within(start, end):
            depth += -1 if tag.is_close else 1
            if depth < least:
                place, least = tag.end, depth
        return place

    def _exact(self, offset: int) -> int:
        """The stripped offset of a place in the text with uniform line ends."""
        return offset + bisect_left(self._shortened, offset)


def _line_end_kinds(text: str) -> set[str]:
    return set(_LINE_END.findall(text))
