"""The outline of a document in SGML: its number, and its tags."""

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.text.plural import quantity
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.formats.sgml.tag_edits import kind_name, type_of
from keytally_server.wording.outline import short


def document_symbol(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, *, with_tags: bool) -> Symbol:
    """The symbol of a document that starts at `offset`, with or without its tags."""
    end = offset + len(unit.text.rstrip())
    first, last = (min(offset + place, end) for place in unit.number or (0, 4))
    elements = unit.elements if with_tags else ()
    inside = tuple(_element(unit, syntax, offset, element) for element in elements)
    name = unit.written_number or "no number"
    detail = quantity(len(unit.elements), "tag")
    return Symbol(name, detail, SymbolKind.DOCUMENT, offset, end, first, last, inside)


def _element(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, element: Element) -> Symbol:
    text = " ".join(unit.stripped(element.open.end, element.close.start).split()) or "(empty)"
    return Symbol(
        short(text),
        kind_name(element.name, type_of(syntax, element)),
        SymbolKind.ELEMENT,
        offset + element.start,
        offset + element.end,
        offset + element.open.end,
        offset + element.close.start,
    )
