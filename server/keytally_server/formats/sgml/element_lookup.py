"""Finds the element at a place in a tagged document, and the verdicts on it."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.sections import DATELINE, Sections
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

RECENT_UNITS = 4


def tag_at(unit: SgmlUnit, place: int) -> Tag | None:
    """The task tag that a place stands in; None outside of tags."""
    index = bisect_right(unit.places.starts, place) - 1
    return unit.tags[index] if index >= 0 and place < unit.places.ends[index] else None


def element_at(unit: SgmlUnit, place: int) -> Element | None:
    """The innermost element around a place; its tags belong to it."""
    return next(iter(elements_around(unit, place, place)), None)


def elements_around(unit: SgmlUnit, start: int, end: int) -> list[Element]:
    """The elements that contain a whole range, the innermost first; tags belong to elements.

    Elements that end at the start of the range come after the elements that continue there.
    """
    around = unit.elements.around(start, end)
    return sorted(around, key=lambda element: (element.end <= start, element.end - element.start))


def mark_of_element(marks: list[Mark], element: Element) -> Mark | None:
    """The verdict on an element as a whole; None for an element that is not scored."""
    return next(
        (
            mark
            for mark in marks
            if mark.level in (Level.OBJECT, Level.MENTION)
            and (mark.start, mark.end) == (element.start, element.end)
        ),
        None,
    )


def fills_of_element(marks: list[Mark], element: Element) -> Iterator[Mark]:
    """The verdicts on an element's fills: its text, and the values in its open tag."""
    for mark in marks:
        in_tag = element.start <= mark.start and mark.end <= element.open.end
        is_text = (mark.start, mark.end) == (element.open.end, element.close.start)
        if mark.level is Level.FILL and (in_tag or is_text):
            yield mark


def is_scored_place(unit: SgmlUnit, place: int) -> bool:
    """Whether a tag inserted at a place is scored: in a section, and in no dateline but the last.

    Earlier datelines count too, unless the task leaves them out.
    """
    before = bisect_right(unit.section_tags, place, key=lambda tag: tag.start)
    sections = _sections(unit)
    section = sections.innermost[before - 1] if before else None
    if section is None or section.upper() != DATELINE or not unit.syntax.dd_last_only:
        return section is not None
    return place >= max(each.start for each in sections.in_order() if each.name.upper() == DATELINE)


def has_sections(unit: SgmlUnit) -> bool:
    """Whether a document has any of the sections that the task reads."""
    return any(section is not None for section in _sections(unit).innermost)


@lru_cache(maxsize=RECENT_UNITS)
def _sections(unit: SgmlUnit) -> Sections:
    """A unit's sections; cached, because callers ask for many places of one unit in turn."""
    return Sections(unit.section_tags, unit.syntax, len(unit.text))
