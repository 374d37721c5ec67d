"""Reduces documents to the capabilities of a format, and reports each loss."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from keytally.conversion.tokenisation import Tokeniser, tokenise
from keytally.families.interchange import (
    MENTION,
    Arranged,
    Document,
    Entity,
    Extent,
    FormatCapabilities,
    Loss,
    Sentence,
    arranged,
)
from keytally.text.rendering import quantity


def fit_to_tokens(
    document: Document, shown: Callable[[Document, Entity], str], *, within: bool
) -> tuple[Document, list[Loss]]:
    """Return a document in which entities begin and end at token boundaries; `shown` returns an entity's name
    for messages.

    If they may begin and end `within` tokens, only spaces at their ends are removed.
    """
    tokens = [token for sentence in document.sentences or () for token in sentence]
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    losses, entities = [], []
    for entity in document.entities:
        first, last = bisect_right(ends, entity.start), bisect_left(starts, entity.end) - 1
        if first > last:
            entities.append(entity)
            continue
        start, end = starts[first], ends[last]
        if within:
            start, end = max(start, entity.start), min(end, entity.end)
        if (start, end) != (entity.start, entity.end):
            losses.append(Loss(entity.place, f"{shown(document, entity)} is adjusted to whole tokens"))
            entities.append(replace(entity, extents=((start, end),)))
        else:
            entities.append(entity)
    links = [(chain[0], index) for chain in document.chains for index in chain[1:]]
    found = arranged(entities, links)
    return replace(document, entities=found.entities, chains=found.chains), losses


def text_of_tokens(sentences: list[list[str]]) -> tuple[str, tuple[Sentence, ...]]:
    """Return the text formed by the tokens, and the tokens' extents in it."""
    places: list[Sentence] = []
    start = 0
    for tokens in sentences:
        sentence: list[Extent] = []
        for token in tokens:
            sentence.append((start, start + len(token)))
            start += len(token) + 1
        places.append(tuple(sentence))
    return "\n".join(" ".join(tokens) for tokens in sentences), tuple(places)


def join_tokens(document: Document) -> tuple[Document, list[Loss]]:
    """Return a document whose text consists of its tokens; all entities begin and end at token boundaries."""
    old = document.sentences or ()
    text, new = text_of_tokens([[document.text[start:end] for start, end in sentence] for sentence in old])
    pairs = list(zip(_flat(old), _flat(new), strict=True))
    starts = {before[0]: after[0] for before, after in pairs}
    ends = {before[1]: after[1] for before, after in pairs}

    def moved(entity: Entity) -> Entity:
        return replace(entity, extents=((starts[entity.start], ends[entity.end]),))

    entities = tuple(map(moved, document.entities))
    same = text == document.text
    losses = [] if same else [Loss(document.place, _text_loss(document, pairs))]
    return replace(document, text=text, sentences=new, entities=entities, markup=()), losses


def _flat(sentences: tuple[Sentence, ...]) -> list[Extent]:
    return [token for sentence in sentences for token in sentence]


def _text_loss(document: Document, pairs: list[tuple[Extent, Extent]]) -> str:
    kept = sum(end - start for (start, end), _ in pairs)
    words = sum(len(word) for word in document.text.split())
    if words > kept:
        return f"the text between the tokens and {quantity(words - kept, 'character')} of markup are left out"
    return "the text between the tokens is left out"


def uncrossed_entities(entities: Sequence[Entity], *, nested: bool) -> set[int]:
    """Return the indices of entities that do not cross, preferring longer ones; unless `nested` is true, they
    are not nested either.

    The entities must be sorted by text position, longer ones first, and have one extent each.
    """
    by_length = sorted(
        range(len(entities)), key=lambda index: (entities[index].start - entities[index].end, index)
    )
    kept = _UncrossedEntities()
    return {
        index for index in by_length if kept.take(entities[index].start, entities[index].end, nested=nested)
    }


class _UncrossedEntities:
    """The ranges that are kept, with the number of the innermost range for each character."""

    def __init__(self) -> None:
        self._innermost: dict[int, int] = {}
        self._count = 0

    def take(self, start: int, end: int, *, nested: bool) -> bool:
        """Keep a range unless it overlaps a kept range; if `nested` is true, it may lie completely within
        one.
        """
        around = {self._innermost.get(place, -1) for place in range(start, max(end, start + 1))}
        if around != {-1} and (not nested or len(around) > 1):
            return False
        self._innermost.update(dict.fromkeys(range(start, end), self._count))
        self._count += 1
        return True


NO_TYPE = "_"
"""The replacement for a type that cannot be written."""

Reduced = tuple[Document, list[Loss]]


