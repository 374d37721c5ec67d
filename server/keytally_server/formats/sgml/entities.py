"""Entities: elements of a file with equal text, tag and type: found, shown and searched."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.text.span import Span
from keytally_server.answers.symbol import SymbolKind
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.formats.sgml.element_lookup import element_at
from keytally_server.formats.sgml.tag_edits import type_of


class Entity(NamedTuple):
    """What equal elements share: the text with single blanks, the tag's name in lower case, and the type."""

    text: str
    name: str
    value: str


def entity_of(unit: SgmlUnit, syntax: SgmlSyntax, element: Element) -> Entity:
    """The entity of an element."""
    text = " ".join(unit.stripped(element.open.end, element.close.start).split())
    return Entity(text, element.name, type_of(syntax, element))


def equal_elements(unit: SgmlUnit, syntax: SgmlSyntax, entity: Entity) -> Iterator[Element]:
    """The elements of a unit that are of an entity, in order."""
    first = entity.text.partition(" ")[0]
    if first in unit.text:
        yield from (each for each in unit.elements if entity_of(unit, syntax, each) == entity)


def entity_spans(unit: SgmlUnit, offset: int, syntax: SgmlSyntax, entity: Entity) -> Iterator[Span]:
    """The ranges of the file between the tags of the elements of an entity, in a unit at `offset`."""
    for each in equal_elements(unit, syntax, entity):
        yield Span(offset + each.open.end, offset + each.close.start)


def entity_at(unit: SgmlUnit, place: int, syntax: SgmlSyntax) -> Entity | None:
    """The entity of the innermost element around a place; None outside of elements."""
    element = element_at(unit, place)
    return entity_of(unit, syntax, element) if element is not None else None


def entity_symbols(
    path: Path, unit: SgmlUnit, offset: int, syntax: SgmlSyntax, matches: Callable[[str], bool]
) -> Iterator[WorkspaceSymbol]:
    """The entities of a unit that match by type or text, each where it is tagged first.

    Without words to look for there are none: all of them would hide the documents.
    """
    if matches("") or not matches(unit.text):
        return
    seen = set()
    for element in unit.elements:
        entity = entity_of(unit, syntax, element)
        title = f"{entity.value or entity.name.upper()} {entity.text}"
        if entity not in seen and matches(title):
            seen.add(entity)
            start, end = offset + element.open.end, offset + element.close.start
            yield WorkspaceSymbol(title, SymbolKind.ELEMENT, path, start, end)
