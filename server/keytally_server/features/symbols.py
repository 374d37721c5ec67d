"""The outline of a file: documents with their tags, options, or what a unit names itself."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.language import SgmlLanguage
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.presentation import Heading, PresentedUnit
from keytally_server.features.tag_edits import described, type_of
from keytally_server.session.snapshot import Snapshot

LARGEST_WITH_TAGS = 1_000_000
LONGEST_NAME = 80


class SymbolKind(Enum):
    """What a symbol is."""

    DOCUMENT = "document"
    ELEMENT = "element"
    OPTION = "option"
    HEADING = "heading"


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
    language = snapshot.reading.language
    offset = 0
    for unit in snapshot.reading.units:
        if isinstance(unit, SgmlUnit) and isinstance(language, SgmlLanguage) and unit.document is not None:
            yield _document(unit, language.syntax, offset, with_tags)
        elif isinstance(unit, ConfigUnit):
            yield from _options(unit)
        elif isinstance(unit, PresentedUnit):
            yield from (_heading(each, offset, with_tags) for each in unit.outline())
        offset += len(unit.text)


def _document(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, with_tags: bool) -> Symbol:
    end = offset + len(unit.text.rstrip())
    first, last = (min(offset + place, end) for place in unit.number or (0, 4))
    elements = unit.elements if with_tags else ()
    inside = tuple(_element(unit, syntax, offset, element) for element in elements)
    count = len(unit.elements)
    detail = f"{count} tag{'' if count == 1 else 's'}"
    name = unit.document or "no number"
    return Symbol(name, detail, SymbolKind.DOCUMENT, offset, end, first, last, inside)


def _element(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, element: Element) -> Symbol:
    text = " ".join(unit.stripped(element.open.end, element.close.start).split()) or "(empty)"
    return Symbol(
        _short(text),
        described(element.name, type_of(syntax, element)),
        SymbolKind.ELEMENT,
        offset + element.start,
        offset + element.end,
        offset + element.open.end,
        offset + element.close.start,
    )


def _heading(heading: Heading, offset: int, with_children: bool) -> Symbol:
    children = heading.children if with_children else ()
    return Symbol(
        _short(heading.name) or "(no name)",
        _short(heading.detail),
        SymbolKind.HEADING,
        offset + heading.start,
        offset + heading.end,
        offset + heading.name_start,
        offset + heading.name_end,
        tuple(_heading(child, offset, with_children) for child in children),
    )


def _options(unit: ConfigUnit) -> Iterator[Symbol]:
    for line in unit.lines:
        values = " ".join(value.content for value in line.values)
        name = line.name or "(no name)"
        yield Symbol(name, _short(values), SymbolKind.OPTION, line.start, line.end, *line.name_span)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
