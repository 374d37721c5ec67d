"""Templates in terms that no format owns, and what a format of templates offers to conversions.

Templates stand in files in two ways: as objects whose slots have fills and point to other objects, or as
types and roles that entities fill. A format reads and writes one of them; how one becomes the other is said
by a mapping (`keytally.conversion.templates`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.converted import NOWHERE, ConversionFormat, Loss, Place, SourceText


class FillKind(Enum):
    """What a fill is: one value of a set, a string, or a pointer to an object."""

    SET = "set"
    STRING = "string"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class ObjectFill:
    """A fill: its text, or the index of the object that it points to; `link` is where it was found."""

    kind: FillKind
    text: str = ""
    target: int = -1
    link: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ObjectSlot:
    """A slot as it is written, with alternatives of one or more fills each."""

    name: str
    alternatives: tuple[tuple[ObjectFill, ...], ...]
    optional: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TemplateObject:
    """An object of a class; `title` is what messages call it."""

    class_name: str
    slots: tuple[ObjectSlot, ...]
    optional: bool = False
    title: str = field(default="", compare=False)
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ObjectDocument:
    """The objects of a document; `templates` are the indices of those that are its templates."""

    name: str
    objects: tuple[TemplateObject, ...] = ()
    templates: tuple[int, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


class RoleMention(NamedTuple):
    """A string that names an entity, with its offset in the text where that is known."""

    text: str
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class RoleEntity:
    """One or more mentions of an entity."""

    mentions: tuple[RoleMention, ...]
    place: Place = field(default=NOWHERE, compare=False)


Roles = tuple[tuple[str, tuple[RoleEntity, ...]], ...]
"""Roles in the order of their names, each with its entities; none without one."""


@dataclass(frozen=True, slots=True)
class RoleTemplate:
    """A template with its type, None where none is stated, and its roles."""

    type: str | None
    roles: Roles
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class RoleDocument:
    """The templates of a document, its roles without templates, and its text; None for what is not stated.

    `role_names` are the roles that the document names, with those that nothing fills, in order.
    """

    name: str
    templates: tuple[RoleTemplate, ...] | None = ()
    extracts: Roles | None = None
    text: str | None = None
    role_names: tuple[str, ...] = field(default=(), compare=False)
    place: Place = field(default=NOWHERE, compare=False)


TemplateDocument = ObjectDocument | RoleDocument


class ReadTemplates(NamedTuple):
    """The documents of a file, and what is in it that they do not keep."""

    documents: Sequence[TemplateDocument]
    losses: Sequence[Loss]


class FittedObjects(NamedTuple):
    """A document as a format can write it, and what of it that changes."""

    document: ObjectDocument
    losses: Sequence[Loss]


class RoleWriting(NamedTuple):
    """How documents with roles are written."""

    write: Callable[[Sequence[RoleDocument]], str]


class ObjectWriting(NamedTuple):
    """How documents with objects are written, once `fit` has made each one that can be."""

    fit: Callable[[ObjectDocument], FittedObjects]
    write: Callable[[Sequence[ObjectDocument]], str]


@dataclass(frozen=True, slots=True)
class TemplateFormat:
    """A format of templates; see `keytally.evaluations.converted.ConversionFormat` for what is the same.

    `writing` is None for a format that is only read. `is_checked` says that `keytally check` tells what is
    wrong in its files by reading them, since no language of a family does.
    """

    name: str
    title: str
    parts: tuple[str, ...]
    is_of: Callable[[str, str], bool]
    read: Callable[[Sequence[SourceText]], ReadTemplates]
    writing: RoleWriting | ObjectWriting | None = None
    is_checked: bool = False
    by_document: bool = False


AnyFormat = ConversionFormat | TemplateFormat
"""A format of entities and chains, or of templates."""


def roles_in_order(roles: dict[str, list[RoleEntity]]) -> Roles:
    """The roles that have entities, as documents have them."""
    return tuple((name, tuple(roles[name])) for name in sorted(roles) if roles[name])
