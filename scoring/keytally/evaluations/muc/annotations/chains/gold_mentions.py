"""The mentions that a document of the gold has and is to have, with their places and links."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Change
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.chains.mentions import Said, in_text_order, previous
from keytally.evaluations.muc.annotations.chains.tag_places import StrippedSpan, TagPlaces
from keytally.evaluations.muc.annotations.refusals import OTHER_TEXT
from keytally.evaluations.muc.formats.sgml.chains import Chains, chains_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

CROSSES = "its tags would cross other tags"


class GoldMention(NamedTuple):
    """A mention of the gold after the changes.

    `mention` is its number among the chains of the gold, None for a new one. `span` is its text without task
    tags. `said` is what its tag is to say; None if it stays as it is. `is_moved` is set if the tags stand
    elsewhere. `wanted` is what a new one is taken from.
    """

    mention: int | None
    span: StrippedSpan
    said: Said | None
    is_moved: bool = False
    wanted: Annotation | None = None

    @property
    def is_placed(self) -> bool:
        """Whether its tags have to be written at a place."""
        return self.mention is None or self.is_moved


class GoldDocument(NamedTuple):
    """All mentions in the order of the text, those that go away among them.

    `links` has the mention that each is to be linked to, by their numbers in `mentions`; `gone` are those
    that go away, and new ones whose tags would cross others.
    """

    chains: Chains
    places: TagPlaces
    mentions: Sequence[GoldMention]
    links: Mapping[int, int | None]
    gone: set[int]
    refused: Mapping[int, str]


Listed = tuple[int | None, GoldMention]
"""A mention, and the number of the change that concerns it."""


class Planning:
    """Makes the plan of one unit of the gold from the changes that concern it, by their numbers."""

    def __init__(
        self, unit: SgmlUnit, changes: Sequence[Change], own: Sequence[int], syntax: SgmlSyntax
    ) -> None:
        self._unit = unit
        self._syntax = syntax
        self._changes = changes
        self._chains = chains_of(unit, syntax, Role.KEY)
        self._order = in_text_order(self._chains)
        self._before = previous(self._chains)
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
        """The mentions after the changes."""
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
        """The mention of this unit that an annotation is."""
        if present is None or present.unit is not self._unit:
            return None
        return self._numbers.get(present.start)

    def _wanted_spans(self, own: Sequence[int]) -> dict[int, StrippedSpan]:
        """The text of each wanted mention in this unit, by change; none where this unit has other text."""
        wanted = {number: self._changes[number].wanted for number in own}
        spans = {number: span_in(self._unit, each) for number, each in wanted.items() if each is not None}
        return {number: span for number, span in spans.items() if span is not None}

    def _is_to_move(self, mention: int) -> bool:
        own = self._chains.spans[mention]
        return self._spans.get(self._changed[mention], own) != own

    def _places(self, gone: set[int], moved: set[int]) -> tuple[TagPlaces, set[int]]:
        """The places for tags, and the changes whose tags have one."""
        places = TagPlaces(self._unit, {self._chains.element_number(each) for each in gone | moved})
        numbers = [*(self._changed[mention] for mention in sorted(moved)), *self._new]
        return places, places.fitting({number: self._spans[number] for number in numbers})

    def _old(self, moved: set[int]) -> Iterator[Listed]:
        """The mentions of the gold, each with the number of its change."""
        for mention in self._order:
            number = self._changed.get(mention)
            wanted = None if number is None else self._changes[number].wanted
            span = self._chains.spans[mention]
            said = None
            if wanted is not None and number is not None:
                said = Said.in_value(wanted.value, self._syntax)
                span = self._spans[number] if mention in moved else span
            yield number, GoldMention(mention, span, said, mention in moved)

    def _added(self) -> Iterator[Listed]:
        """The new mentions; some may have no place for their tags."""
        for number in self._new:
            wanted = self._changes[number].wanted
            if wanted is not None:
                said = Said.in_value(wanted.value, self._syntax)
                yield number, GoldMention(None, self._spans[number], said, wanted=wanted)

    def _link(self, listed: Listed, nodes: Mapping[int, int], of_change: Mapping[int, int]) -> int | None:
        """The mention that one is linked to: as it was, or as its change wants."""
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
    """The text of another file's mention in a unit of the gold; None where the gold has other text."""
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
