"""Mentions as annotations, the matching of mentions between two files, and the mentions of a gold
document.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Reference
from keytally.families.contract import Role
from keytally.families.muc.annotations import OTHER_TEXT
from keytally.families.muc.scoring.coreference import align_mentions
from keytally.families.muc.sgml.chains import Chains, MentionAttributes, chains_of
from keytally.families.muc.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.measures.assignment import Pair, Stretch, nearest_pairs

# Mentions as annotations: their content, and their antecedents.
#
# The value of a mention is the name of its tag, its MIN and its STATUS if it has them, and a reference to the
# previous mention in its chain, in the order of the text; the first of a chain has none. So the numbering of
# IDs and the mention that a REF names are irrelevant. TYPE is not part of it: the only type of the task is
# IDENT. Only the content of a tag that the scorer reads counts, in the words of a key.


KIND = "mention"

RECENT = 8
"""The number of units whose order of mentions is cached, because many changes are tried on the same unit."""


class MentionContent(NamedTuple):
    """The content of a mention's tag without its ID and REF; a missing attribute is "".

    `tag` is in upper case; `minimum` has single spaces, and each double quote in it is replaced by the
    syntax's other quote character.
    """

    tag: str
    minimum: str = ""
    status: str = ""

    @classmethod
    def by(cls, chains: Chains, mention: int, syntax: SgmlSyntax) -> "MentionContent":
        """Return the content of a mention's tag."""
        attributes = chains.attributes[mention]
        minimum = " ".join(attributes.minimum.split()).replace('"', syntax.quote_char)
        status = OPTIONAL_VALUES[0] if attributes.optional else ""
        return cls(chains.mentions[mention].element.name.upper(), minimum, status)

    @classmethod
    def in_value(cls, value: Sequence[str | Reference], syntax: SgmlSyntax) -> "MentionContent":
        """Return the content that the value of an annotation represents."""
        given = dict(part.split("=", 1) for part in value if isinstance(part, str) and "=" in part)
        minimum, status = (given.get(name.upper(), "") for name in (syntax.minimum, syntax.status))
        return cls(str(value[0]), minimum, status)

    def attributes(self, syntax: SgmlSyntax) -> list[tuple[str, str]]:
        """Return the names (lower case) and values of MIN and STATUS."""
        return [(syntax.minimum, self.minimum), (syntax.status, self.status)]

    def value(self, syntax: SgmlSyntax) -> tuple[str, ...]:
        """Return the words of an annotation's value: the tag's name, then each attribute as `NAME=value`."""
        given = (f"{name.upper()}={text}" for name, text in self.attributes(syntax) if text)
        return (self.tag, *given)


def minimum_in(value: Sequence[str | Reference], syntax: SgmlSyntax) -> str:
    """Return the MIN attribute in an annotation's value, or an empty string; cached because every
    alignment of a file uses it.
    """
    named = f"{syntax.minimum.upper()}="
    found = (part for part in value if isinstance(part, str) and part.startswith(named))
    return next(found, "").removeprefix(named)


def mention_annotations(units: Sequence[SgmlUnit], syntax: SgmlSyntax) -> list[Annotation]:
    """Return the scored mentions of a document; where two start at the same position, the longer comes first.

    The `place` of a mention consists of the number of its unit within the document, its start, and its
    negated end; both offsets ignore task tags.
    """
    found: list[Annotation] = []
    shift = 0
    for number, unit in enumerate(units):
        chains = chains_of(unit, syntax, Role.KEY)
        order = in_text_order(chains)
        indices = {mention: len(found) + at for at, mention in enumerate(order)}
        before = previous_mentions(chains)
        for mention in order:
            start, end = chains.spans[mention]
            antecedent = before[mention]
            tie = () if antecedent is None else (Reference(indices[antecedent]),)
            found.append(
                Annotation(
                    unit,
                    chains.text_starts[mention],
                    chains.text_ends[mention],
                    KIND,
                    chains.text(mention),
                    (number, start, -end),
                    (*MentionContent.by(chains, mention, syntax).value(syntax), *tie),
                    extent=(shift + start, shift + end),
                )
            )
        shift += unit.stripped_length
    return found


@lru_cache(maxsize=RECENT)
def in_text_order(chains: Chains) -> Sequence[int]:
    """Return the mentions sorted by start, longer ones first; the orders of recent chains are cached."""
    return tuple(
        sorted(range(len(chains)), key=lambda mention: (chains.spans[mention][0], -chains.spans[mention][1]))
    )


