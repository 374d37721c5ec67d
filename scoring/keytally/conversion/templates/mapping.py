"""Which class and slots of objects are the templates, the types and the roles of others."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keytally.evaluations.settings import SettingsError
from keytally.text.json_faults import json_fault

PARTS = ("class", "type", "roles")
CLASS, TYPE_SLOT = "INCIDENT", "INC_TYPE"

Path = tuple[str, ...]
"""Where a role stands: a slot, or pointer slots with the classes that they lead to, and a slot: S.C.S."""


@dataclass(frozen=True, slots=True)
class TemplateMapping:
    """The class of templates, the slot of their types, and where roles stand, None for each in its own slot.

    A role with several paths, which differ in their slots only, has the fills of an object in these slots as
    mentions of one entity.
    """

    class_name: str = CLASS
    type_slot: str = TYPE_SLOT
    roles: Mapping[str, Sequence[Path]] | None = None

    @property
    def no_type(self) -> str:
        """The type of a template without a type slot: its class."""
        return self.class_name.lower()


def read_mapping(text: str, name: str) -> TemplateMapping:
    """The mapping in a file of JSON. Raises SettingsError for anything else; `name` is the file's."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the mapping is not JSON: {json_fault(error)}"]) from error
    if not isinstance(value, dict) or not value or not value.keys() <= {*PARTS}:
        raise SettingsError([f"{name}: a mapping is an object with {', '.join(PARTS[:-1])} or {PARTS[-1]}"])
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
    """The paths of a role; several differ in their last slots."""
    written = value if isinstance(value, list) else [value]
    paths = [tuple(each.split(".")) for each in written if isinstance(each, str)]
    sound = [each for each in paths if len(each) % 2 and all(map(_is_name, each))]
    if not sound or len(sound) < len(written):
        raise SettingsError([f"{what} must be a slot, such as SLOT or SLOT.CLASS.SLOT, or a list of them"])
    if len({each[:-1] for each in sound}) > 1:
        raise SettingsError([f"{what} must have slots of one object, which differ in their last name only"])
    return sound


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a class or a slot."""
    return text.replace("_", "a").isalnum() and not text[0].isdigit()
