"""The input of a request: one file in its present state, and its pair."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.families.contract import Role

if TYPE_CHECKING:
    from keytally.adjudication.gold_findings import FollowedAdjudication
    from keytally.engine.live_pair import LivePair, PlacedMark
    from keytally.engine.reading import Reading
    from keytally.text.buffer import TextBuffer


class OpenFile(NamedTuple):
    """The client's version of an open file, and the client's name for its language."""

    version: int
    language: str


class UnitAt(NamedTuple):
    """A unit, the offset in the file at which it starts, and an offset relative to its start."""

    unit: Any
    offset: int
    place: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file's text and reading, its role, pair and adjudication; valid until the next message.

    `beside` is the text that the file annotates, or the annotation of the text, with its reading;
    `declarations` is the text of the file that declares its types, or "" without one.
    """

    path: Path
    buffer: "TextBuffer"
    reading: "Reading"
    role: Role
    pair: "LivePair | None"
    adjudication: "FollowedAdjudication | None" = None
    beside: "tuple[Path, Reading] | None" = None
    declarations: str = ""

    def unit_at(self, offset: int) -> UnitAt:
        """Return the unit around an offset; at a boundary, the unit that starts there."""
        unit, start = self.reading.units.at(offset)
        return UnitAt(unit, start, offset - start)

    def unit_before(self, offset: int) -> UnitAt:
        """Return the unit around the character before an offset, with the offset counted from the start of
        the unit.
        """
        unit, start = self.reading.units.at(max(offset - 1, 0))
        return UnitAt(unit, start, offset - start)

    @property
    def other_role(self) -> Role:
        """Return the role of the pair's other side."""
        return Role.RESPONSE if self.role is Role.KEY else Role.KEY

    @property
    def other_path(self) -> Path | None:
        """Return the file with which this file is compared; if the file is both key and response, the file
        itself.

        The result is None if there is no such file.
        """
        return self.pair.pair.other(self.path) if self.pair else None

    @property
    def other_reading(self) -> "Reading | None":
        """Return the reading of the file that this file is compared with, on the pair's other side; None
        if there is no such file.
        """
        path = self.other_path
        return self.pair.side(self.other_role).reading(path) if self.pair and path else None

    def marks(self, start: int, end: int) -> "Iterator[PlacedMark]":
        """Yield the marks in the file from `start` to `end`; none without a pair."""
        return self.pair.marks(self.role, start, end, self.path) if self.pair else iter(())
