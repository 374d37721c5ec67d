"""The names by which a BNF defines the class, the slot or the fill at a place of a record."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.bnf.model import BnfSlot, ElementKind
from keytally.evaluations.muc.formats.templates.headers import pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import SingleFill, SlotEntry
from keytally_server.answers.type_name import Name, TypeName
from keytally_server.formats.templates.identifiers import syntax_of
from keytally_server.formats.templates.places import template_place
from keytally_server.session.snapshot import Snapshot, UnitAt

BNF = "bnf"


def record_type_name(snapshot: Snapshot, at: UnitAt) -> TypeName | None:
    """What the BNF calls a header's class, a slot, a fill's set, or the class that a pointer is to."""
    place = template_place(at.unit, at.place)
    header = place.record.header if place is not None else None
    if place is None or header is None or place.link is not None:
        return None
    class_name = header.identity.class_name
    if place.header is not None:
        return TypeName(BNF, ((class_name,),), at.offset + header.start, at.offset + header.end)
    if place.slot is None or (place.fill is None and not place.in_name):
        return None
    around = place.fill or place.slot
    names = tuple(_names(snapshot, class_name, place.slot, place.fill))
    return TypeName(BNF, names, at.offset + around.start, at.offset + around.end)


def _names(snapshot: Snapshot, class_name: str, slot: SlotEntry, fill: SingleFill | None) -> Iterator[Name]:
    """The names of a fill, the narrowest first, and of its slot."""
    syntax = syntax_of(snapshot.reading)
    if fill is not None and fill.kind is TemplateTokenKind.POINTER:
        yield (pointer_identity(fill.text, syntax.compound_classes).class_name,)
    owner = syntax.bnf.of_class(class_name) if syntax.bnf is not None else None
    defined = owner.slot(slot.name) if owner is not None else None
    if fill is not None and defined is not None:
        yield from _sets_with(defined, fill.text)
    yield class_name, slot.name


def _sets_with(slot: BnfSlot, value: str) -> Iterator[Name]:
    """The named sets of a slot that have a value."""
    for element in slot.elements:
        written = (each.lower() for each in element.values)
        if element.kind is ElementKind.SET and element.name and value.lower() in written:
            yield (element.name,)
