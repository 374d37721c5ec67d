"""The edits of a response's record by which it says something else: entities and templates come and go."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from keytally.evaluations.template_json.formats.layout import list_edits, member_edits
from keytally.evaluations.template_json.formats.records import EXTRACTS, TEMPLATES
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Entity, Template
from keytally.findings.edits import in_order
from keytally.findings.finding import Edit
from keytally.measures.templates.compared import TYPE

Mentions = Sequence[str]


@dataclass
class Changes:
    """What is to become of a record.

    `entities` are the entities of the response that become others, or nothing for None. `added` are further
    ones, each with the response's template and the role; the template is None for a document without roles.
    `dropped` are templates of the response, and `templates` further ones, which the key has.
    """

    entities: list[tuple[Entity, Entity | None]] = field(default_factory=list)
    added: list[tuple[Template | None, str, Entity]] = field(default_factory=list)
    dropped: list[Template] = field(default_factory=list)
    templates: list[Template] = field(default_factory=list)


def record_edits(unit: RecordUnit, changes: Changes) -> tuple[Edit, ...]:
    """The edits of a record, in order; those within a template that is dropped are left out."""
    gone = {template.start for template in changes.dropped}
    own = [
        each
        for template in unit.stated()
        if template.start not in gone
        for each in _of(unit, template, changes)
    ]
    return in_order((*own, *_of_templates(unit, changes), *_of_lacking_roles(unit, changes)))


def mentions_of(entity: Entity) -> list[str]:
    """The mentions of an entity, each once."""
    return list(dict.fromkeys(mention.text for mention in entity.mentions))


def template_value(template: Template) -> dict[str, Any]:
    """A template of a key as a response has it: without offsets, with one of several types."""
    named = {} if template.type is None else {TYPE: template.type.split("/")[0].strip() or template.type}
    return {**named, **roles_value(template)}


def roles_value(template: Template) -> dict[str, Any]:
    """The roles of a template as a response has them."""
    return {role.name: [mentions_of(entity) for entity in role.entities] for role in template.roles}


def can_hold(unit: RecordUnit, *, templates: bool) -> bool:
    """Whether a record has a place for templates, or for roles: an object without them, or a list."""
    record = unit.record()
    place, content = (
        (record.templates_value, record.templates) if templates else (record.extracts_value, record.extracts)
    )
    if record.value is None:
        return False
    return place is None or (content is not None and unit.text[place[0]] in "[{")


def _of(unit: RecordUnit, template: Template, changes: Changes) -> list[Edit]:
    """The edits within a template."""
    changed = {mine.start: its and mentions_of(its) for mine, its in changes.entities}
    added = defaultdict[str, list[list[str]]](list)
    for owner, name, entity in changes.added:
        if owner is not None and owner.start == template.start:
            added[name].append(mentions_of(entity))
    edits = list[Edit]()
    for role in {role.name: role for role in template.roles}.values():
        own = {each.start: changed[each.start] for each in role.entities if each.start in changed}
        if own or role.name in added:
            edits += list_edits(unit.text, role.start, role.end, own, added.pop(role.name, []))
    return [*edits, *member_edits(unit.text, template.start, template.end, added)]


def _of_templates(unit: RecordUnit, changes: Changes) -> list[Edit]:
    """The edits of the list of templates."""
    record = unit.record()
    new = [template_value(template) for template in changes.templates]
    if record.templates_value is not None:
        dropped = dict.fromkeys(template.start for template in changes.dropped)
        return list_edits(unit.text, *record.templates_value, dropped, new) if dropped or new else []
    return _member(unit, TEMPLATES, new) if new else []


def _of_lacking_roles(unit: RecordUnit, changes: Changes) -> list[Edit]:
    """The edit by which a document without roles has some."""
    roles = defaultdict[str, list[list[str]]](list)
    for owner, name, entity in changes.added:
        if owner is None:
            roles[name].append(mentions_of(entity))
    return _member(unit, EXTRACTS, roles) if roles else []


def _member(unit: RecordUnit, names: tuple[str, str], value: Any) -> list[Edit]:
    """The edit by which a document has a further member; in an object with all it is a prediction."""
    place = unit.record().value
    return [] if place is None else member_edits(unit.text, *place, {names[unit.is_keyed]: value})
