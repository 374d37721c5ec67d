"""Where the tags of new mentions stand, so that they cross no other tags, and which mentions have no place.

The mentions of a file lie in each other or apart: one tag does not say which close tag is its own.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

StrippedSpan = tuple[int, int]
"""A half-open range of a unit's text, task tags not counted."""


class TagPlaces:
    """The places for new tags in a unit, among the tags that stay.

    `removed` are the numbers of elements whose tags go away.
    """

    def __init__(self, unit: SgmlUnit, removed: Collection[int]) -> None:
        self._unit = unit
        self._stripped = unit.places.stripped
        pairing = unit.structure.pairing
        self._spans: dict[int, StrippedSpan] = {}
        self._gone: set[int] = set()
        for number, tags in enumerate(zip(pairing.opens, pairing.closes, strict=True)):
            if number in removed:
                self._gone.update(tags)
            else:
                span = self._stripped[tags[0]], self._stripped[tags[1]]
                self._spans.update(dict.fromkeys(tags, span))

    def fitting(self, wanted: Mapping[int, StrippedSpan]) -> set[int]:
        """Those of the wanted mentions that cross no tag that stays and none of the others.

        Of two that cross each other, the one that starts first has its place.
        """
        if not wanted:
            return set()
        stay = set(self._spans.values())
        spans = [(span, -1) for span in stay] + [(span, name) for name, span in wanted.items()]
        fitting = {name for name, span in wanted.items() if self._holds_no_stray(*span)}
        around: list[tuple[StrippedSpan, int]] = []
        for span, name in sorted(spans, key=lambda each: (each[0][0], -each[0][1], each[1])):
            if name < 0 or name in fitting:
                while around and around[-1][0][1] <= span[0]:
                    around.pop()
                fitting -= set(_losers(around, span, name))
                around = [each for each in around if each[1] < 0 or each[1] in fitting]
                if name < 0 or name in fitting:
                    around.append((span, name))
        return fitting

    def opening(self, start: int, end: int) -> int:
        """The offset in the unit for the open tag of a mention of this text."""
        place = self._unit.source_offset(start)
        for tag in self._at(start):
            span = self._spans.get(tag)
            if span is None or span[0] < start or span[1] > end:
                place = self._unit.places.ends[tag]
        return place

    def closing(self, start: int, end: int) -> int:
        """The offset in the unit for the close tag of a mention of this text."""
        if start == end:
            return self.opening(start, end)
        for tag in self._at(end):
            span = self._spans.get(tag)
            if span is None or not start <= span[0] < span[1] == end:
                return self._unit.places.starts[tag]
        return self._unit.source_offset(end, after_tags=True)

    def _at(self, place: int) -> Iterator[int]:
        """The tags at a stripped offset that stay."""
        for tag in range(bisect_left(self._stripped, place), bisect_right(self._stripped, place)):
            if tag not in self._gone:
                yield tag

    def _holds_no_stray(self, start: int, end: int) -> bool:
        """Whether no tag without a partner stands within a range."""
        inside = range(bisect_right(self._stripped, start), bisect_left(self._stripped, end))
        return all(tag in self._spans or tag in self._gone for tag in inside)


def _losers(around: Sequence[tuple[StrippedSpan, int]], span: StrippedSpan, name: int) -> Iterator[int]:
    """The wanted mentions that cannot be, since a range crosses ranges that begin before it."""
    for (_, end), other in reversed(around):
        if end >= span[1]:
            return
        if name >= 0:
            yield name
            return
        if other >= 0:
            yield other
