"""Format-independent documents and templates, and the interfaces of formats for conversion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

# A format-independent document, and the interface that a format implements so that documents can be
# converted.
#
# A family offers its formats as `Family.conversions`; formats that belong to no family are in
# `keytally.conversion`. A format only reads and writes. Properties of a document that a format cannot
# represent are removed before it is written (`keytally.conversion.reduction`), as its `Holds` defines.


MENTION = "COREF"
"""The type of a mention whose own type is not specified."""

Extent = tuple[int, int]
"""A range of a document's text, in code points; the end is exclusive."""

Sentence = tuple[Extent, ...]
"""The extents of the tokens of a sentence, in order."""


class Place(NamedTuple):
    """A line of a file, counted from 1; 0 for the whole file."""

    file: str
    line: int = 0


NOWHERE = Place("")


class FaultKind(Enum):
    """The kind of an error in a file."""

    LINE = "line"
    """A line or a record that violates its format."""
    OFFSET = "offset"
    """An offset that does not match its text."""
    REFERENCE = "reference"
    """A reference whose target does not exist."""
    REJECTED = "rejected"
    """A record that annotators have rejected."""


class Fault(NamedTuple):
    """An error in a file; `piece` is the faulty part of the line, or "" for the whole line."""

    kind: FaultKind
    what: str
    piece: str = ""


class Loss(NamedTuple):
    """An item that a conversion does not keep, with its place in the input.

    It has a fault if the input is wrong rather than merely richer than the output.
    """

    place: Place
    what: str
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A typed piece of text, with several ordered `extents` if it is discontinuous. The type may be "".

    `attributes` contains sorted pairs of a name and a value; names are in lower case and unique.
    """

    extents: tuple[Extent, ...]
    type: str
    attributes: tuple[tuple[str, str], ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def start(self) -> int:
        """Return the start of the first extent."""
        return self.extents[0][0]

    @property
    def end(self) -> int:
        """Return the end of the last extent."""
        return self.extents[-1][1]


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed link from one entity of a document to another; the type may be "".

    `piece` is the part of the line that declares it, or "" for the whole line.
    """

    type: str
    head: Entity
    tail: Entity
    place: Place = field(default=NOWHERE, compare=False)
    piece: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its annotations.

    `name` is "" if the format has no names. `entities` and `chains` are in the order of `arranged`. A chain
    consists of the indices of two or more entities; an entity is in at most one chain. `sentences` is None if
    the format has no tokens. `markup` contains extents that are not words, such as given tags. `by_file` is
    set by a file's reader (`keytally.conversion.converting.read_documents`) if the format has no names, so
    that the file identifies the document. `all_mentions` is true if the format annotates only coreference; an
    entity without a chain is then a mention, regardless of its type. `mentions_beside` is true if untyped
    mentions come from a different layer than the entities; they are not written to formats without chains.
    `source_names` contains names from the source file, such as those in a labelling configuration, which only
    the same format writes back. `relations` between entities are scored, but no format writes them. `counted`
    is the unit of offsets in the file, such as `UTF-16 code units`; "" for code points.
    """

    name: str
    text: str
    entities: tuple[Entity, ...] = ()
    chains: tuple[tuple[int, ...], ...] = ()
    sentences: tuple[Sentence, ...] | None = None
    markup: tuple[Extent, ...] = field(default=(), compare=False)
    place: Place = field(default=NOWHERE, compare=False)
    by_file: bool = field(default=False, compare=False)
    all_mentions: bool = field(default=False, compare=False)
    mentions_beside: bool = field(default=False, compare=False)
    source_names: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    relations: tuple[Relation, ...] = field(default=(), compare=False)
    counted: str = field(default="", compare=False)

    def covered(self, entity: Entity) -> str:
        """Return the text of an entity, with its extents separated by spaces."""
        return " ".join(self.text[start:end] for start, end in entity.extents)


def arranged(entities: Sequence[Entity], links: Sequence[tuple[int, int]]) -> "Arranged":
    """Return the entities in text order, longer ones first, and the chains formed by links between indices.

    Equal entities are sorted by their chains, so that the result does not depend on other properties.
    """
    order = sorted(range(len(entities)), key=lambda index: _order(entities[index]))
    found = _chained([entities[index] for index in order], order, links)
    if all(one != other for one, other in pairwise(found.entities)):
        return found
    mates = [[entity.extents] for entity in found.entities]
    for chain in found.chains:
        together = [found.entities[at].extents for at in chain]
        for at in chain:
            mates[at] = together
    ordered = sorted(range(len(order)), key=lambda at: (_order(found.entities[at]), mates[at]))
    order = [order[at] for at in ordered]
    return _chained([entities[index] for index in order], order, links)


def _chained(
    entities: Sequence[Entity], order: Sequence[int], links: Sequence[tuple[int, int]]
) -> "Arranged":
    """Return the entities with their chains; `order` contains each entity's index in the links."""
    numbers = {index: number for number, index in enumerate(order)}
    heads = list(range(len(entities)))

    def head_of(number: int) -> int:
        while heads[number] != number:
            heads[number] = number = heads[heads[number]]
        return number

    for first, second in links:
        one, other = sorted((head_of(numbers[first]), head_of(numbers[second])))
        heads[other] = one
    chains: dict[int, list[int]] = {}
    for number in range(len(entities)):
        chains.setdefault(head_of(number), []).append(number)
    found = tuple(tuple(chain) for chain in chains.values() if len(chain) > 1)
    return Arranged(tuple(entities), found)


