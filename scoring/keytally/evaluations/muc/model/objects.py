"""The objects that every MUC task compares: objects have slots, slots multi-fills, multi-fills fills.

Templates and SGML tags are both converted to this model (manual, "Conversion of SGML tags to MUC objects").
Places are code points from the start of the object's unit.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Fill(NamedTuple):
    """A single fill: its text as the scorer sees it, and its place (see MucObject.start_of)."""

    text: str
    start: int
    end: int


MultiFill = tuple[Fill, ...]


class Slot(NamedTuple):
    """A slot's alternatives in file order; a response has at most one."""

    alternatives: tuple[MultiFill, ...]
    optional: bool = False


class Extent(NamedTuple):
    """The place of a tag's text: offsets that do not count task tags, and its section.

    `start` and `end` count from the start of the document; `section` is the innermost open section's name,
    spelled as in the configuration.
    """

    start: int
    end: int
    section: str


# Not frozen, since objects are what reading makes most of, and frozen ones take three times as long to make.
class MucObject:
    """A top-level object of a key or a response; immutable.

    `class_name` and the names in `slots` are in lower case. `start` and `end` span the object in its unit (an
    SGML element with its tags, a template record). `one_up` distinguishes the objects of a class and a
    document. `extent` is None for templates. `starts` has the slots whose fills count their places from an
    offset of their own, which counts from `lines`, so that objects with the same content can share their
    slots.
    """

    __slots__ = (
        *("class_name", "document", "end", "extent", "lines"),
        *("one_up", "optional", "slots", "start", "starts"),
    )

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        class_name: str,
        document: str,
        one_up: str,
        slots: Mapping[str, Slot],
        start: int,
        end: int,
        optional: bool = False,
        extent: Extent | None = None,
        starts: Mapping[str, int] | None = None,
        lines: int = 0,
    ) -> None:
        self.class_name = class_name
        self.document = document
        self.one_up = one_up
        self.slots = slots
        self.start = start
        self.end = end
        self.optional = optional
        self.extent = extent
        self.starts = starts
        self.lines = lines

    def placed(self, extent: Extent) -> "MucObject":
        """This object with another extent."""
        return MucObject(
            *(self.class_name, self.document, self.one_up, self.slots, self.start, self.end, self.optional),
            *(extent, self.starts, self.lines),
        )

    def with_slots(self, one_up: str, slots: Mapping[str, Slot]) -> "MucObject":
        """This object with another number and other slots."""
        return MucObject(
            *(self.class_name, self.document, one_up, slots, self.start, self.end, self.optional),
            *(self.extent, self.starts, self.lines),
        )

    def start_of(self, slot: str) -> int:
        """The offset in the unit that a slot's fills count from; 0, the start of the unit, for most."""
        return self.lines + self.starts[slot] if self.starts is not None and slot in self.starts else 0

    @property
    def identifier(self) -> str:
        """The object's identification string without angle brackets, as a header writes it."""
        return f"{self.class_name.upper()}-{self.document}-{self.one_up}"
