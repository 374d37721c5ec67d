"""The names that a record uses, told from its text without making a tree."""

import re
from functools import lru_cache

from keytally.evaluations.template_json.formats.records import STRING_FORM
from keytally.evaluations.template_json.formats.tree import content_of
from keytally.measures.templates.compared import TYPE

Names = frozenset[str]
"""Names of members and of types, as `role_name` and `type_name` write them."""

_STRINGS = re.compile(rf"({STRING_FORM})([ \t\r\n]*:)?")
_KEPT = 512


def role_name(name: str) -> str:
    """A member's name among other names."""
    return f"role {name}"


def type_name(name: str) -> str:
    """A type's name among other names."""
    return f"type {name}"


def names_of(text: str) -> Names:
    """The names of all members of a record, roles among them, and the types of its templates.

    Of a type such as `a / b` its parts are there as well.
    """
    members, types, name = dict[str, None](), dict[str, None](), ""
    for written, colon in _STRINGS.findall(text):
        if colon:
            name = written
            members[name] = None
        else:
            if name and _is_of_type(name):
                types[written] = None
            name = ""
    return _names(tuple(members), tuple(types))


@lru_cache(_KEPT)
def _is_of_type(written: str) -> bool:
    """Whether a member with that name, as it is written, is a template's type."""
    return content_of(written) == TYPE


@lru_cache(_KEPT)
def _names(members: tuple[str, ...], types: tuple[str, ...]) -> Names:
    """The names of strings as they are written; records with the same ones share the set."""
    roles = (role_name(content_of(each) or "") for each in members)
    parts = (part for each in types for part in _parts(content_of(each) or ""))
    return frozenset((*roles, *map(type_name, parts)))


def _parts(name: str) -> list[str]:
    """A type and, where it has several, each of them."""
    return [name, *(part.strip() for part in name.split("/"))]
