"""What the tests of template files share: configurations of small tasks, and reading a file."""

from itertools import pairwise
from typing import Any

from keytally.families.contract import Role
from keytally.families.muc.model import ClassDefinition, Configuration, SlotDefinition
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit

SLOTS = {
    "organization": {
        "org_name": "string",
        "org_alias": "string",
        "org_type": "set",
        "org_leader": "pointer",
        "obj_status": "set",
    },
    "person": {"per_name": "string", "per_alias": "string", "per_title": "string", "obj_status": "set"},
}


def template_element(classes: dict[str, dict[str, str]] = SLOTS, **changes: Any) -> Configuration:
    """A configuration that declares these classes, with their slots and the slots' kinds."""
    return Configuration(
        "template_element",
        tuple(ClassDefinition(name, name, True, 0) for name in classes),
        tuple(
            SlotDefinition(name, slot, slot, True, 1, kind)
            for name, slots in classes.items()
            for slot, kind in slots.items()
        ),
        **changes,
    )


def language(role: Role = Role.KEY, configuration: Configuration | None = None) -> TemplateLanguage:
    """The language of template files in a role; without a configuration nothing is declared."""
    return TemplateLanguage(TemplateSyntax.of(configuration), role)


def read_file(reader: TemplateLanguage, text: str) -> list[TemplateUnit]:
    """The units of a file."""
    cuts = [0, *reader.boundaries(text), len(text)]
    return [reader.read(text[start:end]) for start, end in pairwise(cuts)]
