"""Converts elements to objects (manual, "Conversion of SGML tags to MUC objects")."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, TagShape
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.model.objects import Extent, Fill, MucObject, MultiFill, Slot

REMEMBERED_TAGS = 4096
_LINE_END = re.compile(r"\r\n?|\n")


def objects(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Sequence[MucObject]:
    """The scored elements of a unit as objects, in the order of their open tags.

    In the role of a response the marks that only keys may use are ignored: no object is optional, ALT is
    dropped, and `A|B` is one value.
    """
    structure, tags = unit.structure, _tag_reader(syntax, role is not Role.RESPONSE)
    pairing, unscored = structure.pairing, structure.unscored
    if len(pairing.opens) == len(unscored):
        return ()
    maker = _ObjectMaker(unit, tags)
    return [
        maker.make(opened, close, section or "")
        for number, (opened, close, section) in enumerate(
            zip(pairing.opens, pairing.closes, pairing.sections, strict=True)
        )
        if number not in unscored
    ]


class _TagFills(NamedTuple):
    """The fills in an open tag; places count from the tag's start.

    `text` says whether the tagged text is a slot, `alternatives` are those of ALT.
    """

    text: bool
    alternatives: tuple[Fill, ...]
    slots: tuple[tuple[str, tuple[Fill, ...]], ...]
    optional: bool


class _ObjectMaker:
    """Makes the objects of a unit, each numbered among those of its class."""

    def __init__(self, unit: SgmlUnit, tags: "_TagReader") -> None:
        self._shapes = unit.structure.shapes
        self._places = unit.places
        self._tags = tags
        self._stripped = unit.stripped()
        self._document = unit.document or ""
        self._count = Counter[str]()

    def make(self, opened: int, close: int, section: str) -> MucObject:
        """The object of an element, given the numbers of its tags."""
        starts, ends, stripped = self._places
        shape, start = self._shapes[opened], starts[opened]
        written = self._tags.read(shape)
        self._count[shape.name] += 1
        first, last = stripped[opened], stripped[close]
        slots = {}
        if written.text:
            text: MultiFill = (Fill(one_line(self._stripped[first:last]), ends[opened], starts[close]),)
            slots[self._tags.text_slot] = Slot((text, *_shifted(written.alternatives, start)))
        for slot, fills in written.slots:
            slots[slot] = Slot(_shifted(fills, start))
        extent, one_up = Extent(first, last, section), str(self._count[shape.name])
        end, optional = ends[close], written.optional
        return MucObject(shape.name, self._document, one_up, slots, start, end, optional, extent)


def _shifted(fills: tuple[Fill, ...], shift: int) -> tuple[MultiFill, ...]:
    return tuple([(Fill(text, start + shift, end + shift),) for text, start, end in fills])


class _TagReader:
    """Reads open tags, once for each spelling of a tag."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        self.text_slot = syntax.text
        self._syntax = syntax
        self._is_key = is_key
        self._read: dict[TagShape, _TagFills] = {}

    def read(self, shape: TagShape) -> _TagFills:
        """The fills in a tag of this shape."""
        fills = self._read.get(shape)
        if fills is None:
            if len(self._read) >= REMEMBERED_TAGS:
                self._read.clear()
            fills = self._read[shape] = self._fills(shape)
        return fills

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
        slots = ((name, self._values(attribute)) for name, attribute in given.items())
        return _TagFills(
            definition.has_text,
            self._alternatives(alternatives) if alternatives else (),
            tuple((name, values) for name, values in slots if values),
            status is not None and status.value.strip().upper() in OPTIONAL_VALUES,
        )

    def _values(self, attribute: Attribute) -> tuple[Fill, ...]:
        """The alternatives of TYPE in a key; else the whole value."""
        if self._is_key and attribute.name == self._syntax.type:
            return self._alternatives(attribute)
        return (self._fill(attribute.value, attribute.value_start),)

    def _alternatives(self, attribute: Attribute) -> tuple[Fill, ...]:
        pieces = alternatives_of(attribute, self._syntax.separator)
        return tuple(self._fill(value, start) for value, start in pieces)

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
