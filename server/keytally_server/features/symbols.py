"""The outline of a file: documents with their tags, options, or what a unit names itself."""

from collections.abc import Iterator
from itertools import groupby

from keytally.evaluations.interface import ORDINAL
from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.language import SgmlLanguage
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.presentation import Heading, PresentedUnit
from keytally.text.plural import quantity
from keytally_server.features.bnf.symbols import bnf_symbols
from keytally_server.features.coreference.here import Here, here
from keytally_server.features.coreference.linked_mentions import chain_symbols
from keytally_server.features.outline import Symbol, SymbolKind, short
from keytally_server.features.tag_edits import described, type_of
from keytally_server.features.templates.symbols import template_symbols
from keytally_server.session.snapshot import Snapshot

LARGEST_WITH_TAGS = 1_000_000


def symbols(snapshot: Snapshot) -> Iterator[Symbol]:
    """The outline; in a very large file documents are shown without what they hold."""
    with_parts = len(snapshot.reading) <= LARGEST_WITH_TAGS
    units = snapshot.reading.units_in(0, len(snapshot.reading))
    for is_template, run in groupby(units, key=lambda placed: isinstance(placed[0], TemplateUnit)):
        if is_template:
            yield from template_symbols(run, with_parts)
        else:
            for unit, offset in run:
                yield from _symbols_of(unit, offset, snapshot, with_parts)


def _symbols_of(unit: object, offset: int, snapshot: Snapshot, with_parts: bool) -> Iterator[Symbol]:
    language = snapshot.reading.language
    if isinstance(unit, SgmlUnit) and isinstance(language, SgmlLanguage) and unit.document is not None:
        document = _document(unit, language.syntax, offset, with_parts)
        chains = here(snapshot, offset) if with_parts else None
        yield document if chains is None else _with_chains(document, chains)
    elif isinstance(unit, ConfigUnit):
        yield from _options(unit)
    elif isinstance(unit, BnfUnit):
        yield from bnf_symbols(unit)
    elif isinstance(unit, PresentedUnit):
        number = _number(snapshot, unit)
        for each in unit.outline():
            yield _heading(each._replace(name=f"{number}{each.name}"), offset, with_parts)


def _number(snapshot: Snapshot, unit: PresentedUnit) -> str:
    """`3: ` for the third of units that have no name but their number, such as sentences."""
    is_counted = getattr(unit, "document", None) == ORDINAL
    return f"{snapshot.reading.document_of(unit)}: " if is_counted else ""


def _document(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, with_tags: bool) -> Symbol:
    end = offset + len(unit.text.rstrip())
    first, last = (min(offset + place, end) for place in unit.number or (0, 4))
    elements = unit.elements if with_tags else ()
    inside = tuple(_element(unit, syntax, offset, element) for element in elements)
    name = unit.document or "no number"
    detail = quantity(len(unit.elements), "tag")
    return Symbol(name, detail, SymbolKind.DOCUMENT, offset, end, first, last, inside)


def _with_chains(document: Symbol, chains: Here) -> Symbol:
    """A document's chains in the place of its mentions, with its other tags."""
    mentions = {chains.offset + start for start in chains.chains.starts}
    others = [child for child in document.children if child.start not in mentions]
    children = sorted([*others, *chain_symbols(chains)], key=lambda child: (child.start, -child.end))
    return document._replace(children=tuple(children))


def _element(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, element: Element) -> Symbol:
    text = " ".join(unit.stripped(element.open.end, element.close.start).split()) or "(empty)"
    return Symbol(
        short(text),
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
        short(heading.name) or "(no name)",
        short(heading.detail),
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
        yield Symbol(name, short(values), SymbolKind.OPTION, line.start, line.end, *line.name_span)