def reduce_document(
    document: Document,
    holds: FormatCapabilities,
    *,
    is_known: bool = False,
    tokeniser: Tokeniser | None = None,
) -> Reduced:
    """Return the part of a document that a format can represent, and the losses in the order of the input.

    `is_known` is true if the new file still has the document's name, so that no loss of the name is reported.
    A text without tokens gets those of the tokeniser, if the format needs them.
    """
    if holds.tokens == "needed" and document.sentences is None:
        sentences = tokenise(document, with_text=holds.text, tokeniser=tokeniser)
        document = replace(document, sentences=sentences)
    document, losses = _name(document, holds, is_known=is_known)
    for step in _STEPS:
        document, lost = step(document, holds)
        losses += lost
    return document, sorted(losses, key=lambda loss: loss.place.line)


def shown_entity(document: Document, entity: Entity) -> str:
    """Return an entity for a message: its type, and the beginning of its text."""
    words = " ".join(document.covered(entity).split())
    text = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
    return f'{entity.type or "entity"} "{text}"'


_LONGEST = 40


def _name(document: Document, holds: FormatCapabilities, *, is_known: bool) -> Reduced:
    if holds.names or not document.name:
        return document, []
    lost = Loss(document.place, f"the document's name {document.name} is left out")
    return replace(document, name=""), [] if is_known else [lost]


def _chains(document: Document, holds: FormatCapabilities) -> Reduced:
    if holds.chains:
        return document, []
    losses = []
    for chain in document.chains:
        first = document.entities[chain[0]]
        what = (
            f"the chain of {len(chain)} mentions that begins with {shown_entity(document, first)} is left out"
        )
        losses.append(Loss(first.place, what))
    bare = replace(document, chains=())
    kept = [number for number, entity in enumerate(bare.entities) if entity.type != MENTION]
    if not document.mentions_beside or len(kept) == len(bare.entities):
        return bare, losses
    lost = len(bare.entities) - len(kept)
    which = "that is not an entity is" if lost == 1 else "that are not entities are"
    losses.append(Loss(document.place, f"{quantity(lost, 'mention')} {which} left out"))
    return _only(bare, kept), losses


def _mention_types(document: Document, holds: FormatCapabilities) -> Reduced:
    """Return a document without the types of mentions, in chains or alone, if the format does not support
    them, and the losses.
    """
    if holds.typed_mentions:
        return document, []
    in_chains = {index for chain in document.chains for index in chain}
    if document.all_mentions and holds.mentions_only:
        in_chains = {*range(len(document.entities))}
    entities, losses = list(document.entities), []
    for index in sorted(in_chains):
        entity = entities[index]
        if entity.type != MENTION:
            shown = shown_entity(document, entity)
            what = f"{shown} has no type; it is written as {MENTION}"
            if entity.type:
                what = f"the type of the mention {shown} is left out"
            losses.append(Loss(entity.place, what))
            entities[index] = replace(entity, type=MENTION)
    return _with(document, entities), losses


def _mentions(document: Document, holds: FormatCapabilities) -> Reduced:
    """Return a document without entities outside chains, except singleton mentions, if the format supports
    only mentions, and the losses.
    """
    if not holds.mentions_only:
        return document, []
    return _without(document, lambda entity: entity.type != MENTION, "is not a mention and is left out")


def _crossing_mentions(document: Document, holds: FormatCapabilities) -> Reduced:
    if holds.crossing_mentions:
        return document, []
    out: set[int] = set()
    for chain in document.chains:
        kept = uncrossed_entities([document.entities[index] for index in chain], nested=True)
        out |= {index for number, index in enumerate(chain) if number not in kept}
    left = [document.entities[index] for index in sorted(out)]
    kept_ones = [index for index in range(len(document.entities)) if index not in out]
    what = "crosses another mention of its chain and is left out"
    losses = [Loss(entity.place, f"{shown_entity(document, entity)} {what}") for entity in left]
    return _only(document, kept_ones), losses


def _types(document: Document, holds: FormatCapabilities) -> Reduced:
    allowed, losses = re.compile(holds.types), []

    def spelled(entity: Entity) -> Entity:
        if allowed.fullmatch(entity.type):
            return entity
        spelling = "".join(each if allowed.fullmatch(each) else NO_TYPE for each in entity.type) or NO_TYPE
        named = (
            f"the type {entity.type!r}"
            if entity.type
            else f"{shown_entity(document, entity)} has no type; it"
        )
        losses.append(Loss(entity.place, f"{named} is written as {spelling}"))
        return replace(entity, type=spelling)

    return _with(document, [spelled(entity) for entity in document.entities]), losses


def _attributes(document: Document, holds: FormatCapabilities) -> Reduced:
    losses, values = [], re.compile(holds.values)
    others = holds.attributes if holds.mention_attributes is None else holds.mention_attributes

    def bared(entity: Entity) -> Entity:
        names = re.compile(others if entity.type == MENTION else holds.attributes)
        kept = [
            attribute
            for attribute in entity.attributes
            if names.fullmatch(attribute[0]) and values.fullmatch(attribute[1])
        ]
        known = {*kept}
        lost = ", ".join(f"{name}={value}" for name, value in entity.attributes if (name, value) not in known)
        if lost:
            losses.append(Loss(entity.place, f"{lost} of {shown_entity(document, entity)} is left out"))
        return replace(entity, attributes=tuple(kept))

    return _with(document, [bared(entity) for entity in document.entities]), losses


