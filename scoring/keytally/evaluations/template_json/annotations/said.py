"""Templates and roles as annotations (keytally.evaluations.annotated.ListsAnnotations).

Strings are compared as the scorer compares them (`keytally.measures.templates.normal`).
"""

from collections.abc import Iterable, Iterator

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Role, Template
from keytally.evaluations.template_json.scoring.templates import distinct, roles_of
from keytally.measures.templates.compared import Mentions

TEMPLATE, ROLE = "template", "role"


def templates_of(unit: RecordUnit) -> list[Template]:
    """The templates of a record that count, in the order of what they say; equal ones count once."""
    return sorted(distinct(unit.record().templates or ()), key=_content)


def templates_said(unit: RecordUnit) -> list[Annotation]:
    """The templates of a record, known by what they say, each followed by its roles with entities."""
    said = list[Annotation]()
    for template in templates_of(unit):
        kind, place = template.type or "", _content(template)
        name = kind or TEMPLATE
        said.append(Annotation(unit, template.start, template.end, TEMPLATE, name, place, (kind,)))
        said += _roles(unit, template, place, len(said) - 1)
    return said


def _content(template: Template) -> tuple[str, str]:
    """What a template says: its type, and its roles with their entities."""
    roles = sorted(roles_of(template).items())
    return template.type or "", "\n".join(f"{name}: {_entities(each)}" for name, each in roles)


def roles_said(unit: RecordUnit) -> list[Annotation]:
    """The roles of a document without templates."""
    extracts = unit.record().extracts
    return [] if extracts is None else list(_roles(unit, extracts, (), None))


def _roles(
    unit: RecordUnit, template: Template, place: tuple[str, ...], parent: int | None
) -> Iterator[Annotation]:
    """The roles with entities, by name; the value of each is the set of its entities."""
    for name, entities in sorted(roles_of(template).items()):
        role = template.role(name)
        assert role is not None
        value = (_entities(entities),)
        yield Annotation(unit, *_named(role), ROLE, name, (*place, name), value, parent)


def _entities(entities: Iterable[Mentions]) -> str:
    """The set of entities of a role, each with the set of its mentions."""
    return "; ".join(sorted({" / ".join(sorted(set(mentions))) for mentions in entities}))


def _named(role: Role) -> tuple[int, int]:
    return role.name_start, role.end
