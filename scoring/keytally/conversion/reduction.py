"""Reduces documents to the capabilities of a format, and reports each loss."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from unicodedata import category

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
from keytally.text.positions import line_starts
from keytally.text.rendering import quantity

# Tokenises texts without tokens: spaces, and punctuation at the ends of words, separate tokens; a line is a
# sentence.
#
# In scripts that are written without spaces each character is a token. Formats with tokens only get the same
# tokens from all annotators of a text: entities do not affect them, and in text with markup all lines between
# two pieces of markup are one. If the text is kept too, entities begin and end with tokens, and join lines,
# so that no entity has to be changed.


_WORD = re.compile(r"\S+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003347f]"
)
"""Characters of Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_LONG_VOWEL = "\u30fc"
_POSSESSIVES = ("'s", "\u2019s")
_MARKS = re.compile(r"([^\w\s])\1*")


def tokenise(document: Document, *, with_text: bool) -> tuple[Sentence, ...]:
    """Return the non-empty sentences' tokens, for a format with the text or one with tokens only.

    Without the text, markup is not a token, and separates tokens.
    """
    text = document.text
    left_out = () if with_text else document.markup
    entities = document.entities if with_text else ()
    extents = [*left_out, *(extent for entity in entities for extent in entity.extents)]
    cuts = {place for extent in extents for place in extent}
    lines = _joined_lines(document) if with_text else _lines(text, document.markup)
    sentences = (tuple(_tokens_of_line(text, start, end, cuts)) for start, end in lines)
    kept = (tuple(_outside(sentence, left_out)) for sentence in sentences) if left_out else sentences
    return tuple(sentence for sentence in kept if sentence)


def _joined_lines(document: Document) -> Iterator[Extent]:
    """Yield the lines of the text; those that an entity joins are one."""
    starts = line_starts(document.text)
    joined: set[int] = set()
    for entity in document.entities:
        first, last = bisect_right(starts, entity.start), bisect_left(starts, entity.end)
        joined.update(starts[first:last])
    yield from pairwise([*(start for start in starts if start not in joined), len(document.text)])


def _lines(text: str, markup: Sequence[Extent]) -> Iterator[Extent]:
    """Yield the lines of the text; in text with markup those between blank lines and markup are one."""
    lines = list(pairwise([*line_starts(text), len(text)]))
    parted = (start for before, (start, end) in pairwise(lines) if _parts(text, markup, before, end))
    yield from pairwise([0, *(parted if markup else (start for start, _ in lines[1:])), len(text)])


def _parts(text: str, markup: Sequence[Extent], before: Extent, end: int) -> bool:
    """Return whether there is markup between a line and the next one, or one of them is empty."""
    line, following = text[slice(*before)], text[before[1] : end]
    if not line.strip() or not following.strip():
        return True
    last = before[0] + len(line.rstrip())
    first = end - len(following.lstrip())
    at = bisect_right(markup, first, key=itemgetter(0)) - 1
    return at >= 0 and markup[at][1] >= last


def _tokens_of_line(text: str, start: int, end: int, cuts: set[int]) -> Iterator[Extent]:
    for word in _WORD.finditer(text, start, end):
        first, last = word.span()
        inner = {*_marks(text, first, last), *_unspaced(text, first, last), *_within(cuts, first, last)}
        yield from pairwise(sorted({first, *inner, last}))


def _within(cuts: set[int], first: int, last: int) -> set[int]:
    return cuts & set(range(first, last)) if cuts else cuts


def _unspaced(text: str, first: int, last: int) -> Iterator[int]:
    """Yield the places around each letter of a script without spaces, with the marks that follow it."""
    for found in _UNSPACED.finditer(text, first, last):
        if category(found[0])[0] == "L" and found[0] != _LONG_VOWEL:
            yield found.start()
            end = found.end()
            while end < last and (category(text[end])[0] == "M" or text[end] == _LONG_VOWEL):
                end += 1
            yield end


def _marks(text: str, first: int, last: int) -> Iterator[int]:
    """Yield the places at which surrounding punctuation is split from a word; equal marks stay together.

    An English possessive `'s` is split as well.
    """
    start, end = first, last
    while start < last and (found := _MARKS.match(text, start, last)):
        start = found.end()
        yield start
    while end > start and _MARKS.match(text, end - 1):
        end = _run_start(text, start, end)
        yield end
    if end - start > 2 and text.startswith(_POSSESSIVES, end - 2):
        yield end - 2


def _run_start(text: str, start: int, end: int) -> int:
    """Return the start of the run of one character that ends a range."""
    while end - 1 > start and text[end - 2] == text[end - 1]:
        end -= 1
    return end - 1


