"""Converts records to objects, which the scorer compares.

Most records are plain: one header, then lines of one fill each. Their objects are made directly from the
lines; for all others the tree is made first. Both ways give the same objects.
"""

import re
from collections.abc import Mapping, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import Identity, sound_pieces
from keytally.evaluations.muc.formats.templates.plain_bodies import Body, are_marked, plain_body
from keytally.evaluations.muc.formats.templates.slot_builder import SlotBuilder, slots_of
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit, belonging
from keytally.evaluations.muc.model.objects import Fill, MucObject, Slot

_LONE_RETURN = re.compile(r"\r(?!\n)")


def objects(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
    """The objects of a unit's document in file order: one, if headers are on their own lines.

    Fills of a repeated slot continue those of its first entry. In the role of a response the marks that only
    keys may use are ignored: no slot or object is optional, and only the first alternative counts. Classes
    and slots that the configuration does not declare are left out. Fills include their quotes and brackets;
    the text of a pointer has its brackets.
    """
    is_key = role is not Role.RESPONSE
    plain = _plain_record(unit.text) if not syntax.compound_classes else None
    if plain is not None:
        obj = _object(unit, plain, syntax, is_key)
        return () if obj is None else (obj,)
    unit.may_lose = True
    records = map(_written, belonging(unit.passing_tree().records, unit.document))
    found = [_object(unit, record, syntax, is_key) for record in records]
    return [obj for obj in found if obj is not None]


_Written = tuple[tuple[str, str, str], int, int, Body, int]
"""A record: the parts of its header, its start and end, the content of its lines, and their start."""


def _object(unit: TemplateUnit, record: _Written, syntax: TemplateSyntax, is_key: bool) -> MucObject | None:
    """The object of a record; None where its class is not declared."""
    (name, _, one_up), start, end, body, lines = record
    content = _content(name, body, syntax, is_key)
    if content is None:
        unit.may_lose = True
        return None
    class_name, slots, optional = content
    if len(slots) < len(body.slots):
        unit.may_lose = True
    document = unit.document or ""
    return MucObject(class_name, document, one_up, slots, start, end, optional, None, body.starts, lines)


def _plain_record(text: str) -> _Written | None:
    """The record in a text; None if it is no plain one."""
    pieces = sound_pieces(text)
    if pieces is None or ("\r" in text and _LONE_RETURN.search(text)):
        return None
    header, _, lines = text.partition("\n")
    body = plain_body(lines, pieces[1])
    if body is None:
        return None
    first = len(header) + 1
    end = first + body.end if body.end else header.index(":=") + 2
    return pieces, 0, end, body, first


def _written(record: Record) -> _Written:
    """A record from its tree."""
    builders: dict[str, SlotBuilder] = {}
    for entry in record.slots:
        builder = builders.setdefault(entry.name, SlotBuilder())
        builder.is_new = True
        for alternative in entry.alternatives:
            if entry.slash is not None and alternative is entry.alternatives[0]:
                builder.slash()
            if alternative.slash is not None:
                builder.is_new = False
                builder.slash()
            for fill in alternative.fills:
                builder.fill(Fill(fill.text, fill.start, fill.end))
    header = record.header
    identity, start = (header.identity, header.start) if header else (Identity("", "", ""), 0)
    slots = slots_of(builders)
    return identity, start, record.end, Body(slots, {}, record.end, are_marked(slots)), 0


def _content(
    name: str, body: Body, syntax: TemplateSyntax, is_key: bool
) -> tuple[str, Mapping[str, Slot], bool] | None:
    """The class of a record, its slots and whether it is optional; None where the class is not declared."""
    declared = syntax.declared(name)
    if not name or (declared is None and syntax.classes is not None):
        return None
    slots, optional = body.slots, False
    if status := slots.get(syntax.status):
        optional = is_key and _says_optional(status)
        if not is_key:
            slots = {name: slot for name, slot in slots.items() if name != syntax.status}
    if declared is not None and not slots.keys() <= declared.kinds.keys():
        slots = {name: slot for name, slot in slots.items() if name in declared.kinds}
    if not is_key and body.is_marked:
        slots = {**slots, **_without_marks(slots)}
    return name.lower() if declared is None else declared.name, slots, optional


def _without_marks(slots: Mapping[str, Slot]) -> dict[str, Slot]:
    """Those slots that have marks of a key, with the marks ignored as in a response."""
    return {
        name: Slot(alternatives[:1])
        for name, (alternatives, optional) in slots.items()
        if optional or len(alternatives) > 1
    }


def _says_optional(status: Slot) -> bool:
    return any(
        fill.text.strip().upper() in OPTIONAL_VALUES for fills in status.alternatives for fill in fills
    )
