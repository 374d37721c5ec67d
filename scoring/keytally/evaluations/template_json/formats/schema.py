"""The schema of templates: the types and the roles that there are, in a small file of JSON."""

import json
from dataclasses import dataclass
from hashlib import sha256

from keytally.evaluations.settings import SettingsError
from keytally.text.json_faults import json_fault

PARTS = ("types", "roles")


@dataclass(frozen=True, slots=True)
class Schema:
    """The names of types and of roles; None for those that the schema leaves open. `digest` is its text's."""

    types: frozenset[str] | None
    roles: frozenset[str] | None
    digest: str = ""

    def has_type(self, name: str) -> bool:
        """Whether there is such a type; of several, as `attack / bombing`, each has to be one."""
        types = self.types
        return types is None or name in types or all(part.strip() in types for part in name.split("/"))

    def has_role(self, name: str) -> bool:
        """Whether there is such a role."""
        return self.roles is None or name in self.roles


def read_schema(text: str, name: str) -> Schema:
    """The schema of a file: an object with a list of strings `types`, one of `roles`, or both.

    Raises SettingsError for anything else; `name` is the file's in messages.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the schema is not JSON: {json_fault(error)}"]) from error
    if not isinstance(value, dict) or not value or not value.keys() <= {*PARTS}:
        raise SettingsError([f"{name}: a schema is an object with the lists {' and '.join(PARTS)}"])
    for part in value:
        if not isinstance(value[part], list) or not all(isinstance(each, str) for each in value[part]):
            raise SettingsError([f"{name}: {part} must be a list of strings"])
    types, roles = (frozenset(value[part]) if part in value else None for part in PARTS)
    return Schema(types, roles, f"sha256-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}")
