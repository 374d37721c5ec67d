"""The selection ranges around a place in an SGML document."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.formats.presenter import Stretch
from keytally_server.formats.sgml.element_lookup import elements_around


def sgml_selection_ranges(unit: SgmlUnit, place: int) -> Iterator[Stretch]:
    """Elements with and without their tags, the tag around the place with its values, and sections."""
    for element in elements_around(unit, place, place):
        yield element.open.end, element.close.start
        yield element.start, element.end
        for tag in (element.open, element.close):
            if tag.start < place < tag.end:
                yield from _tag(tag)
    for section in unit.sections:
        if section.start:
            yield section.start, section.end


def _tag(tag: Tag) -> Iterator[Stretch]:
    yield tag.start, tag.end
    for attribute in tag.attributes:
        yield tag.start + attribute.start, tag.start + attribute.end
        yield tag.start + attribute.value_start, tag.start + attribute.value_end
