"""Checks that a step that extends or shrinks a mention breaks no rule about mentions."""

from bisect import bisect_left, bisect_right

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.mention_attributes import attributes_reader, linking_names
from keytally.evaluations.muc.formats.sgml.quoted_words import contains_words
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage


def may_move_tag(unit: SgmlUnit, language: SgmlLanguage, element: Element, tag: Tag, place: int) -> bool:
    """Whether one tag of a mention may move to a place in the unit.

    It may not if the mention would get the text of another one (duplicate-mention), or lose its MIN
    (min-not-in-text). Elements that are not mentions may do both.
    """
    if not language.syntax.links(element.name):
        return True
    start, end = before = element.stripped_start, element.stripped_end
    moved = unit.stripped_offset(place)
    after = (start, moved) if tag.is_close else (moved, end)
    if _is_mention(unit, language, *after):
        return False
    return _has_head(unit, language, element, *after) or not _has_head(unit, language, element, *before)


def _has_head(unit: SgmlUnit, language: SgmlLanguage, element: Element, start: int, end: int) -> bool:
    """Whether a range, in stripped offsets, has the words of a mention's MIN; True without a MIN."""
    minimum = attributes_reader(language.syntax, language.role)[element.open.shape].minimum
    return not minimum or contains_words(unit.stripped()[start:end], minimum)


def _is_mention(unit: SgmlUnit, language: SgmlLanguage, start: int, end: int) -> bool:
    """Whether a range, in stripped offsets, is the whole text of a mention, scored or not."""
    pairing, shapes, stripped = unit.structure.pairing, unit.structure.shapes, unit.places.stripped
    names = linking_names(language.syntax)
    first = bisect_left(pairing.opens, start, key=stripped.__getitem__)
    last = bisect_right(pairing.opens, start, key=stripped.__getitem__)
    return any(
        stripped[pairing.closes[number]] == end and shapes[pairing.opens[number]].name in names
        for number in range(first, last)
    )
