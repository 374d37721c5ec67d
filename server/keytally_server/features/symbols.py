"""The outline of a file: documents with their tags, or the options of a configuration."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.session.snapshot import Snapshot

LARGEST_WITH_TAGS = 1_000_000


class SymbolKind(Enum):
    """What a symbol is."""

    DOCUMENT = "document"
    ELEMENT = "element"
    OPTION = "option"


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


def symbols(snapshot: Snapshot) -> Iterator[Symbol]:
    """The outline; in a very large file documents are shown without their tags."""
    with_tags = len(snapshot.reading) <= LARGEST_WITH_TAGS
    offset = 0
    for unit in snapshot.reading.units:
        if isinstance(unit, SgmlUnit) and unit.document is not None:
            yield _document(unit, offset, with_tags)
        elif isinstance(unit, ConfigUnit):
            yield from _options(unit)
        offset += len(unit.text)


def _document(unit: SgmlUnit, offset: int, with_tags: bool) -> Symbol:
    end = offset + len(unit.text.rstrip())
    first, last = unit.number or (0, min(4, len(unit.text)))
    inside = tuple(_element(unit, offset, element) for element in unit.elements) if with_tags else ()
    detail = f"{len(unit.elements)} tags"
    name = unit.document or "no number"
    return Symbol(name, detail, SymbolKind.DOCUMENT, offset, end, offset + first, offset + last, inside)


def _element(unit: SgmlUnit, offset: int, element: Element) -> Symbol:
    text = " ".join(unit.stripped(element.open.end, element.close.start).split()) or "(empty)"
    kind = element.open.attribute("type")
    detail = f"{element.name.upper()} {kind.value if kind else ''}".strip()
    return Symbol(
        text,
        detail,
        SymbolKind.ELEMENT,
        offset + element.start,
        offset + element.end,
        offset + element.open.end,
        offset + element.close.start,
    )


def _options(unit: ConfigUnit) -> Iterator[Symbol]:
    for line in unit.lines:
        yield Symbol(line.name, "", SymbolKind.OPTION, line.start, line.end, *line.name_span)
