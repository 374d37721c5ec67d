"""The objects of a large unit without their places, so that its versions share those of unchanged tags."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.objects import placeless_object
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagShape
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.model.objects import MucObject

_Content = tuple[int, str, str | None]
"""What makes an object but its place: the identity of its tag's shape, the tagged text, and the section."""


class PlacedObjects(NamedTuple):
    """The scored objects of a unit in the order of their tags, with the stripped offsets of their texts.

    Objects that are equal but for their places are one object; their own places are 0.
    """

    objects: Sequence[MucObject] = ()
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()


class PlacelessReader:
    """Reads the versions of one unit; objects of the version before are used again."""

    def __init__(self, syntax: SgmlSyntax, role: Role) -> None:
        self._syntax = syntax
        self._role = role
        self._unit: SgmlUnit | None = None
        self._read = PlacedObjects()
        self._known: dict[_Content, MucObject] = {}

    def read(self, unit: SgmlUnit | None) -> PlacedObjects:
        """The objects of the next version; none without a unit."""
        if unit is not self._unit:
            self._read = PlacedObjects() if unit is None else self._objects(unit)
            # The identities of shapes are keys as long as the unit that has them is kept.
            self._unit = unit
        return self._read

    def _objects(self, unit: SgmlUnit) -> PlacedObjects:
        elements, places, text = unit.scored_elements(), unit.places.stripped, unit.stripped()
        starts = [places[opened] for opened, _, _ in elements]
        ends = [places[close] for _, close, _ in elements]
        shapes = [unit.structure.shapes[opened] for opened, _, _ in elements]
        texts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        sections = [section for _, _, section in elements]
        contents: list[_Content] = list(zip(map(id, shapes), texts, sections, strict=True))
        objects = list(map(self._known.get, contents))
        known = [
            self._made(shapes[number], contents[number]) if obj is None else obj
            for number, obj in enumerate(objects)
        ]
        self._known = dict(zip(contents, known, strict=True))
        return PlacedObjects(known, starts, ends)

    def _made(self, shape: TagShape, content: _Content) -> MucObject:
        _, text, section = content
        return placeless_object(shape, text, section or "", self._syntax, self._role)
