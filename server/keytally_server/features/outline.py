"""What an outline is made of."""

from enum import Enum
from typing import NamedTuple

LONGEST_NAME = 80


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


def short(text: str) -> str:
    """A name or a detail, cut where it is long."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
