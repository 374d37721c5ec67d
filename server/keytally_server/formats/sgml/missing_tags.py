"""The tags that the key has and the response lacks, and the text that each of them should hold."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.text.span import Span


class MissingTag(NamedTuple):
    """A missing tag: its verdict, the key's element, and the range of the response that it should hold.

    If the response has other text there, the range is only the place of the verdict. `stripped` is the range
    that the key's text has in the response, task tags not counted.
    """

    mark: Mark
    element: Element
    start: int
    end: int
    stripped: Span


def missing_tags_around(unit: SgmlUnit, marks: Iterable[Mark], start: int, end: int) -> list[MissingTag]:
    """The missing tags of a unit whose text touches a range, in the order of their places."""
    found = []
    for mark in marks:
        in_key = _missing_element(mark) if mark.level is Level.OBJECT else None
        if in_key is not None:
            key, element = in_key
            stretch = same_stretch(unit, key, element) or (mark.start, mark.end)
            found.append(MissingTag(mark, element, *stretch, stripped_range(unit, key, element)))
    return [missing for missing in found if _touches(missing, start, end)]


def _touches(missing: MissingTag, start: int, end: int) -> bool:
    """Whether a missing tag is in a range or at its ends; a place without its text: before the end."""
    if missing.start == missing.end:
        return start <= missing.start < max(end, start + 1)
    return missing.start <= end and missing.end >= start


def missing_extent(mark: Mark) -> tuple[int, int] | None:
    """The range of the unit that a missing tag should hold; None if the text differs there."""
    in_key = _missing_element(mark)
    return same_stretch(mark.unit, *in_key) if in_key is not None else None


def _missing_element(mark: Mark) -> tuple[SgmlUnit, Element] | None:
    """The key's element that a mark says is missing, and its unit; None for other marks."""
    if mark.partner is None or mark.level not in (Level.OBJECT, Level.MENTION) or mark.start != mark.end:
        return None
    key, place, _ = mark.partner
    element = element_from(key, place)
    return (key, element) if element is not None else None


def tagged_text(mark: Mark) -> tuple[int, int] | None:
    """The range between the tags of the element that a mark is about; None for other marks."""
    if mark.level not in (Level.OBJECT, Level.MENTION) or mark.start == mark.end:
        return None
    element = element_from(mark.unit, mark.start)
    return (element.open.end, element.close.start) if element is not None else None


def short_label(mark: Mark) -> str:
    """The label of a missing tag or link, without the text that stands behind it: `MIS PERSON`."""
    if mark.level is Level.LINK:
        before, is_link, after = mark.label.partition(' to "')
        return f'{before.partition(" ")[0]} LINK to "{after}' if is_link else mark.label
    return mark.label.partition(' "')[0] if missing_extent(mark) is not None else mark.label


def element_from(unit: SgmlUnit, start: int) -> Element | None:
    """The element of a unit whose open tag starts at a place."""
    index = bisect_left(unit.elements, start, key=lambda element: element.start)
    found = unit.elements[index : index + 1]
    return found[0] if found and found[0].start == start else None


def same_stretch(unit: SgmlUnit, key: SgmlUnit, element: Element) -> tuple[int, int] | None:
    """The range of the same text, inside the tags at its ends; None if the text differs."""
    first, last = stripped_range(unit, key, element)
    start, end = unit.source_offset(first, after_tags=True), unit.source_offset(last)
    same = unit.stripped(start, end) == key.stripped(element.open.end, element.close.start)
    return (start, end) if start < end and same else None


def stripped_range(unit: SgmlUnit, key: SgmlUnit, element: Element) -> Span:
    """The range in a unit for the text of the key's element, task tags not counted; the text may differ."""
    places = unit.counterparts_of(key)
    return Span(places.start(element.stripped_start), places.end(element.stripped_end))


def outer_stretch(unit: SgmlUnit, missing: MissingTag) -> tuple[int, int]:
    """The range of a missing tag, including the tags at its ends."""
    start, end = unit.stripped_offset(missing.start), unit.stripped_offset(missing.end)
    return unit.source_offset(start), unit.source_offset(end, after_tags=True)
