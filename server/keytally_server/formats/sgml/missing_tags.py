"""The tags that the key has and the response lacks, and the text that each of them belongs to."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit


class MissingTag(NamedTuple):
    """A missing tag's verdict, the key's element, and the stretch of the response that it would hold.

    Where the response has another text there, the stretch is only the place of the verdict.
    """

    mark: Mark
    element: Element
    start: int
    end: int


def missing_tags_around(unit: SgmlUnit, marks: Iterable[Mark], start: int, end: int) -> list[MissingTag]:
    """The tags that a unit lacks and whose text touches a stretch, in the order of their places."""
    first, last = unit.stripped_offset(start), unit.stripped_offset(end)
    found = []
    for mark in marks:
        if mark.level is Level.OBJECT and mark.start == mark.end and mark.partner is not None:
            key, place, _ = mark.partner
            element = _element_from(key, place)
            if element is not None and element.stripped_start <= last and element.stripped_end >= first:
                found.append(
                    MissingTag(mark, element, *(_stretch(unit, key, element) or (mark.start, mark.end)))
                )
    return [missing for missing in found if missing.start <= end and missing.end >= start]


def _element_from(unit: SgmlUnit, start: int) -> Element | None:
    index = bisect_left(unit.elements, start, key=lambda element: element.start)
    found = unit.elements[index : index + 1]
    return found[0] if found and found[0].start == start else None


def _stretch(unit: SgmlUnit, key: SgmlUnit, element: Element) -> tuple[int, int] | None:
    """The same stretch of text, inside of the tags that stand at its ends; None for another text."""
    start = unit.source_offset(element.stripped_start, after_tags=True)
    end = unit.source_offset(element.stripped_end)
    same = unit.stripped(start, end) == key.stripped(element.open.end, element.close.start)
    return (start, end) if start < end and same else None


def outer_stretch(unit: SgmlUnit, missing: MissingTag) -> tuple[int, int]:
    """The stretch of a missing tag with the tags that stand at its ends."""
    start = unit.source_offset(missing.element.stripped_start)
    return start, unit.source_offset(missing.element.stripped_end, after_tags=True)
