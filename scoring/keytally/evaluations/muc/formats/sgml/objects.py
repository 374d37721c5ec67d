"""Elements as objects: what the scorer compares (manual, "Conversion of SGML tags to MUC objects")."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.model import Extent, Fill, MucObject, Slot

_LINE_END = re.compile(r"\r\n?|\n")


def objects(
    unit: SgmlUnit, syntax: SgmlSyntax, configuration: Configuration, role: Role
) -> Sequence[MucObject]:
    """The scored elements of a unit as objects, in the order of their open tags.

    In the role of a response the marks that only keys may use are left out: no object is
    optional, ALT is dropped, and `A|B` is one value.
    """
    reader = _ObjectReader(unit, syntax, configuration, role)
    return [reader.read(element) for element in unit.elements if element.scored]


class _ObjectReader:
    """Turns the elements of one unit into objects."""

    def __init__(self, unit: SgmlUnit, syntax: SgmlSyntax, configuration: Configuration, role: Role) -> None:
        self._stripped = unit.stripped()
        self._document = unit.document or ""
        self._syntax = syntax
        self._is_key = role is not Role.RESPONSE
        self._declared = {
            tag.name: frozenset(slot.name for slot in configuration.slots_of(tag.name)) for tag in syntax.tags
        }
        self._count: Counter[str] = Counter()

    def read(self, element: Element) -> MucObject:
        """The object of one element."""
        name = element.open.shape.name
        self._count[name] += 1
        return MucObject(
            name,
            self._document,
            str(self._count[name]),
            self._slots(element),
            element.open.start,
            element.close.end,
            self._is_key and self._is_optional(element),
            Extent(element.stripped_start, element.stripped_end, element.section or ""),
        )

    def _slots(self, element: Element) -> Mapping[str, Slot]:
        syntax, declared = self._syntax, self._declared[element.open.shape.name]
        slots: dict[str, Slot] = {}
        if syntax.text in declared:
            slots[syntax.text] = Slot(tuple((fill,) for fill in self._texts(element)))
        for attribute in element.open.shape.attributes:
            if attribute.name in declared and attribute.name not in slots and not self._is_dropped(attribute):
                fills = self._fills(element, attribute)
                if fills:
                    slots[attribute.name] = Slot(tuple((fill,) for fill in fills))
        return slots

    def _is_dropped(self, attribute: Attribute) -> bool:
        """ALT goes into the text slot; in a response optional marks do not count either."""
        return (
            attribute.bare
            or attribute.name == self._syntax.alt
            or (attribute.name == self._syntax.status and not self._is_key)
        )

    def _texts(self, element: Element) -> Iterator[Fill]:
        text = self._stripped[element.stripped_start : element.stripped_end]
        yield Fill(one_line(text), element.open.end, element.close.start)
        if self._is_key:
            alternatives = element.open.attribute(self._syntax.alt)
            if alternatives is not None and self._syntax.alt in self._declared[element.name]:
                yield from self._alternatives(element, alternatives)

    def _fills(self, element: Element, attribute: Attribute) -> list[Fill]:
        if self._is_key and attribute.name == self._syntax.type:
            return list(self._alternatives(element, attribute))
        return [self._fill(element, attribute.value, attribute.value_start)]

    def _alternatives(self, element: Element, attribute: Attribute) -> Iterator[Fill]:
        for value, start in alternatives_of(attribute, self._syntax.separator):
            yield self._fill(element, value, start)

    def _fill(self, element: Element, value: str, start: int) -> Fill:
        """The fill of a value that stands `start` code points after the element's start."""
        text = value.strip()
        first = element.open.start + start + (len(value) - len(value.lstrip()) if text else 0)
        return Fill(one_line(text).replace(self._syntax.quote_char, '"'), first, first + len(text))

    def _is_optional(self, element: Element) -> bool:
        attribute = element.open.attribute(self._syntax.status)
        return attribute is not None and attribute.value.strip().upper() in OPTIONAL_VALUES


def alternatives_of(attribute: Attribute, separator: str) -> list[tuple[str, int]]:
    """The alternatives of a value, and where each begins, counted as the attribute's places are.

    Empty ones are left out.
    """
    if separator not in attribute.value:
        return [(attribute.value, attribute.value_start)] if attribute.value.strip() else []
    found, start = [], attribute.value_start
    for piece in attribute.value.split(separator):
        if piece.strip():
            found.append((piece, start))
        start += len(piece) + len(separator)
    return found


def one_line(text: str) -> str:
    """The text with a space for each line end."""
    return _LINE_END.sub(" ", text) if "\n" in text or "\r" in text else text
