"""The mapping between the classes and slots of objects and the types and roles of templates."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    FillKind,
    ObjectFill,
    ObjectSlot,
    RoleEntity,
    RoleMention,
    TemplateObject,
)
from keytally.text.json_text import json_fault

PARTS = ("class", "type", "roles")
CLASS, TYPE_SLOT = "INCIDENT", "INC_TYPE"

Path = tuple[str, ...]
"""The path of a role: a slot, or pointer slots with their target classes followed by a slot (S.C.S)."""


@dataclass(frozen=True, slots=True)
class TemplateMapping:
    """The template class, its type slot, and the paths of the roles.

    Without paths, each role has its own slot. A role may have several paths that differ only in their last
    slots; the fills of an object in these slots then become mentions of one entity.
    """

    class_name: str = CLASS
    type_slot: str = TYPE_SLOT
    roles: Mapping[str, Sequence[Path]] | None = None

    @property
    def no_type(self) -> str:
        """Return the type of a template that has no type slot: its class."""
        return self.class_name.lower()


def read_mapping(text: str, name: str) -> TemplateMapping:
    """Return the mapping defined in a JSON file. Raises SettingsError for invalid content; `name` is the
    name of the file.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the mapping is not valid JSON: {json_fault(error)}"]) from error
    if not isinstance(value, dict) or not value or not value.keys() <= {*PARTS}:
        raise SettingsError(
            [f"{name}: a mapping must be an object with {', '.join(PARTS[:-1])} or {PARTS[-1]}"]
        )
    class_name, type_name = (
        _name(value.get(part, default), f"{name}: {part}")
        for part, default in (("class", CLASS), ("type", TYPE_SLOT))
    )
    roles = value.get("roles")
    if roles is None:
        return TemplateMapping(class_name, type_name)
    if not isinstance(roles, dict) or not roles:
        raise SettingsError([f"{name}: roles must be an object with the slots of each role"])
    paths = {role: _paths(each, f"{name}: the role {role}") for role, each in roles.items()}
    return TemplateMapping(class_name, type_name, paths)


def _name(value: Any, what: str) -> str:
    if not isinstance(value, str) or not _is_name(value):
        raise SettingsError([f"{what} must be the name of a class or a slot"])
    return value


def _paths(value: Any, what: str) -> list[Path]:
    """Return the paths of a role; if there are several, they may differ only in their last slots."""
    written = value if isinstance(value, list) else [value]
    paths = [tuple(each.split(".")) for each in written if isinstance(each, str)]
    sound = [path for path in paths if len(path) % 2 and all(map(_is_name, path))]
    if not sound or len(sound) < len(written):
        raise SettingsError([f"{what} must be a slot, such as SLOT or SLOT.CLASS.SLOT, or a list of them"])
    if len({each[:-1] for each in sound}) > 1:
        raise SettingsError(
            [f"{what} must have slots of a single object, whose paths differ only in their last name"]
        )
    return sound


def _is_name(text: str) -> bool:
    """Return whether a text is a valid name for a class or a slot."""
    return text.replace("_", "a").isalnum() and not text[0].isdigit()


OR = " / "
"""The separator between alternative types of a template."""


def type_slot(root: TemplateObject, mapping: TemplateMapping) -> ObjectSlot | None:
    """Return the slot that the mapping names, or the first set slot with `type` in its name; None if there
    is neither.
    """
    wanted = mapping.type_slot.lower()
    named = next((slot for slot in root.slots if slot.name.lower() == wanted), None)
    return named or next((slot for slot in root.slots if "type" in slot.name.lower() and _is_set(slot)), None)


def type_of(slot: ObjectSlot) -> str:
    """Return the distinct types in all alternatives, in lower case, or ""."""
    texts = (fill.text for fills in slot.alternatives for fill in fills if fill.kind is not FillKind.POINTER)
    return OR.join(filter(None, dict.fromkeys(text.strip().lower() for text in texts)))


def type_fills(name: str) -> list[str]:
    """Return the fills that represent a type in a slot, one for each alternative."""
    return [each.strip().upper() for each in name.split(OR)]


def states_only_type(slot: ObjectSlot, name: str) -> bool:
    """Return whether the fills of a slot contain only the type that is read from it."""
    written = [[fill.text.upper() for fill in fills] for fills in slot.alternatives]
    return written == [[type_fill] for type_fill in type_fills(name)]


def _is_set(slot: ObjectSlot) -> bool:
    return all(fill.kind is FillKind.SET for fills in slot.alternatives for fill in fills)


Texts = tuple[str, ...]


def entities_in(slot: ObjectSlot) -> list[RoleEntity]:
    """Return the entities of a slot; an entity that is repeated in an alternative gets no additional
    mention from that alternative.
    """
    found: list[RoleEntity] = []
    for fills in zip_longest(*filter(None, slot.alternatives)):
        given = [fill for fill in fills if fill is not None and fill.kind is not FillKind.POINTER]
        if given:
            found.append(RoleEntity(mentions_of_fills(given), given[0].place))
    return found


def mentions_of_fills(fills: Sequence[ObjectFill]) -> tuple[RoleMention, ...]:
    """Return the distinct texts of fills as mentions."""
    return tuple(RoleMention(text) for text in dict.fromkeys(fill.text for fill in fills))


def alternatives_of(entities: Sequence[RoleEntity]) -> tuple[Texts, ...]:
    """Return the alternatives of a slot; each contains a mention of every entity, and the first mention is
    repeated for an entity that has too few.
    """
    texts = [tuple(dict.fromkeys(mention.text for mention in entity.mentions)) for entity in entities]
    most = max(map(len, texts), default=0)
    return tuple(tuple(text[number if number < len(text) else 0] for text in texts) for number in range(most))


def is_paired(slot: ObjectSlot) -> bool:
    """Return whether the alternatives of a slot are fully represented by the mentions of the entities."""
    written = tuple(tuple(fill.text for fill in fills) for fills in slot.alternatives)
    return written == alternatives_of(entities_in(slot))
