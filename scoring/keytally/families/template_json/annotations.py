"""Templates and roles as annotations, and the edits of records that write changed templates and roles."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from keytally.families.annotations import Annotation
from keytally.families.template_json.fast_records import comparable_template, distinct, roles_of
from keytally.families.template_json.json_tree import json_text, list_edits, member_edits
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.records import (
    DOCUMENT,
    EXTRACTS,
    TEMPLATES,
    Entity,
    Record,
    RoleFillers,
    Template,
    record_of,
)
from keytally.findings.finding import Edit, apply_edits, combined_edits
from keytally.measures.assignment import Pair, symmetric_pairs
from keytally.measures.template_maps import TYPE, Mentions, Templates
from keytally.measures.template_measures import gtt_counts

# Templates and roles as annotations (keytally.families.annotations.AnnotationEditor).
#
# Strings are compared as the scorer compares them (`keytally.measures.template_maps`).


TEMPLATE, ROLE = "template", "role"


def templates_of(unit: RecordUnit) -> list[Template]:
    """Return the templates of a record that count, sorted by content; equal templates count once."""
    return sorted(distinct(unit.record().templates or ()), key=_content)


def template_annotations(unit: RecordUnit) -> list[Annotation]:
    """Return the templates of a record, identified by their content, each followed by its filled roles."""
    said = list[Annotation]()
    for template in templates_of(unit):
        kind, place = template.type or "", _content(template)
        name = kind or TEMPLATE
        said.append(Annotation(unit, template.start, template.end, TEMPLATE, name, place, (kind,)))
        said += _role_annotations(unit, template, place, len(said) - 1)
    return said


def _content(template: Template) -> tuple[str, str]:
    """Return the content of a template as its type, and its roles with their entities."""
    roles = sorted(roles_of(template).items())
    return template.type or "", "\n".join(f"{name}: {_entities(each)}" for name, each in roles)


def role_annotations(unit: RecordUnit) -> list[Annotation]:
    """Return the roles of a document without templates."""
    extracts = unit.record().extracts
    return [] if extracts is None else list(_role_annotations(unit, extracts, (), None))


def _role_annotations(
    unit: RecordUnit, template: Template, place: tuple[str, ...], parent: int | None
) -> Iterator[Annotation]:
    """Yield the roles with entities, sorted by name; the value of each is the set of its entities."""
    for name, entities in sorted(roles_of(template).items()):
        role = template.role(name)
        assert role is not None
        value = (_entities(entities),)
        yield Annotation(unit, *_named(role), ROLE, name, (*place, name), value, parent)


def _entities(entities: Iterable[Mentions]) -> str:
    """Return the set of entities of a role, each with the set of its mentions."""
    return "; ".join(sorted({" / ".join(sorted(set(mentions))) for mentions in entities}))


def _named(role: RoleFillers) -> tuple[int, int]:
    return role.name_start, role.end


# Which templates and roles of two files are about the same thing: the scorer's map, made symmetric.
#
# The map of GTT takes one file as the key. So each file is the key once. Pairs that both maps have come
# before those that one of them has, each template in one pair.


def paired_templates(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """Return the pairs of templates, by the indices of their annotations."""
    mine, others = _templates(first), _templates(second)
    pairs = symmetric_pairs(((i, j) for j, i in _mapped(mine, others)), _mapped(others, mine))
    places = _indices(first), _indices(second)
    return sorted((places[0][i], places[1][j]) for i, j in pairs)


def paired_roles(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """Return the pairs of roles with the same name."""
    index_of = {each.name: index for index, each in enumerate(second)}
    return [(i, index_of[each.name]) for i, each in enumerate(first) if each.name in index_of]


def _mapped(key: Templates, response: Templates) -> list[Pair]:
    """Return the pairs of mapped templates, as their numbers in the response and in the key."""
    partners = gtt_counts(key, response)[1].partners
    return [(at, partner) for at, partner in enumerate(partners) if partner is not None]


def _indices(said: Sequence[Annotation]) -> list[int]:
    return [index for index, each in enumerate(said) if each.kind == TEMPLATE]


def _templates(said: Sequence[Annotation]) -> Templates:
    """Return the templates from which the annotations of a document were created."""
    return [comparable_template(each) for each in templates_of(said[0].unit)] if said else []


@dataclass
class Changes:
    """The changes to a record.

    `entities` maps entities of the response to their replacements, or to None. `added` contains additional
    entities, each with its template in the response and its role; the template is None for a document without
    roles. `dropped` contains templates of the response to delete, and `templates` contains templates of the
    key to copy into the response.
    """

    entities: list[tuple[Entity, Entity | None]] = field(default_factory=list)
    added: list[tuple[Template | None, str, Entity]] = field(default_factory=list)
    dropped: list[Template] = field(default_factory=list)
    templates: list[Template] = field(default_factory=list)


def record_edits(unit: RecordUnit, changes: Changes) -> tuple[Edit, ...]:
    """Return the edits of a record in order; edits within a deleted template are omitted."""
    gone = {template.start for template in changes.dropped}
    own = [
        each
        for template in unit.stated()
        if template.start not in gone
        for each in _of(unit, template, changes)
    ]
    return combined_edits((*own, *_of_templates(unit, changes), *_of_lacking_roles(unit, changes)))


def mentions_of(entity: Entity) -> list[str]:
    """Return the distinct mentions of an entity."""
    return list(dict.fromkeys(mention.text for mention in entity.mentions))


def template_value(template: Template) -> dict[str, Any]:
    """Return a key's template in the form of a response: without offsets and with a single type."""
    named = {} if template.type is None else {TYPE: template.type.split("/")[0].strip() or template.type}
    return {**named, **roles_value(template)}


