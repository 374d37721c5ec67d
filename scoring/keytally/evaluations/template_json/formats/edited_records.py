"""Whether edits of a record lead to what they are for; in one with broken syntax they may lead elsewhere."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.template_json.formats.record_edits import Changes, mentions_of, template_value
from keytally.evaluations.template_json.formats.records import Record, record_of
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Template
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.measures.templates.compared import TYPE

_Roles = Mapping[str, Sequence[Sequence[str]]]
"""The mentions of the entities of each role that has some."""


class _Statement(NamedTuple):
    """What a record says: its templates with their types, and the roles of the document."""

    templates: Sequence[tuple[str | None, _Roles]]
    extracts: _Roles


def leads_to(unit: RecordUnit, changes: Changes, edits: Sequence[Edit]) -> bool:
    """Whether a record says what changes make of it once edits are done.

    Only a record with broken syntax is read again: in others edits stand where they are read.
    """
    record = unit.record()
    if not record.syntax:
        return True
    return _stated(record_of(apply_edits(unit.text, edits))) == _wanted(record, changes)


def _stated(record: Record) -> _Statement:
    return _wanted(record, Changes())


def _wanted(record: Record, changes: Changes) -> _Statement:
    """What a record says with changes."""
    gone = {template.start for template in changes.dropped}
    kept = [each for each in record.templates or () if each.start not in gone]
    new = [template_value(each) for each in changes.templates]
    return _Statement(
        [
            *((each.type, _roles(each, changes)) for each in kept),
            *((each.pop(TYPE, None), _filled(each)) for each in new),
        ],
        _filled(_lacking(changes)) if record.extracts is None else _roles(record.extracts, changes),
    )


def _roles(template: Template, changes: Changes) -> _Roles:
    """The roles of a template with changes; of two with one name the last counts."""
    changed = {mine.start: its for mine, its in changes.entities}
    found: dict[str, list[list[str]]] = {}
    for role in template.roles:
        kept = [changed.get(each.start, each) for each in role.entities]
        found[role.name] = [
            mentions_of(each) if own.start in changed else [mention.text for mention in each.mentions]
            for own, each in zip(role.entities, kept, strict=True)
            if each is not None
        ]
    for owner, name, entity in changes.added:
        if owner is not None and owner.start == template.start:
            found.setdefault(name, []).append(mentions_of(entity))
    return _filled(found)


def _lacking(changes: Changes) -> dict[str, list[list[str]]]:
    """The roles that a document without roles gets."""
    found: dict[str, list[list[str]]] = {}
    for owner, name, entity in changes.added:
        if owner is None:
            found.setdefault(name, []).append(mentions_of(entity))
    return found


def _filled(roles: Mapping[str, list[list[str]]]) -> _Roles:
    return {name: entities for name, entities in roles.items() if entities}