class Arranged(NamedTuple):
    """Entities and chains in the form that a document uses."""

    entities: tuple[Entity, ...]
    chains: tuple[tuple[int, ...], ...]


def _order(entity: Entity) -> tuple[int, int, tuple[Extent, ...], str, tuple[tuple[str, str], ...]]:
    return entity.start, -entity.end, entity.extents, entity.type, entity.attributes


class FormatCapabilities(NamedTuple):
    """The properties of documents that a format can represent.

    * `text`: the whole text; otherwise only tokens, which are joined with spaces, and sentences, which are
      joined with line ends.
    * `tokens`: `kept` if a document has them, `needed` if the format consists of them, "" for none;
      `within_tokens`: entities that begin or end within a token.
    * `names`: the names of documents.
    * `nested`, `crossing`, `gaps`, `empty`: entities inside others, entities that partially overlap, entities
      with several extents, and entities without text.
    * `types`: a regular expression for the types that can be written.
    * `attributes`: a regular expression for the names of attributes, or "" if the format has no attributes;
      `values`: an expression for their values; `mention_attributes`: an expression for the attribute names of
      untyped mentions, if these differ.
    * `chains`: chains of mentions. `typed_mentions`: mentions that have types. `mentions_only`: mentions and
      no other entities. `crossing_mentions`: partially overlapping mentions of one chain.
    """

    text: bool = True
    tokens: str = ""
    within_tokens: bool = False
    names: bool = True
    nested: bool = True
    crossing: bool = True
    gaps: bool = False
    empty: bool = True
    types: str = r"(?s:.*)"
    attributes: str = ""
    values: str = r"(?s:.*)"
    mention_attributes: str | None = None
    chains: bool = False
    typed_mentions: bool = True
    mentions_only: bool = False
    crossing_mentions: bool = True


NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class SourceText(NamedTuple):
    """An input file: its path as shown in messages, and its text."""

    shown: str
    text: str


class ReadDocuments(NamedTuple):
    """The documents of a file, and the contents of the file that they do not keep."""

    documents: Sequence[Document]
    losses: Sequence[Loss]


@dataclass(frozen=True, slots=True)
class ConversionFormat:
    """A format that documents can be read from and written to.

    `parts` contains the extensions of its files. The first is the extension of the annotation file; files
    with the other extensions and the same name are read along with it. `is_of(name, text)` recognises a file
    by its name and the beginning of its text. `read` takes the texts of the parts and never fails. `write`
    returns the texts of the parts for documents that `holds` describes; if each document has its own files
    (`by_document`), it receives one document. `write` is None for a read-only format. `is_checked` is true if
    `keytally check` reports errors in its files by reading them with this format. `options` maps the names of
    reading options to their help. `read_with` reads with some of these options, and raises SettingsError for
    values that do not suit a file.
    """

    name: str
    title: str
    parts: tuple[str, ...]
    holds: FormatCapabilities
    is_of: Callable[[str, str], bool]
    read: Callable[[Sequence[SourceText]], ReadDocuments]
    write: Callable[[Sequence[Document]], Sequence[str]] | None = None
    by_document: bool = False
    is_checked: bool = False
    options: Mapping[str, str] = field(default_factory=dict, compare=False)
    read_with: Callable[[Sequence[SourceText], Mapping[str, str]], ReadDocuments] | None = None
    kind: Literal["entities and chains"] = field(default="entities and chains", init=False)


# Format-independent templates, and the interface that a format of templates implements for conversion.
#
# Files represent templates in two ways: as objects whose slots have fills and point to other objects, or as
# types and roles that entities fill. A format reads and writes one of them; a mapping defines the conversion
# from one to the other (`keytally.conversion.templates`).


