"""A document in terms that no format owns, and what a format offers so that documents can be converted.

A family offers its formats as `Family.conversions`; formats that belong to no family stand in
`keytally.conversion`. A format only reads and writes. What a document has and a format has no place for is
taken out before it is written (`keytally.conversion.reduction`), by the format's `Holds`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

MENTION = "COREF"
"""The type of a mention that has no type of its own."""

Extent = tuple[int, int]
"""A stretch of a document's text, in code points, the end not included."""

Sentence = tuple[Extent, ...]
"""The extents of the tokens of a sentence, in order."""


class Place(NamedTuple):
    """A line of a file, counted from 1; 0 for the whole file."""

    file: str
    line: int = 0


NOWHERE = Place("")


class FaultKind(Enum):
    """What kind of thing is wrong in a file."""

    LINE = "line"
    """A line or a record has not the form that its format gives it."""
    OFFSET = "offset"
    """An offset does not lead to the text that it should."""
    REFERENCE = "reference"
    """Something refers to what is not there."""


class Fault(NamedTuple):
    """What is wrong in a file; `piece` is the part of the line that is wrong, "" for all of it."""

    kind: FaultKind
    what: str
    piece: str = ""


class Loss(NamedTuple):
    """Something that a conversion does not keep, with the place where the input says it.

    It has a fault where the input is wrong, and not merely richer than what is kept.
    """

    place: Place
    what: str
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A typed piece of text; several `extents`, in order, if it has gaps. The type may be "".

    `attributes` are names and values, sorted; names are in lower case and occur once each.
    """

    extents: tuple[Extent, ...]
    type: str
    attributes: tuple[tuple[str, str], ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def start(self) -> int:
        """The start of the first extent."""
        return self.extents[0][0]

    @property
    def end(self) -> int:
        """The end of the last extent."""
        return self.extents[-1][1]


@dataclass(frozen=True, slots=True)
class Document:
    """A text with what is annotated in it.

    `name` is "" where the format gives none. `entities` and `chains` stand as `arranged` puts them; a chain
    is two or more entities, by their indices, and an entity is in one chain at most. `sentences` are None
    where the format has no tokens. `markup` are stretches that are no words, such as given tags. `by_file`
    says that the format states no names, so that only the file tells which document this is; whoever reads a
    file by its format sets it (`keytally.conversion.converting.read_documents`).
    """

    name: str
    text: str
    entities: tuple[Entity, ...] = ()
    chains: tuple[tuple[int, ...], ...] = ()
    sentences: tuple[Sentence, ...] | None = None
    markup: tuple[Extent, ...] = field(default=(), compare=False)
    place: Place = field(default=NOWHERE, compare=False)
    by_file: bool = field(default=False, compare=False)

    def covered(self, entity: Entity) -> str:
        """The text of an entity, a blank between its extents."""
        return " ".join(self.text[start:end] for start, end in entity.extents)


def arranged(entities: Sequence[Entity], links: Sequence[tuple[int, int]]) -> "Arranged":
    """The entities in order of text, the longer first, and the chains that links between indices make.

    Equal entities stand in the order of their chains, so that whatever tells them apart has no part in it.
    """
    order = sorted(range(len(entities)), key=lambda index: _order(entities[index]))
    found = _chained([entities[index] for index in order], order, links)
    if all(one != other for one, other in pairwise(found.entities)):
        return found
    mates = [[each.extents] for each in found.entities]
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
    """The entities with their chains; `order` has the index of each in the links."""
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
    """Entities and chains as a document has them."""

    entities: tuple[Entity, ...]
    chains: tuple[tuple[int, ...], ...]


def _order(entity: Entity) -> tuple[int, int, tuple[Extent, ...], str, tuple[tuple[str, str], ...]]:
    return entity.start, -entity.end, entity.extents, entity.type, entity.attributes


class Holds(NamedTuple):
    """What a format has a place for.

    * `text`: all of the text; else only tokens, which are joined by blanks and sentences by line ends.
    * `tokens`: `kept` where a document has them, `needed` where the format is made of them, "" for none.
    * `names`: names of documents.
    * `nested`, `crossing`, `gaps`, `empty`: entities in others, that overlap others without being in them,
      of several extents, of no text.
    * `types`: a regular expression for the types that can be written.
    * `attributes`: a regular expression for the names of attributes, "" for none; `values`, for their values;
      `mention_attributes`, for the names of mentions without a type, where they have others.
    * `chains`: chains of mentions. `typed_mentions`: mentions that have types. `mentions_only`: nothing but
      mentions. `crossing_mentions`: mentions of one chain that overlap without being in each other.
    """

    text: bool = True
    tokens: str = ""
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


class SourceText(NamedTuple):
    """A file of a format: its path as messages show it, and its text."""

    shown: str
    text: str


class ReadDocuments(NamedTuple):
    """The documents of a file, and what is in it that they do not keep."""

    documents: Sequence[Document]
    losses: Sequence[Loss]


@dataclass(frozen=True, slots=True)
class ConversionFormat:
    """A format that documents can be read from and written to.

    `parts` are the extensions of its files; the first is that of the annotation, the others are read with it
    from files of the same name. `is_of(name, text)` tells a file by its name and the beginning of its text.
    `read` takes the texts of the parts and never fails. `write` gives their texts for documents that hold
    only what `holds` says; where each document has files of its own (`by_document`) it is given one.
    """

    name: str
    title: str
    parts: tuple[str, ...]
    holds: Holds
    is_of: Callable[[str, str], bool]
    read: Callable[[Sequence[SourceText]], ReadDocuments]
    write: Callable[[Sequence[Document]], Sequence[str]]
    by_document: bool = False
