"""Documents of SGML files: names, tagged entities, and mentions with their chains."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.converted import (
    MENTION,
    Document,
    Entity,
    Extent,
    Loss,
    Place,
    ReadDocuments,
    SourceText,
    arranged,
)
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.conversion.entity_tags import TAG_ATTRIBUTE, tag_of
from keytally.evaluations.muc.conversion.envelope import opened
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.syntax import IDENTITY, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import language
from keytally.text.lines import count_line_ends, line_starts

_SYNTAX = SgmlSyntax.of(None)
_LINKS = (_SYNTAX.identifier, _SYNTAX.reference)


def read(source: SourceText) -> ReadDocuments:
    """The documents of a file; tags that do not pair, and attributes that are none, are losses."""
    reader = language(Role.KEY)
    documents: list[Document] = []
    losses: list[Loss] = []
    line = 1
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        unit_reader = _UnitReader(unit, source.shown, line)
        if unit.document is not None:
            documents.append(unit_reader.document())
            losses += unit_reader.losses()
        elif unit.text.strip():
            losses.append(Loss(Place(source.shown, line), "the text before the first document is left out"))
        line += count_line_ends(unit.text)
    return ReadDocuments(documents, losses)


class _UnitReader:
    """Reads one document, which begins on a line of its file."""

    def __init__(self, unit: SgmlUnit, shown: str, line: int) -> None:
        self._unit = unit
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> Document:
        """The document; its text is that of the unit without task tags, or what stands in an envelope."""
        unit = self._unit
        text, name, start = unit.stripped(), unit.written_number, 0
        if (inner := opened(text)) is not None:
            name, text, start = inner
        elements = list(unit.elements)
        entities = [self._entity(element, start) for element in elements]
        found = arranged(entities, list(_links(elements)))
        markup = (
            ()
            if start
            else tuple((first, last) for is_markup, first, last in pieces(text, 0, len(text)) if is_markup)
        )
        return Document(
            name, text, found.entities, found.chains, markup=_with_number(unit, markup), place=self._place(0)
        )

    def losses(self) -> Iterator[Loss]:
        """Tags that belong to no element, and what is wrong in others."""
        unit, pairing = self._unit, self._unit.structure.pairing
        paired = {*pairing.opens, *pairing.closes}
        for number, tag in enumerate(unit.tags):
            written = " ".join(unit.text[tag.start : tag.end].split())
            if number not in paired:
                yield Loss(self._place(tag.start), f"the tag {written} pairs with no other and is left out")
                continue
            for problem in _unread(tag.name, tag.attributes):
                yield Loss(self._place(tag.start), f"{problem} of {written} is left out")
        elements = list(unit.elements)
        known = {_value(element, _SYNTAX.identifier) for element in elements}
        for element in elements:
            reference = _value(element, _SYNTAX.reference)
            if reference and reference not in known:
                yield Loss(
                    self._place(element.start), f"the REF {reference} leads to no mention and is left out"
                )

    def _entity(self, element: Element, start: int) -> Entity:
        extent = (element.stripped_start - start, element.stripped_end - start)
        attributes = {
            each.name: each.value
            for each in reversed(element.open.attributes)
            if not each.bare and each.name in _SYNTAX.tag(element.name).attributes
        }
        kind = attributes.pop(_SYNTAX.type, "")
        is_mention = _SYNTAX.links(element.name)
        for name in _LINKS:
            attributes.pop(name, None)
        if not is_mention and element.name != tag_of(kind):
            attributes[TAG_ATTRIBUTE] = element.name
        place = self._place(element.start)
        return Entity((extent,), MENTION if is_mention else kind, tuple(sorted(attributes.items())), place)

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)


def _with_number(unit: SgmlUnit, markup: tuple[Extent, ...]) -> tuple[Extent, ...]:
    """The stretches of markup, and the document's number, which is no word of its text."""
    if unit.number is None or not markup:
        return markup
    return tuple(
        sorted([*markup, (unit.stripped_offset(unit.number.start), unit.stripped_offset(unit.number.end))])
    )


def _value(element: Element, name: str) -> str:
    found = element.open.attribute(name)
    return found.value.strip() if found else ""


def _links(elements: Sequence[Element]) -> Iterator[tuple[int, int]]:
    """The numbers of each mention with a REF, and of the first mention with that ID."""
    bearers: dict[str, int] = {}
    for number, element in enumerate(elements):
        if identifier := _value(element, _SYNTAX.identifier):
            bearers.setdefault(identifier, number)
    for number, element in enumerate(elements):
        if (target := bearers.get(_value(element, _SYNTAX.reference))) is not None:
            yield number, target


def _unread(name: str, attributes: Sequence[Attribute]) -> Iterator[str]:
    """What of a tag's attributes is not read, as it is named in a message."""
    known, seen = _SYNTAX.tag(name).attributes, set[str]()
    is_mention = _SYNTAX.links(name)
    for each in attributes:
        if each.bare or each.name not in known or each.name in seen:
            yield each.name.upper()
        elif each.name == _SYNTAX.type and _is_lost(each.value, is_mention=is_mention):
            yield f"{each.name.upper()}={each.value}"
        seen.add(each.name)


def _is_lost(kind: str, *, is_mention: bool) -> bool:
    """Whether a type is not written again: links are of one type, and an empty type is written as none."""
    return kind.strip().upper() != IDENTITY if is_mention else not kind