@lru_cache(maxsize=RECENT)
def previous_mentions(chains: Chains) -> Mapping[int, int | None]:
    """Map each mention to the previous mention in its chain, in text order; None for the first."""
    last: dict[int, int] = {}
    found: dict[int, int | None] = {}
    for mention in in_text_order(chains):
        found[mention] = last.get(chains.chain_of[mention])
        last[chains.chain_of[mention]] = mention
    return found


# Which mentions of two files are about the same thing: the scorer's alignment, made symmetric.
#
# The scorer's rule about MIN asks more of a key than of a response. So each file is the key once. Of the
# pairs that one of the two alignments has, those with the largest shares of common text count first, and each
# mention is in one pair.


_NO_MINIMUM = MentionAttributes()


def mention_counterparts(
    first: Sequence[Annotation], second: Sequence[Annotation], syntax: SgmlSyntax, exact: bool
) -> list[Pair]:
    """Return the pairs of matching mentions, in order; if `exact` is true, only pairs with the same position.

    If several documents have the same number, they are matched in file order.
    """
    pairs: list[Pair] = []
    sides = _by_unit(first), _by_unit(second)
    for number in sorted(sides[0].keys() & sides[1].keys()):
        one, other = (_Side(side[number], syntax) for side in sides)
        pairs += [(one.indices[i], other.indices[j]) for i, j in _pairs(one, other, exact)]
    return sorted(pairs)


class _Side:
    """The mentions of one document, as `keytally.families.muc.scoring.coreference` aligns them."""

    def __init__(self, listed: Sequence[tuple[int, Annotation]], syntax: SgmlSyntax) -> None:
        minimums = (minimum_in(each.value, syntax) for _, each in listed)
        self.indices = [index for index, _ in listed]
        self.spans = [_span(each) for _, each in listed]
        self.attributes = [
            MentionAttributes(minimum=minimum.replace(syntax.quote_char, '"')) if minimum else _NO_MINIMUM
            for minimum in minimums
        ]
        self.with_head = [mention for mention, each in enumerate(self.attributes) if each.minimum]
        self._unit: SgmlUnit = listed[0][1].unit

    @property
    def stripped(self) -> str:
        """Return the document's text without its task tags."""
        return self._unit.stripped()


def _by_unit(listed: Sequence[Annotation]) -> dict[int | str, list[tuple[int, Annotation]]]:
    found: dict[int | str, list[tuple[int, Annotation]]] = {}
    for index, each in enumerate(listed):
        found.setdefault(each.place[0], []).append((index, each))
    return found


def _span(mention: Annotation) -> Stretch:
    _, start, end = mention.place
    return int(start), -int(end)


def _pairs(one: _Side, other: _Side, exact: bool) -> list[Pair]:
    """Return the pairs from the alignments in both directions, closest first; each mention occurs at most
    once.
    """
    said = {(i, j) for i, j in enumerate(align_mentions(one, other, exact)[0]) if j is not None}
    said |= {(i, j) for j, i in enumerate(align_mentions(other, one, exact)[0]) if i is not None}
    return nearest_pairs(said, one.spans, other.spans)


# The places of tags of new mentions, so that they cross no other tags, and the mentions without a place.
#
# The mentions of a file are nested or disjoint, because a tag does not identify its close tag.


StrippedSpan = tuple[int, int]
"""A half-open range of a unit's text, not counting task tags."""


