"""Templates as they are compared: normal mentions, and nothing of their places."""

from collections.abc import Iterable, Sequence

from keytally.evaluations.template_json.formats.sound import Roles as SoundRoles
from keytally.evaluations.template_json.formats.sound import SoundTemplate, mention_text
from keytally.evaluations.template_json.model import Entity, Role, Template
from keytally.measures.templates.compared import Compared, Mentions, Roles
from keytally.measures.templates.normal import normal


def compared(template: Template) -> Compared:
    """A template as it is compared."""
    return Compared(template.type, roles_of(template))


def roles_of(template: Template | None) -> Roles:
    """The normal mentions of the entities of roles with some; of two roles with one name the last counts."""
    entities = {role.name: role.entities for role in (template.roles if template else ())}
    return {name: tuple(map(_mentions, each)) for name, each in entities.items() if each}


def compared_sound(template: SoundTemplate) -> Compared:
    """The same for a template that was read without places."""
    return Compared(template.type, roles_of_sound(template.roles))


def roles_of_sound(roles: SoundRoles) -> Roles:
    """The same of roles that were read without places."""
    return {
        name: tuple([tuple([normal(mention_text(each)) for each in entity]) for entity in entities])
        for name, entities in roles.items()
        if entities
    }


def distinct_sound(templates: Sequence[SoundTemplate]) -> list[SoundTemplate]:
    """What `distinct` leaves, of templates that were read without places."""
    if len({template.type for template in templates}) == len(templates):
        return [*templates]
    return list({_written_sound(template): template for template in reversed(templates)}.values())[::-1]


def _written_sound(template: SoundTemplate) -> tuple[object, ...]:
    return (
        template.type,
        tuple(
            (name, tuple(tuple(map(mention_text, entity)) for entity in entities))
            for name, entities in template.roles.items()
        ),
    )


def distinct(templates: Iterable[Template]) -> list[Template]:
    """The templates without those that repeat an earlier one, as they are written (the program of GTT)."""
    return list({written(template): template for template in reversed([*templates])}.values())[::-1]


def written(template: Template) -> tuple[object, ...]:
    """What a template says, without places and offsets."""
    return (template.type, tuple(map(_role, template.roles)))


def _role(role: Role) -> tuple[object, ...]:
    return (role.name, tuple(tuple(mention.text for mention in each.mentions) for each in role.entities))


def _mentions(entity: Entity) -> Mentions:
    return tuple(normal(mention.text) for mention in entity.mentions)
