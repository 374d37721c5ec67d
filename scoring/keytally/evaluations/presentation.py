"""What an editor shows of a unit whatever its format: coloured pieces, an outline, notes."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class PieceKind(Enum):
    """What a stretch of a line is, for colouring; the names are those of LSP's token types."""

    TYPE = "type"
    PROPERTY = "property"
    STRING = "string"
    MACRO = "macro"
    KEYWORD = "keyword"
    COMMENT = "comment"
    NUMBER = "number"
    OPERATOR = "operator"


class Piece(NamedTuple):
    """A stretch of a unit on one line, in code points from the unit's start."""

    start: int
    end: int
    kind: PieceKind


class Heading(NamedTuple):
    """An entry of the outline; `name_start` to `name_end` is what is shown when it is chosen."""

    name: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Heading", ...] = ()


class Note(NamedTuple):
    """Markdown about a stretch of a unit."""

    start: int
    end: int
    markdown: str


class PresentedUnit:
    """A unit that tells an editor by itself what to show; each answer is empty unless overridden.

    Places count code points from the unit's start. The server shows every language so that has no presenter
    of its own.
    """

    __slots__ = ()

    @property
    def group(self) -> str | None:
        """What the unit is part of with its neighbours, which fold as one; None where it stands alone."""
        return None

    def pieces(self) -> Iterable[Piece]:
        """The coloured stretches, in order, none over another."""
        return ()

    def outline(self) -> Iterable[Heading]:
        """The entries of the file's outline that stand in the unit."""
        return ()

    def folds(self) -> Iterable[tuple[int, int]]:
        """The stretches that can be folded into their first line."""
        return ()

    def note_at(self, place: int) -> Note | None:
        """What there is to say about a place beside its verdict, such as the sentence it is about."""
        return None