class TagPlaces:
    """Computes where new tags can be inserted among the remaining tags of a unit.

    `removed` contains the numbers of the elements whose tags are deleted.
    """

    def __init__(self, unit: SgmlUnit, removed: Collection[int]) -> None:
        self._unit = unit
        self._stripped = unit.places.stripped
        pairing = unit.structure.pairing
        self._spans: dict[int, StrippedSpan] = {}
        self._gone: set[int] = set()
        for number, tags in enumerate(zip(pairing.opens, pairing.closes, strict=True)):
            if number in removed:
                self._gone.update(tags)
            else:
                span = self._stripped[tags[0]], self._stripped[tags[1]]
                self._spans.update(dict.fromkeys(tags, span))

    def fitting(self, wanted: Mapping[int, StrippedSpan]) -> set[int]:
        """Return the new mentions that cross no remaining tag and no other new mention.

        If two new mentions cross, the one that starts first is kept.
        """
        if not wanted:
            return set()
        stay = set(self._spans.values())
        spans = [(span, -1) for span in stay] + [(span, name) for name, span in wanted.items()]
        fitting = {name for name, span in wanted.items() if self._holds_no_stray(*span)}
        around: list[tuple[StrippedSpan, int]] = []
        for span, name in sorted(spans, key=lambda each: (each[0][0], -each[0][1], each[1])):
            if name < 0 or name in fitting:
                while around and around[-1][0][1] <= span[0]:
                    around.pop()
                fitting -= set(_losers(around, span, name))
                around = [each for each in around if each[1] < 0 or each[1] in fitting]
                if name < 0 or name in fitting:
                    around.append((span, name))
        return fitting

    def opening(self, start: int, end: int) -> int:
        """Return the offset in the unit for the open tag of a mention with this extent."""
        place = self._unit.source_offset(start)
        for tag in self._at(start):
            span = self._spans.get(tag)
            if span is None or span[0] < start or span[1] > end:
                place = self._unit.places.ends[tag]
        return place

    def closing(self, start: int, end: int) -> int:
        """Return the offset in the unit for the close tag of a mention with this extent."""
        if start == end:
            return self.opening(start, end)
        for tag in self._at(end):
            span = self._spans.get(tag)
            if span is None or not start <= span[0] < span[1] == end:
                return self._unit.places.starts[tag]
        return self._unit.source_offset(end, after_tags=True)

    def _at(self, place: int) -> Iterator[int]:
        """Yield the remaining tags at an offset of the text without tags."""
        for tag in range(bisect_left(self._stripped, place), bisect_right(self._stripped, place)):
            if tag not in self._gone:
                yield tag

    def _holds_no_stray(self, start: int, end: int) -> bool:
        """Return whether a range contains no unpaired tag."""
        inside = range(bisect_right(self._stripped, start), bisect_left(self._stripped, end))
        return all(tag in self._spans or tag in self._gone for tag in inside)


def _losers(around: Sequence[tuple[StrippedSpan, int]], span: StrippedSpan, name: int) -> Iterator[int]:
    """Yield the new mentions that cannot be inserted because `span` crosses ranges that begin before it."""
    for (_, end), other in reversed(around):
        if end >= span[1]:
            return
        if name >= 0:
            yield name
            return
        if other >= 0:
            yield other


CROSSES = "the tags of the mention would cross other tags"


class GoldMention(NamedTuple):
    """A mention of the gold after the changes are applied.

    `mention` is its number among the mentions of the gold, or None for a new one. `span` is its extent in the
    text without task tags. `said` is the new content of its tag, or None if the content is unchanged.
    `is_moved` is true if its tags move to another position. `wanted` is the annotation from which a new
    mention is copied.
    """

    mention: int | None
    span: StrippedSpan
    said: MentionContent | None
    is_moved: bool = False
    wanted: Annotation | None = None

    @property
    def is_placed(self) -> bool:
        """Return whether its tags have to be inserted at a new position."""
        return self.mention is None or self.is_moved


class GoldDocument(NamedTuple):
    """All mentions of a gold document in text order, including removed ones.

    `links` maps each mention to its antecedent, as indices in `mentions`; `gone` contains the removed
    mentions, and new mentions whose tags would cross other tags.
    """

    chains: Chains
    places: TagPlaces
    mentions: Sequence[GoldMention]
    links: Mapping[int, int | None]
    gone: set[int]
    refused: Mapping[int, str]


Listed = tuple[int | None, GoldMention]
"""A mention and the number of the change that affects it, if any."""