class FillKind(Enum):
    """The kind of a fill: a value from a set, a string, or a pointer to an object."""

    SET = "set"
    STRING = "string"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class ObjectFill:
    """A fill: its text, or the index of the object to which it points; `link` is its place in the text."""

    kind: FillKind
    text: str = ""
    target: int = -1
    link: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ObjectSlot:
    """A slot as written, with alternatives that each contain one or more fills."""

    name: str
    alternatives: tuple[tuple[ObjectFill, ...], ...]
    optional: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TemplateObject:
    """An object of a class; `title` is its name in messages."""

    class_name: str
    slots: tuple[ObjectSlot, ...]
    optional: bool = False
    title: str = field(default="", compare=False)
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ObjectDocument:
    """The objects of a document; `templates` contains the indices of the objects that are templates."""

    name: str
    objects: tuple[TemplateObject, ...] = ()
    templates: tuple[int, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


class RoleMention(NamedTuple):
    """A string that names an entity, with its offset in the text if known."""

    text: str
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class RoleEntity:
    """One or more mentions of an entity."""

    mentions: tuple[RoleMention, ...]
    place: Place = field(default=NOWHERE, compare=False)


Roles = tuple[tuple[str, tuple[RoleEntity, ...]], ...]
"""Roles sorted by name, each with its entities; roles without entities are omitted."""


@dataclass(frozen=True, slots=True)
class RoleTemplate:
    """A template with its roles and its type, which is None if it has no type."""

    type: str | None
    roles: Roles
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class RoleDocument:
    """The templates of a document, its roles without templates, and its text; absent parts are None.

    `role_names` contains the roles that the document names in order, including unfilled ones.
    """

    name: str
    templates: tuple[RoleTemplate, ...] | None = ()
    extracts: Roles | None = None
    text: str | None = None
    role_names: tuple[str, ...] = field(default=(), compare=False)
    place: Place = field(default=NOWHERE, compare=False)


TemplateDocument = ObjectDocument | RoleDocument


class ReadTemplates(NamedTuple):
    """The documents of a file, and the contents of the file that they do not keep."""

    documents: Sequence[TemplateDocument]
    losses: Sequence[Loss]


class FittedObjects(NamedTuple):
    """A document that a format can write, and the changes that this required."""

    document: ObjectDocument
    losses: Sequence[Loss]


class RoleWriting(NamedTuple):
    """The functions that write documents with roles."""

    write: Callable[[Sequence[RoleDocument]], str]


class ObjectWriting(NamedTuple):
    """The functions that write documents with objects, after `fit` has adapted each one."""

    fit: Callable[[ObjectDocument], FittedObjects]
    write: Callable[[Sequence[ObjectDocument]], str]


@dataclass(frozen=True, slots=True)
class TemplateFormat:
    """A format of templates; for common fields see `keytally.families.interchange.ConversionFormat`.

    `writing` is None for a read-only format. `is_checked` is true if `keytally check` reports errors in its
    files by reading them with this format, because no family has a language for them.
    """

    name: str
    title: str
    parts: tuple[str, ...]
    is_of: Callable[[str, str], bool]
    read: Callable[[Sequence[SourceText]], ReadTemplates]
    writing: RoleWriting | ObjectWriting | None = None
    is_checked: bool = False
    by_document: bool = False
    kind: Literal["templates"] = field(default="templates", init=False)


# Records as JSON values, and the interface that a format of records implements for conversion.


class RecordDocument(NamedTuple):
    """A document with its record, a JSON value in which numbers are `Decimal`."""

    name: str
    record: Any
    place: Place = NOWHERE


class ReadRecords(NamedTuple):
    """The documents of a file, and the contents of the file that they do not keep."""

    documents: Sequence[RecordDocument]
    losses: Sequence[Loss]


class WrittenRecords(NamedTuple):
    """The text of a file of records, and the contents of the documents that it does not keep."""

    text: str
    losses: Sequence[Loss]


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of records; for its fields see `keytally.families.interchange.ConversionFormat`."""

    name: str
    title: str
    parts: tuple[str, ...]
    is_of: Callable[[str, str], bool]
    read: Callable[[Sequence[SourceText]], ReadRecords]
    write: Callable[[Sequence[RecordDocument]], WrittenRecords] | None
    is_checked: bool = False
    by_document: bool = False
    kind: Literal["records"] = field(default="records", init=False)


AnyFormat = ConversionFormat | TemplateFormat | RecordFormat
"""A format of entities and chains, of templates, or of records, as `kind` shows."""


def roles_in_order(roles: dict[str, list[RoleEntity]]) -> Roles:
    """Return the roles that have entities, in the form that documents use."""
    return tuple((name, tuple(roles[name])) for name in sorted(roles) if roles[name])
