"""The editor presentation of a unit in any format: coloured pieces, an outline, notes and proposals."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from keytally.families.contract import Mark
from keytally.findings.finding import Edit


class PieceKind(Enum):
    """The type of a piece, for colouring; the names are LSP's token types."""

    TYPE = "type"
    PROPERTY = "property"
    STRING = "string"
    MACRO = "macro"
    KEYWORD = "keyword"
    COMMENT = "comment"
    NUMBER = "number"
    OPERATOR = "operator"


class Piece(NamedTuple):
    """A range on one line of a unit, in code points from the unit's start."""

    start: int
    end: int
    kind: PieceKind


class Heading(NamedTuple):
    """An entry of the outline; an editor selects `name_start` to `name_end` when the user chooses it."""

    name: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Heading", ...] = ()


class Note(NamedTuple):
    """Markdown about a range of a unit."""

    start: int
    end: int
    markdown: str


class Proposal(NamedTuple):
    """A change to a unit that copies part of the key; `drops` is true if it deletes content."""

    title: str
    edit: Edit
    drops: bool = False


class PresentedUnit:
    """A unit that defines its presentation in editors; each method returns nothing unless overridden.

    Offsets are code points from the unit's start. The server uses these methods for every language without a
    presenter of its own.
    """

    __slots__ = ()

    @property
    def group(self) -> str | None:
        """Return the group of adjacent units that fold together; None if the unit is in no group."""
        return None

    def pieces(self) -> Iterable[Piece]:
        """Return the coloured pieces, in order, without overlap."""
        return ()

    def outline(self) -> Iterable[Heading]:
        """Return the outline entries for the unit."""
        return ()

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the ranges that fold into their first line."""
        return ()

    def note_at(self, place: int) -> Note | None:
        """Return the note that a hover shows in addition to the verdict, such as the item's sentence."""
        return None

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return the change to a response that makes a marked place match the key.

        The result is None if no change is known.
        """
        return None