def _gaps(document: Document, holds: FormatCapabilities) -> Reduced:
    losses = []

    def closed(entity: Entity) -> Entity:
        if holds.gaps or len(entity.extents) == 1:
            return entity
        losses.append(Loss(entity.place, f"the gap in {shown_entity(document, entity)} is closed"))
        return replace(entity, extents=((entity.start, entity.end),))

    return _with(document, [closed(entity) for entity in document.entities]), losses


def _empty(document: Document, holds: FormatCapabilities) -> Reduced:
    if holds.empty:
        return document, []
    return _without(document, lambda entity: entity.start == entity.end, "has no text and is left out")


def _tokens(document: Document, holds: FormatCapabilities) -> Reduced:
    if holds.tokens == "needed":
        return fit_to_tokens(document, shown_entity, within=holds.within_tokens)
    if document.sentences is None:
        return document, []
    bare = replace(document, sentences=None)
    if tokenise(document, with_text=True) == document.sentences:
        return bare, []
    return (
        (document, [])
        if holds.tokens
        else (
            bare,
            [
                Loss(
                    document.place,
                    "the tokens of the document are left out and cannot be derived from the text",
                )
            ],
        )
    )


def _tokenless(document: Document, holds: FormatCapabilities) -> Reduced:
    """Return a document without entities that contain no token, if the format represents only tokens, and
    the losses.
    """
    if holds.tokens != "needed" or document.sentences is None:
        return document, []
    starts = [token[0] for sentence in document.sentences for token in sentence]
    ends = [token[1] for sentence in document.sentences for token in sentence]

    def is_outside(entity: Entity) -> bool:
        """Return whether no token overlaps an entity."""
        return bisect_right(ends, entity.start) >= bisect_left(starts, entity.end)

    return _without(document, is_outside, "contains no token and is left out")


def _sentences(document: Document, holds: FormatCapabilities) -> Reduced:
    """Return a document without entities that extend into another sentence, if the format represents only
    tokens, and the losses.
    """
    if holds.text or document.sentences is None:
        return document, []
    starts = [sentence[0][0] for sentence in document.sentences]
    ends = [sentence[-1][1] for sentence in document.sentences]

    def reaches(entity: Entity) -> bool:
        """Return whether an entity extends beyond the sentence in which it begins."""
        return ends[bisect_right(starts, entity.start) - 1] < entity.end

    return _without(document, reaches, "extends into another sentence and is left out")


def _overlaps(document: Document, holds: FormatCapabilities) -> Reduced:
    if holds.nested and holds.crossing:
        return document, []
    kept = uncrossed_entities(document.entities, nested=holds.nested)
    losses = [
        Loss(entity.place, f"{shown_entity(document, entity)} overlaps another entity and is left out")
        for index, entity in enumerate(document.entities)
        if index not in kept
    ]
    return _only(document, sorted(kept)), losses


def _text(document: Document, holds: FormatCapabilities) -> Reduced:
    return (document, []) if holds.text else join_tokens(document)


_STEPS: Sequence[Callable[[Document, FormatCapabilities], Reduced]] = (
    *(_chains, _mention_types, _mentions, _types, _attributes, _gaps, _empty),
    *(_tokens, _tokenless, _sentences, _overlaps, _crossing_mentions, _text),
)


def _with(document: Document, entities: Sequence[Entity]) -> Document:
    """Return a document with its entities replaced by new versions."""
    links = [(chain[0], index) for chain in document.chains for index in chain[1:]]
    found: Arranged = arranged(entities, links)
    return replace(document, entities=found.entities, chains=found.chains)


def _without(document: Document, is_out: Callable[[Entity], bool], why: str) -> Reduced:
    out = {index for index, entity in enumerate(document.entities) if is_out(entity)}
    if not out:
        return document, []
    left = [document.entities[index] for index in sorted(out)]
    kept = [index for index in range(len(document.entities)) if index not in out]
    return _only(document, kept), [
        Loss(entity.place, f"{shown_entity(document, entity)} {why}") for entity in left
    ]


def _only(document: Document, kept: Sequence[int]) -> Document:
    """Return a document with only some of its entities; the remaining mentions of a chain stay one chain."""
    numbers = {index: number for number, index in enumerate(kept)}
    links = list(_links(document, numbers))
    found = arranged([document.entities[index] for index in kept], links)
    return replace(document, entities=found.entities, chains=found.chains)


def _links(document: Document, numbers: dict[int, int]) -> Iterator[tuple[int, int]]:
    for chain in document.chains:
        members = [numbers[index] for index in chain if index in numbers]
        yield from pairwise(members)
