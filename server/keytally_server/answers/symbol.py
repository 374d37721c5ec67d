"""A symbol: an entry of an outline or of a type hierarchy."""

from enum import Enum
from typing import NamedTuple


class SymbolKind(Enum):
    """What a symbol is."""

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
    """A named stretch of the file; `name_start` to `name_end` is what is shown when it is chosen."""

    name: str
    detail: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Symbol", ...] = ()