def roles_value(template: Template) -> dict[str, Any]:
    """Return the roles of a template in the form of a response."""
    return {role.name: [mentions_of(entity) for entity in role.entities] for role in template.roles}


def can_hold(unit: RecordUnit, *, templates: bool) -> bool:
    """Return whether templates or roles can be added to a record: it has a list for them, or an object
    that lacks them.
    """
    record = unit.record()
    place, content = (
        (record.templates_value, record.templates) if templates else (record.extracts_value, record.extracts)
    )
    if record.value is None:
        return False
    return place is None or (content is not None and unit.text[place[0]] in "[{")


def _of(unit: RecordUnit, template: Template, changes: Changes) -> list[Edit]:
    """Return the edits within a template."""
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
    """Return the edits of the list of templates."""
    record = unit.record()
    new = [template_value(template) for template in changes.templates]
    if record.templates_value is not None:
        dropped = dict.fromkeys(template.start for template in changes.dropped)
        return list_edits(unit.text, *record.templates_value, dropped, new) if dropped or new else []
    return _member(unit, TEMPLATES, new) if new else []


def _of_lacking_roles(unit: RecordUnit, changes: Changes) -> list[Edit]:
    """Return the edit that adds roles to a document that has none."""
    roles = defaultdict[str, list[list[str]]](list)
    for owner, name, entity in changes.added:
        if owner is None:
            roles[name].append(mentions_of(entity))
    return _member(unit, EXTRACTS, roles) if roles else []


def _member(unit: RecordUnit, names: tuple[str, str], value: Any) -> list[Edit]:
    """Return the edit that adds a member to a document; in an object of all documents, the member has the
    name of a prediction.
    """
    place = unit.record().value
    return [] if place is None else member_edits(unit.text, *place, {names[unit.is_keyed]: value})


_Roles = Mapping[str, Sequence[Sequence[str]]]
"""The mentions of each entity, by role, for roles with entities."""


class _Statement(NamedTuple):
    """The content of a record: its templates with their types, and the roles of the document."""

    templates: Sequence[tuple[str | None, _Roles]]
    extracts: _Roles


def leads_to(unit: RecordUnit, changes: Changes, edits: Sequence[Edit]) -> bool:
    """Return whether edits convert a record to the result of the changes.

    Only a record with syntax errors is read again; in other records, edits are reliable because they apply to
    the text as read.
    """
    record = unit.record()
    if not record.syntax:
        return True
    return _statement(record_of(apply_edits(unit.text, edits))) == _wanted(record, changes)


def _statement(record: Record) -> _Statement:
    return _wanted(record, Changes())


def _wanted(record: Record, changes: Changes) -> _Statement:
    """Return the content of a record after the changes."""
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
    """Return the roles of a template after changes; if a name is repeated, the last role counts."""
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
    """Return the roles that are added to a document without roles."""
    found: dict[str, list[list[str]]] = {}
    for owner, name, entity in changes.added:
        if owner is None:
            found.setdefault(name, []).append(mentions_of(entity))
    return found


def _filled(roles: Mapping[str, list[list[str]]]) -> _Roles:
    return {name: entities for name, entities in roles.items() if entities}


_NO_DOCUMENTS = re.compile(r"\s*\{\s*\}?\s*")
_NO_ITEMS = re.compile(r"\s*\[(?=\s*\]?\s*\Z)")
_ITEM_BEGUN = re.compile(r"\s*[\[,]")
_ITEM_ENDED = re.compile(r"\s*[,\]]")
_LINE_END = re.compile(r"\r\n|\r|\n")


def new_record(
    last: RecordUnit,
    key: RecordUnit,
    templates: Sequence[Any] | None = None,
    roles: Mapping[str, Any] | None = None,
) -> Edit:
    """Return the edit that adds a document from the key after the last unit of a file.

    In a file with a single object, the document is added to that object under the document name that is
    compared; in a list of records, it becomes the last item.
    """
    is_empty = _NO_DOCUMENTS.fullmatch(last.text) is not None
    names, content = (TEMPLATES, templates) if templates is not None else (EXTRACTS, roles)
    found = _LINE_END.search(last.text)
    line_end = found[0] if found else "\n"
    if not (last.is_keyed or is_empty):
        record = json_text({DOCUMENT: key.title or "", names[0]: content})
        if none := _NO_ITEMS.match(last.text):
            return Edit(none.end(), none.end(), f"{line_end}{record}{line_end}")
        if (place := _end_of_item(last)) is not None:
            return Edit(place, place, f",{line_end}{record}")
        before = "" if not last.text or last.text[-1] in "\r\n" else line_end
        return Edit(len(last.text), len(last.text), f"{before}{record}{line_end}")
    record = f"{json_text(key.document or '')}: {json_text({names[1]: content})}"
    ends = last.record().ends_file or ("}" in last.text and is_empty)
    end = len((last.text[: last.text.rindex("}")] if ends else last.text).rstrip())
    comma = "" if is_empty or last.text[:end].endswith(",") else ","
    return Edit(end, end, f"{comma}{line_end} {record}")


def _end_of_item(last: RecordUnit) -> int | None:
    """Return the end offset of the last item of a list; None if the file's last unit is not a list item."""
    value = last.record().value
    if value is None or not (_ITEM_BEGUN.match(last.text) or _ITEM_ENDED.match(last.text, value[1])):
        return None
    return value[1]
