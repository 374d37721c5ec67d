"""Converts elements to objects (manual, "Conversion of SGML tags to MUC objects")."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, TagShape
from keytally.evaluations.muc.formats.sgml.unit import ScoredElement, SgmlUnit
from keytally.evaluations.muc.model.objects import Extent, Fill, MucObject, MultiFill, Slot

REMEMBERED_TAGS = 4096
REMEMBERED_ELEMENTS = 1 << 12
_LINE_END = re.compile(r"\r\n?|\n")


def objects(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Sequence[MucObject]:
    """The scored elements of a unit as objects, in the order of their open tags.

    In the role of a response the marks that only keys may use are ignored: no object is optional, ALT is
    dropped, and `A|B` is one value.
    """
    elements = unit.scored_elements()
    if not elements:
        return ()
    return objects_of(unit, elements, syntax, role)


def objects_of(
    unit: SgmlUnit, elements: Iterable[ScoredElement], syntax: SgmlSyntax, role: Role
) -> Sequence[MucObject]:
    """The objects of some elements of a unit, numbered among these."""
    return list(_made(unit, elements, _tag_reader(syntax, role is not Role.RESPONSE)))


def placeless_object(shape: TagShape, tagged: str, section: str, syntax: SgmlSyntax, role: Role) -> MucObject:
    """The object of an element with that open tag around a text, as if it stood at the unit's start."""
    tags = _tag_reader(syntax, role is not Role.RESPONSE)
    optional, slots = tags.read(shape).optional, tags.slots(shape, tagged, 0, 0)
    return MucObject(shape.name, "", "", slots, 0, 0, optional, Extent(0, 0, section))


def _made(unit: SgmlUnit, elements: Iterable[ScoredElement], tags: "_TagReader") -> Iterator[MucObject]:
    """The objects of elements, each numbered among those of its class."""
    shapes, (starts, ends, stripped), text = unit.structure.shapes, unit.places, unit.stripped()
    document, count = unit.document or "", defaultdict[str, int](int)
    for opened, close, section in elements:
        shape, start, first, last = shapes[opened], starts[opened], stripped[opened], stripped[close]
        tag = tags.read(shape)
        text_start = ends[opened] - start
        slots = tags.slots(shape, text[first:last], text_start, starts[close] - start)
        count[shape.name] = number = count[shape.name] + 1
        extent = Extent(first, last, section or "")
        yield MucObject(
            shape.name,
            document,
            str(number),
            slots,
            start,
            ends[close],
            tag.optional,
            extent,
            tag.starts,
            start,
        )


class _TagFills(NamedTuple):
    """The fills in an open tag; places count from the tag's start.

    `text` says whether the tagged text is a slot, `alternatives` are those of ALT. `starts` has the offset
    that the fills of each slot of the element count from, which is the tag's start too.
    """

    text: bool
    alternatives: tuple[MultiFill, ...]
    slots: dict[str, Slot]
    optional: bool
    starts: Mapping[str, int]


class _TagReader:
    """Reads open tags, once for each spelling of a tag."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        self.text_slot = syntax.text
        self._syntax = syntax
        self._is_key = is_key
        self._read: dict[TagShape, _TagFills] = {}
        self._slots: dict[tuple[TagShape, str, int], Mapping[str, Slot]] = {}

    def read(self, shape: TagShape) -> _TagFills:
        """The fills in a tag of this shape."""
        fills = self._read.get(shape)
        if fills is None:
            if len(self._read) >= REMEMBERED_TAGS:
                self._read.clear()
            fills = self._read[shape] = self._fills(shape)
        return fills

    def slots(self, shape: TagShape, text: str, start: int, end: int) -> Mapping[str, Slot]:
        """The slots of an element with a tag of this shape and this text, which equal elements share.

        The text, task tags left out, stands from `start` to `end`, counted like the fills from the tag.
        """
        known = self._slots.get((shape, text, end))
        if known is None:
            if len(self._slots) >= REMEMBERED_ELEMENTS:
                self._slots.clear()
            known = self._slots[shape, text, end] = self._with_text(shape, Fill(one_line(text), start, end))
        return known

    def _with_text(self, shape: TagShape, text: Fill) -> Mapping[str, Slot]:
        written = self.read(shape)
        if not written.text:
            return written.slots
        return {self.text_slot: Slot(((text,), *written.alternatives)), **written.slots}

    def _fills(self, shape: TagShape) -> _TagFills:
        """The first attribute of a name counts; undeclared ones do not."""
        definition, syntax = self._syntax.tag(shape.name), self._syntax
        given: dict[str, Attribute] = {}
        for attribute in shape.attributes:
            if attribute.name in definition.attributes and not attribute.bare:
                given.setdefault(attribute.name, attribute)
        alternatives, status = given.pop(syntax.alt, None), given.get(syntax.status)
        if not self._is_key:
            alternatives = status = None
            given.pop(syntax.status, None)
        values = {name: self._values(attribute) for name, attribute in given.items()}
        slots = {name: Slot(each) for name, each in values.items() if each}
        return _TagFills(
            definition.has_text,
            self._alternatives(alternatives) if alternatives else (),
            slots,
            status is not None and status.value.strip().upper() in OPTIONAL_VALUES,
            dict.fromkeys((self.text_slot, *slots), 0),
        )

    def _values(self, attribute: Attribute) -> tuple[MultiFill, ...]:
        """The alternatives of TYPE in a key; else the whole value."""
        if self._is_key and attribute.name == self._syntax.type:
            return self._alternatives(attribute)
        return ((self._fill(attribute.value, attribute.value_start),),)

    def _alternatives(self, attribute: Attribute) -> tuple[MultiFill, ...]:
        pieces = alternatives_of(attribute, self._syntax.separator)
        return tuple((self._fill(value, start),) for value, start in pieces)

    def _fill(self, value: str, start: int) -> Fill:
        text = value.strip()
        first = start + (len(value) - len(value.lstrip()) if text else 0)
        return Fill(one_line(text).replace(self._syntax.quote_char, '"'), first, first + len(text))


@lru_cache(maxsize=16)
def _tag_reader(syntax: SgmlSyntax, is_key: bool) -> _TagReader:
    return _TagReader(syntax, is_key)


def alternatives_of(attribute: Attribute, separator: str) -> list[tuple[str, int]]:
    """The alternatives of a value, and the start of each, counted like the attribute's places.

    Empty ones are left out.
    """
    found, start = [], attribute.value_start
    for piece in attribute.value.split(separator) if separator else [attribute.value]:
        if piece.strip():
            found.append((piece, start))
        start += len(piece) + len(separator)
    return found


def one_line(text: str) -> str:
    """The text with a space in place of each line end."""
    return _LINE_END.sub(" ", text) if "\n" in text or "\r" in text else text
