"""Records of documents: templates with roles, which entities fill, each a list of mentions."""

from collections.abc import Sequence
from typing import NamedTuple


class Mention(NamedTuple):
    """A string that names an entity; `offset` is its place in the document's text, where a key states it."""

    text: str
    start: int
    end: int
    offset: int | None = None


class Entity(NamedTuple):
    """The mentions of one entity; a response's is right if the key has one with all of them."""

    start: int
    end: int
    mentions: Sequence[Mention]


class Role(NamedTuple):
    """A role and its entities; `name_start` to `name_end` is its name, `start` to `end` its value."""

    name: str
    name_start: int
    name_end: int
    start: int
    end: int
    entities: Sequence[Entity]


class Template(NamedTuple):
    """A template; `type` is None where none is stated, and in the roles of a whole document."""

    type: str | None
    type_start: int
    type_end: int
    start: int
    end: int
    roles: Sequence[Role]

    @property
    def has_type(self) -> bool:
        """Whether a type is stated; an empty one is none."""
        return bool(self.type and self.type.strip())

    def role(self, name: str) -> Role | None:
        """The role of that name; the last one if it stands twice, as programs read it."""
        return next((role for role in reversed(self.roles) if role.name == name), None)
