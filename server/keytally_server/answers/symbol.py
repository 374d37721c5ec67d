"""A symbol: an entry of an outline or of a type hierarchy."""

from enum import Enum
from typing import NamedTuple


class SymbolKind(Enum):
    """The kind of a symbol."""

    DOCUMENT = "document"
    ELEMENT = "element"
    OPTION = "option"
    HEADING = "heading"
    CLASS = "class"
    OBJECT = "object"
    SLOT = "slot"
    SET = "set"
    CHAIN = "chain"


class Symbol(NamedTuple):
    """A named range of the file; an editor selects `name_start` to `name_end` when the user chooses it."""

    name: str
    detail: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Symbol", ...] = ()
