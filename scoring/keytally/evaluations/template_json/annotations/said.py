"""Templates and roles as annotations (keytally.evaluations.annotated.ListsAnnotations).

Strings are compared as the scorer compares them (`keytally.measures.templates.normal`).
"""

from collections.abc import Iterator

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Role, Template
from keytally.evaluations.template_json.scoring.templates import distinct, roles_of

TEMPLATE, ROLE = "template", "role"


def templates_said(unit: RecordUnit) -> list[Annotation]:
    """The templates of a record, each followed by its roles with entities; equal templates count once."""
    said = list[Annotation]()
    for number, template in enumerate(distinct(unit.record().templates or ())):
        kind = template.type or ""
        place = template.start, template.end
        name = f"{number + 1} {kind}".rstrip()
        said.append(Annotation(unit, *place, TEMPLATE, name, (number,), (kind,)))
        said += _roles(unit, template, (number,), len(said) - 1)
    return said


def roles_said(unit: RecordUnit) -> list[Annotation]:
    """The roles of a document without templates."""
    extracts = unit.record().extracts
    return [] if extracts is None else list(_roles(unit, extracts, (), None))


def _roles(
    unit: RecordUnit, template: Template, place: tuple[int, ...], parent: int | None
) -> Iterator[Annotation]:
    """The roles with entities, by name; the value of each is the set of its entities."""
    for name, entities in sorted(roles_of(template).items()):
        role = template.role(name)
        assert role is not None
        value = ("; ".join(sorted({" / ".join(sorted(set(mentions))) for mentions in entities})),)
        yield Annotation(unit, *_named(role), ROLE, name, (*place, name), value, parent)


def _named(role: Role) -> tuple[int, int]:
    return role.name_start, role.end