def _outside(tokens: Sentence, stretches: Sequence[Extent]) -> Iterator[Extent]:
    """Yield the tokens outside the ranges, which are in order."""
    for start, end in tokens:
        before = bisect_right(stretches, (start, len(stretches) and stretches[-1][1])) - 1
        if before < 0 or stretches[before][1] < end:
            yield start, end


def fit_to_tokens(
    document: Document, shown: Callable[[Document, Entity], str]
) -> tuple[Document, list[Loss]]:
    """Return a document in which entities begin and end with its tokens; `shown` names an entity."""
    tokens = [token for sentence in document.sentences or () for token in sentence]
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    losses, entities = [], []
    for entity in document.entities:
        first, last = bisect_right(ends, entity.start), bisect_left(starts, entity.end) - 1
        if first <= last and (starts[first], ends[last]) != (entity.start, entity.end):
            losses.append(Loss(entity.place, f"{shown(document, entity)} is adjusted to whole tokens"))
            entities.append(replace(entity, extents=((starts[first], ends[last]),)))
        else:
            entities.append(entity)
    links = [(chain[0], index) for chain in document.chains for index in chain[1:]]
    found = arranged(entities, links)
    return replace(document, entities=found.entities, chains=found.chains), losses


def text_of_tokens(sentences: list[list[str]]) -> tuple[str, tuple[Sentence, ...]]:
    """Return the text that tokens make, and their extents in it."""
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
    """Return a document whose text consists of its tokens; all entities begin and end with tokens."""
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
    """Return the indices of entities that do not cross, the longest first; without `nested`, none is nested.

    The entities are sorted by text position, the longer first, and have one extent each.
    """
    by_length = sorted(
        range(len(entities)), key=lambda index: (entities[index].start - entities[index].end, index)
    )
    kept = _UncrossedEntities()
    return {
        index for index in by_length if kept.take(entities[index].start, entities[index].end, nested=nested)
    }


class _UncrossedEntities:
    """The ranges that are kept: for each character the number of the innermost."""

    def __init__(self) -> None:
        self._innermost: dict[int, int] = {}
        self._count = 0

    def take(self, start: int, end: int, *, nested: bool) -> bool:
        """Keep a range, unless it overlaps a kept one in a way that is not allowed."""
        around = {self._innermost.get(place, -1) for place in range(start, max(end, start + 1))}
        if around != {-1} and (not nested or len(around) > 1):
            return False
        self._innermost.update(dict.fromkeys(range(start, end), self._count))
        self._count += 1
        return True


NO_TYPE = "_"
"""The replacement for a type that cannot be written."""

Reduced = tuple[Document, list[Loss]]


def reduce_document(document: Document, holds: FormatCapabilities, *, is_known: bool = False) -> Reduced:
    """Return the part of a document that a format can represent, and the losses in input order.

    `is_known` is true if the new file still has the document's name, so that no loss of the name is reported.
    """
    document, losses = _name(document, holds, is_known=is_known)
    for step in _STEPS:
        document, lost = step(document, holds)
        losses += lost
    return document, sorted(losses, key=lambda loss: loss.place.line)


def shown_entity(document: Document, entity: Entity) -> str:
    """Return an entity in a message: its type, and the beginning of its text."""
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
    """Remove the types of mentions, in chains or alone, if the format has none."""
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
    """Remove entities without a chain, except single mentions, if the format has only mentions."""
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
        if document.sentences is None:
            document = replace(document, sentences=tokenise(document, with_text=holds.text))
        return fit_to_tokens(document, shown_entity)
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
    """Remove entities that contain no token, if the format has only tokens."""
    if holds.tokens != "needed" or document.sentences is None:
        return document, []
    bounds = {token[0] for sentence in document.sentences for token in sentence}
    return _without(document, lambda entity: entity.start not in bounds, "contains no token and is left out")


def _sentences(document: Document, holds: FormatCapabilities) -> Reduced:
    """Remove entities that extend into another sentence, if the format has only tokens."""
    if holds.text or document.sentences is None:
        return document, []
    starts = [sentence[0][0] for sentence in document.sentences]
    ends = [sentence[-1][1] for sentence in document.sentences]

    def reaches(entity: Entity) -> bool:
        """Return whether the sentence that an entity begins in ends before it does."""
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
    """Return a document with each of its entities in another form."""
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
    """Return a document with some of its entities; the rest of a chain stays one chain."""
    numbers = {index: number for number, index in enumerate(kept)}
    links = list(_links(document, numbers))
    found = arranged([document.entities[index] for index in kept], links)
    return replace(document, entities=found.entities, chains=found.chains)


def _links(document: Document, numbers: dict[int, int]) -> Iterator[tuple[int, int]]:
    for chain in document.chains:
        members = [numbers[index] for index in chain if index in numbers]
        yield from pairwise(members)