class MentionPlan:
    """Plans the new content of one gold unit from the changes that affect it."""

    def __init__(
        self, unit: SgmlUnit, changes: Sequence[Change], own: Sequence[int], syntax: SgmlSyntax
    ) -> None:
        self._unit = unit
        self._syntax = syntax
        self._changes = changes
        self._chains = chains_of(unit, syntax, Role.KEY)
        self._order = in_text_order(self._chains)
        self._before = previous_mentions(self._chains)
        self._numbers = {start: mention for mention, start in enumerate(self._chains.text_starts)}
        present = {number: self._mention(changes[number].present) for number in own}
        self._changed = {mention: number for number, mention in present.items() if mention is not None}
        self._spans = self._wanted_spans(own)
        self._refused = {
            number: OTHER_TEXT
            for number in own
            if changes[number].wanted is not None and number not in self._spans
        }
        self._new = [number for number in own if changes[number].present is None and number in self._spans]

    def document(self) -> GoldDocument:
        """Return the mentions after the changes."""
        gone = {m for m, number in self._changed.items() if self._changes[number].wanted is None}
        moved = {m for m in self._changed if self._is_to_move(m)}
        places, fitting = self._places(gone, moved)
        tagged = {*self._new, *(self._changed[mention] for mention in moved)}
        self._refused |= dict.fromkeys(tagged - fitting, CROSSES)
        kept = {mention for mention in moved if self._changed[mention] in fitting}
        if kept != moved:
            moved = kept
            places, fitting = self._places(gone, moved)
        listed = sorted([*self._old(moved), *self._added()], key=_in_text)
        nodes = {each.mention: node for node, (_, each) in enumerate(listed) if each.mention is not None}
        of_change = {number: node for node, (number, _) in enumerate(listed) if number is not None}
        lost = {of_change[number] for number in self._new if number not in fitting}
        links = {node: self._link(each, nodes, of_change) for node, each in enumerate(listed)}
        mentions = [each for _, each in listed]
        gone_nodes = lost | {nodes[each] for each in gone}
        return GoldDocument(self._chains, places, mentions, links, gone_nodes, self._refused)

    def _mention(self, present: Annotation | None) -> int | None:
        """Return the number of the mention that an annotation of this unit represents."""
        if present is None or present.unit is not self._unit:
            return None
        return self._numbers.get(present.start)

    def _wanted_spans(self, own: Sequence[int]) -> dict[int, StrippedSpan]:
        """Return the extent of each changed or new mention in this unit, by change; a mention is omitted
        if its text differs from the gold's.
        """
        wanted = {number: self._changes[number].wanted for number in own}
        spans = {number: span_in(self._unit, each) for number, each in wanted.items() if each is not None}
        return {number: span for number, span in spans.items() if span is not None}

    def _is_to_move(self, mention: int) -> bool:
        own = self._chains.spans[mention]
        return self._spans.get(self._changed[mention], own) != own

    def _places(self, gone: set[int], moved: set[int]) -> tuple[TagPlaces, set[int]]:
        """Return the positions available for tags, and the changes whose tags fit there."""
        places = TagPlaces(self._unit, {self._chains.element_number(each) for each in gone | moved})
        numbers = [*(self._changed[mention] for mention in sorted(moved)), *self._new]
        return places, places.fitting({number: self._spans[number] for number in numbers})

    def _old(self, moved: set[int]) -> Iterator[Listed]:
        """Yield the existing mentions of the gold, each with the number of its change."""
        for mention in self._order:
            number = self._changed.get(mention)
            wanted = None if number is None else self._changes[number].wanted
            span = self._chains.spans[mention]
            said = None
            if wanted is not None and number is not None:
                said = MentionContent.in_value(wanted.value, self._syntax)
                span = self._spans[number] if mention in moved else span
            yield number, GoldMention(mention, span, said, mention in moved)

    def _added(self) -> Iterator[Listed]:
        """Yield the new mentions, including those whose tags cannot be inserted."""
        for number in self._new:
            wanted = self._changes[number].wanted
            if wanted is not None:
                said = MentionContent.in_value(wanted.value, self._syntax)
                yield number, GoldMention(None, self._spans[number], said, wanted=wanted)

    def _link(self, listed: Listed, nodes: Mapping[int, int], of_change: Mapping[int, int]) -> int | None:
        """Return the antecedent of a mention: the previous mention, or the mention that the change
        requires.
        """
        number, each = listed
        change = None if number is None else self._changes[number]
        if change is None or change.wanted is None:
            before = None if each.mention is None else self._before[each.mention]
            return None if before is None else nodes[before]
        target = next(iter(change.targets), None)
        if isinstance(target, int):
            return of_change.get(target)
        mention = self._mention(target)
        return None if mention is None else nodes[mention]


def _in_text(listed: Listed) -> tuple[int, int]:
    start, end = listed[1].span
    return start, -end


def span_in(unit: SgmlUnit, wanted: Annotation) -> StrippedSpan | None:
    """Return the extent in a gold unit of a mention from another file; None if the gold has different text
    there.
    """
    _, first, last = wanted.place
    start, end = int(first), -int(last)
    text = unit.stripped()
    if wanted.unit is None:
        return (start, end) if " ".join(text[start:end].split()) == wanted.name else None
    other = wanted.unit.stripped()
    if text == other:
        return start, end
    if wanted.unit.document != unit.document:
        return None
    places = unit.counterparts_of(wanted.unit)
    found = places.start(start), max(places.start(start), places.end(end))
    return found if text[slice(*found)] == other[start:end] else None
