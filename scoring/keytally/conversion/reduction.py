"""Takes out of a document what a format has no place for, and tells of each thing."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from keytally.conversion.fitting import fitted
from keytally.conversion.joined_tokens import joined
from keytally.conversion.overlaps import apart
from keytally.conversion.tokens import tokenised
from keytally.evaluations.converted import MENTION, Arranged, Document, Entity, Holds, Loss, arranged

NO_TYPE = "_"
"""What stands for a type that cannot be written."""

Reduced = tuple[Document, list[Loss]]


def reduced(document: Document, holds: Holds, *, is_known: bool = False) -> Reduced:
    """What of a document a format holds, and the losses in order of the input.

    `is_known` says that the new file has the document's name still, so that no loss of the name is told.
    """
    document, losses = _name(document, holds, is_known=is_known)
    for step in _STEPS:
        document, lost = step(document, holds)
        losses += lost
    return document, sorted(losses, key=lambda loss: loss.place.line)


def shown(document: Document, entity: Entity) -> str:
    """An entity in a message: its type, and the beginning of its text."""
    words = " ".join(document.covered(entity).split())
    text = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
    return f'{entity.type or "entity"} "{text}"'


_LONGEST = 40


def _name(document: Document, holds: Holds, *, is_known: bool) -> Reduced:
    if holds.names or not document.name:
        return document, []
    lost = Loss(document.place, f"the document's name {document.name} is left out")
    return replace(document, name=""), [] if is_known else [lost]


def _chains(document: Document, holds: Holds) -> Reduced:
    if holds.chains:
        return document, []
    losses = []
    for chain in document.chains:
        first = document.entities[chain[0]]
        what = f"the chain of {len(chain)} mentions that begins with {shown(document, first)} is left out"
        losses.append(Loss(first.place, what))
    return replace(document, chains=()), losses


def _mention_types(document: Document, holds: Holds) -> Reduced:
    """Where mentions have no types, those in chains lose theirs."""
    if holds.typed_mentions:
        return document, []
    in_chains = {index for chain in document.chains for index in chain}
    entities, losses = list(document.entities), []
    for index in sorted(in_chains):
        entity = entities[index]
        if entity.type != MENTION:
            if entity.type:
                losses.append(
                    Loss(entity.place, f"the type of the mention {shown(document, entity)} is left out")
                )
            entities[index] = replace(entity, type=MENTION)
    return _with(document, entities), losses


def _mentions(document: Document, holds: Holds) -> Reduced:
    """Where there are only mentions, entities without a chain go, unless they are mentions alone."""
    if not holds.mentions_only:
        return document, []
    return _without(document, lambda entity: entity.type != MENTION, "is no mention and is left out")


def _crossing_mentions(document: Document, holds: Holds) -> Reduced:
    if holds.crossing_mentions:
        return document, []
    out: set[int] = set()
    for chain in document.chains:
        kept = apart([document.entities[index] for index in chain], nested=True)
        out |= {index for number, index in enumerate(chain) if number not in kept}
    left = [document.entities[index] for index in sorted(out)]
    kept_ones = [index for index in range(len(document.entities)) if index not in out]
    what = "crosses another mention of its chain and is left out"
    losses = [Loss(entity.place, f"{shown(document, entity)} {what}") for entity in left]
    return _only(document, kept_ones), losses


def _types(document: Document, holds: Holds) -> Reduced:
    allowed, losses = re.compile(holds.types), []

    def spelled(entity: Entity) -> Entity:
        if allowed.fullmatch(entity.type):
            return entity
        spelling = "".join(each if allowed.fullmatch(each) else NO_TYPE for each in entity.type) or NO_TYPE
        named = (
            f"the type {entity.type!r}" if entity.type else f"{shown(document, entity)} has no type, which"
        )
        losses.append(Loss(entity.place, f"{named} is written {spelling}"))
        return replace(entity, type=spelling)

    return _with(document, [spelled(entity) for entity in document.entities]), losses


def _attributes(document: Document, holds: Holds) -> Reduced:
    losses, values = [], re.compile(holds.values)
    others = holds.attributes if holds.mention_attributes is None else holds.mention_attributes

    def bared(entity: Entity) -> Entity:
        names = re.compile(others if entity.type == MENTION else holds.attributes)
        kept = [each for each in entity.attributes if names.fullmatch(each[0]) and values.fullmatch(each[1])]
        lost = ", ".join(f"{name}={value}" for name, value in entity.attributes if (name, value) not in kept)
        if lost:
            losses.append(Loss(entity.place, f"{lost} of {shown(document, entity)} is left out"))
        return replace(entity, attributes=tuple(kept))

    return _with(document, [bared(entity) for entity in document.entities]), losses


def _gaps(document: Document, holds: Holds) -> Reduced:
    losses = []

    def closed(entity: Entity) -> Entity:
        if holds.gaps or len(entity.extents) == 1:
            return entity
        losses.append(Loss(entity.place, f"the gap in {shown(document, entity)} is closed"))
        return replace(entity, extents=((entity.start, entity.end),))

    return _with(document, [closed(entity) for entity in document.entities]), losses


def _empty(document: Document, holds: Holds) -> Reduced:
    if holds.empty:
        return document, []
    return _without(document, lambda entity: entity.start == entity.end, "has no text and is left out")


def _tokens(document: Document, holds: Holds) -> Reduced:
    if holds.tokens == "needed":
        if document.sentences is None:
            document = replace(document, sentences=tokenised(document, with_markup=holds.text))
        return fitted(document, shown)
    if document.sentences is None:
        return document, []
    bare = replace(document, sentences=None)
    if tokenised(document, with_markup=True) == document.sentences:
        return bare, []
    return (
        (document, [])
        if holds.tokens
        else (bare, [Loss(document.place, "its tokens are left out, and cannot be told from the text")])
    )


def _tokenless(document: Document, holds: Holds) -> Reduced:
    """An entity in which no token lies cannot be written by tokens."""
    if holds.tokens != "needed" or document.sentences is None:
        return document, []
    bounds = {token[0] for sentence in document.sentences for token in sentence}
    return _without(document, lambda entity: entity.start not in bounds, "holds no token and is left out")


def _sentences(document: Document, holds: Holds) -> Reduced:
    """Where there are only tokens, an entity cannot reach into another sentence."""
    if holds.text or document.sentences is None:
        return document, []
    starts = [sentence[0][0] for sentence in document.sentences]
    ends = [sentence[-1][1] for sentence in document.sentences]

    def reaches(entity: Entity) -> bool:
        """Whether the sentence that an entity begins in ends before it does."""
        return ends[bisect_right(starts, entity.start) - 1] < entity.end

    return _without(document, reaches, "reaches into another sentence and is left out")


def _overlaps(document: Document, holds: Holds) -> Reduced:
    if holds.nested and holds.crossing:
        return document, []
    kept = apart(document.entities, nested=holds.nested)
    losses = [
        Loss(entity.place, f"{shown(document, entity)} overlaps another and is left out")
        for index, entity in enumerate(document.entities)
        if index not in kept
    ]
    return _only(document, sorted(kept)), losses


def _text(document: Document, holds: Holds) -> Reduced:
    return (document, []) if holds.text else joined(document)


_STEPS: Sequence[Callable[[Document, Holds], Reduced]] = (
    *(_chains, _mention_types, _mentions, _types, _attributes, _gaps, _empty),
    *(_tokens, _tokenless, _sentences, _overlaps, _crossing_mentions, _text),
)


def _with(document: Document, entities: Sequence[Entity]) -> Document:
    """A document with each of its entities in another form."""
    links = [(chain[0], index) for chain in document.chains for index in chain[1:]]
    found: Arranged = arranged(entities, links)
    return replace(document, entities=found.entities, chains=found.chains)


def _without(document: Document, is_out: Callable[[Entity], bool], why: str) -> Reduced:
    out = {index for index, entity in enumerate(document.entities) if is_out(entity)}
    if not out:
        return document, []
    left = [document.entities[index] for index in sorted(out)]
    kept = [index for index in range(len(document.entities)) if index not in out]
    return _only(document, kept), [Loss(entity.place, f"{shown(document, entity)} {why}") for entity in left]


def _only(document: Document, kept: Sequence[int]) -> Document:
    """A document with some of its entities; what is left of a chain stays one."""
    numbers = {index: number for number, index in enumerate(kept)}
    links = list(_links(document, numbers))
    found = arranged([document.entities[index] for index in kept], links)
    return replace(document, entities=found.entities, chains=found.chains)


def _links(document: Document, numbers: dict[int, int]) -> Iterator[tuple[int, int]]:
    for chain in document.chains:
        members = [numbers[index] for index in chain if index in numbers]
        yield from pairwise(members)
