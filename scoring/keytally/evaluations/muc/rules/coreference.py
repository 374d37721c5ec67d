"""Rules for chains: the IDs and REFs of a document's coreference tags.

All tags of a document share one set of IDs, including those outside the scored sections. A tag whose element
is broken keeps its ID, so that a lost bracket is reported once and not at every REF to it.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter, eq

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.mention_attributes import (
    antecedents_of,
    attributes_reader,
    first_bearers,
    linking_names,
)
from keytally.evaluations.muc.formats.sgml.quoted_words import contains_words
from keytally.evaluations.muc.formats.sgml.structure import Structure
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.rules.sgml_attributes import removal, shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import coreference as table

RECENT_STRUCTURES = 8
"""The number of recent units whose links are cached, for edits between the tags."""

MOST_SHOWN = 8
"""How many mentions of a circle a finding names."""


class _Links:
    """The IDs and REFs of the open coreference tags of a unit, independent of places.

    Tags are numbered in order; `tags` holds the number of each among all task tags.
    """

    def __init__(self, structure: Structure, syntax: SgmlSyntax, role: Role) -> None:
        linking, shapes = linking_names(syntax), structure.shapes
        self.tags = [tag for tag, shape in enumerate(shapes) if not shape.is_close and shape.name in linking]
        self.shapes = [shapes[tag] for tag in self.tags]
        self.attributes = list(map(attributes_reader(syntax, role).__getitem__, self.shapes))
        self.closes = dict(zip(structure.pairing.opens, structure.pairing.closes, strict=True))
        self.first = first_bearers(self.attributes)
        self.repeating = [] if len(self.first) == len(self.attributes) else list(self._repeating())
        self.antecedents = antecedents_of(self.attributes, self.first)
        self.pointed_to = frozenset(self.antecedents)
        self.to_themselves = [place for place, other in enumerate(self.antecedents) if other == place]
        self.cycles = list(_cycles(self.antecedents))
        self.loses_links = False
        self.dangling = list(self._dangling(syntax.reference))
        self.heads = list(self._heads(syntax.minimum))

    def _repeating(self) -> Iterator[int]:
        """The tags with an ID that an earlier tag has."""
        for place, attributes in enumerate(self.attributes):
            if attributes.identifier and self.first[attributes.identifier] != place:
                yield place

    def _dangling(self, reference: str) -> Iterator[int]:
        """The REFs to no mention, except to the ID that a tag without an ID should have."""
        unknown = [place for place, antecedent in enumerate(self.antecedents) if antecedent is None]
        gaps = self._gaps() if any(self.attributes[place].reference for place in unknown) else frozenset()
        for place in unknown:
            attribute, named = self.shapes[place].attribute(reference), self.attributes[place].reference
            is_lost = named.isdecimal() and named in gaps
            self.loses_links |= is_lost
            if attribute is not None and not is_lost and (named or not attribute.flaw):
                yield place

    def _gaps(self) -> frozenset[str]:
        """The IDs that are missing from a sequence because a tag is without its own.

        That tag has a finding already.
        """
        nameless = {place for place, attributes in enumerate(self.attributes) if not attributes.identifier}
        gaps = map(self._gap, {*nameless, *self.repeating})
        return frozenset(str(gap) for gap in gaps if gap is not None)

    def _gap(self, place: int) -> int | None:
        """The number between those of the previous and the next tag, None if there is no single one."""
        before, behind = self._number(place - 1), self._number(place + 1)
        if behind is None:
            return None if before is None else before + 1
        return behind - 1 if before in (None, behind - 2) else None

    def _number(self, place: int) -> int | None:
        """The ID of a tag as a number, None if it is none."""
        if not 0 <= place < len(self.attributes):
            return None
        identifier = self.attributes[place].identifier
        return int(identifier) if identifier.isdecimal() and len(identifier) < 10 else None

    def _heads(self, minimum: str) -> Iterator[int]:
        """The tags whose MIN can be compared with their texts."""
        for place, attributes in enumerate(self.attributes):
            if attributes.gives_minimum and self.tags[place] in self.closes:
                attribute = self.shapes[place].attribute(minimum)
                if attribute is not None and (attributes.minimum or not attribute.flaw):
                    yield place


@lru_cache(maxsize=RECENT_STRUCTURES)
def _links_of(structure: Structure, syntax: SgmlSyntax, role: Role) -> _Links:
    return _Links(structure, syntax, role)


def judge_chains(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Iterator[Finding]:
    """Every finding about the chains of a unit."""
    if unit.structure.shapes and linking_names(syntax):
        yield from _Judge(unit, syntax, _links_of(unit.structure, syntax, role)).findings()


def loses_links(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> bool:
    """Whether a REF seems to be to a mention that lacks its ID."""
    if not (unit.structure.flawed and linking_names(syntax)):
        return False
    return _links_of(unit.structure, syntax, role).loses_links


def breaks_links(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> bool:
    """Whether a REF is to no mention, or to its own."""
    shapes, linking = unit.structure.shapes, linking_names(syntax)
    if not (shapes and linking):
        return False
    opened = [shape for shape in shapes if not shape.is_close and shape.name in linking]
    attributes = list(map(attributes_reader(syntax, role).__getitem__, opened))
    identifiers = list(map(attrgetter("identifier"), attributes))
    references = list(map(attrgetter("reference"), attributes))
    return not {*references} <= {*identifiers, ""} or any(map(eq, references, identifiers))


class _Judge:
    """Checks the coreference tags of one unit; tags are numbered in the order of the text."""

    def __init__(self, unit: SgmlUnit, syntax: SgmlSyntax, links: _Links) -> None:
        self._unit = unit
        self._syntax = syntax
        self._links = links

    def findings(self) -> Iterator[Finding]:
        """Every finding, rule by rule."""
        yield from self._duplicate_ids()
        yield from self._dangling()
        yield from self._self_references()
        yield from self._cycles()
        yield from self._duplicate_mentions()
        yield from self._heads()

    def _duplicate_ids(self) -> Iterator[Finding]:
        """A repeated ID. No REF can point to its mention, so an unused ID can replace it."""
        links = self._links
        free = _free_number(links.first) if links.repeating else 0
        for number, place in enumerate(links.repeating):
            identifier = links.attributes[place].identifier
            first = self._attribute(links.first[identifier], self._syntax.identifier)
            related = Related(self._unit, *first, "the first mention with this ID")
            start, end = self._attribute(place, self._syntax.identifier)
            name = str(free + number)
            yield table.DUPLICATE_ID.finding(
                start,
                end,
                {"identifier": shown(identifier), "free": name},
                (Edit(start, end, name),),
                (related,),
            )

    def _dangling(self) -> Iterator[Finding]:
        for place in self._links.dangling:
            start, end = self._attribute(place, self._syntax.reference)
            yield table.DANGLING_REF.finding(
                start, end, {"reference": shown(self._links.attributes[place].reference)}
            )

    def _self_references(self) -> Iterator[Finding]:
        for place in self._links.to_themselves:
            span, edits = self._idle_reference(place)
            yield table.SELF_REF.finding(*span, {"identifier": self._name(place)}, edits)

    def _cycles(self) -> Iterator[Finding]:
        """A cycle of REFs, reported at its first mention: without that REF the chain is the same."""
        for cycle in self._links.cycles:
            path = _from(cycle, min(cycle))
            names = [self._name(place) for place in path[:MOST_SHOWN]]
            names += ["…"] if len(path) > MOST_SHOWN else []
            related = tuple(
                Related(self._unit, *self._attribute(place, self._syntax.reference), "the next of the circle")
                for place in path[1:MOST_SHOWN]
            )
            span, edits = self._idle_reference(path[0])
            yield table.REF_CYCLE.finding(*span, {"cycle": " → ".join([*names, names[0]])}, edits, related)

    def _idle_reference(self, place: int) -> tuple[tuple[int, int], tuple[Edit, ...]]:
        """The place of a redundant REF of a mention, and the edit that removes it."""
        tag = self._tag(place)
        attribute = tag.attribute(self._syntax.reference)
        edits = (self._removal(tag, attribute),) if attribute is not None else ()
        return self._attribute(place, self._syntax.reference), edits

    def _removal(self, tag: Tag, attribute: Attribute) -> Edit:
        edit = removal(self._unit.text[tag.start : tag.end], attribute)
        return Edit(tag.start + edit.start, tag.start + edit.end, "")

    def _duplicate_mentions(self) -> Iterator[Finding]:
        """Two mentions of the same text at the same place. The inner one is removed if no link is lost."""
        if not self._may_be_duplicates():
            return
        stripped, seen = self._unit.places.stripped, dict[tuple[int, int], int]()
        for place, number in enumerate(self._links.tags):
            close = self._links.closes.get(number)
            if close is None or stripped[number] == stripped[close]:
                continue
            first = seen.setdefault((stripped[number], stripped[close]), place)
            if first != place:
                tag, outer = self._tag(place), self._tag(first)
                related = Related(self._unit, outer.start, outer.end, "the other mention")
                edits = _untagging(tag, self._unit.tags[close]) if self._is_idle(place, first) else ()
                yield table.DUPLICATE_MENTION.finding(
                    tag.start, tag.end, {"identifier": self._name(first)}, edits, (related,)
                )

    def _may_be_duplicates(self) -> bool:
        """Whether any two mentions begin at the same text; tags in order have increasing places."""
        starts = list(map(self._unit.places.stripped.__getitem__, self._links.tags))
        return any(map(eq, starts, starts[1:]))

    def _is_idle(self, place: int, first: int) -> bool:
        """Whether no link is lost without a mention that has a duplicate at its place."""
        links = self._links
        points_on = links.attributes[place].reference and links.antecedents[place] not in (first, place)
        return not points_on and place not in links.pointed_to

    def _heads(self) -> Iterator[Finding]:
        links, stripped = self._links, self._unit.places.stripped
        text = self._unit.stripped() if links.heads else ""
        for place in links.heads:
            number, minimum = links.tags[place], links.attributes[place].minimum
            tagged = text[stripped[number] : stripped[links.closes[number]]]
            if not minimum or not contains_words(tagged, minimum):
                start, end = self._attribute(place, self._syntax.minimum)
                yield table.MIN_NOT_IN_TEXT.finding(start, end, {"value": shown(minimum)})

    def _name(self, place: int) -> str:
        return shown(self._links.attributes[place].identifier)

    def _tag(self, place: int) -> Tag:
        return self._unit.tags[self._links.tags[place]]

    def _attribute(self, place: int, name: str) -> tuple[int, int]:
        """The range of a value of a tag's attribute; of an empty value, that of the attribute."""
        tag = self._tag(place)
        attribute = tag.attribute(name)
        if attribute is None:
            return tag.start, tag.end
        value = attribute.value
        start = attribute.value_start + len(value) - len(value.lstrip())
        if not value.strip():
            return tag.start + attribute.start, tag.start + attribute.end
        return tag.start + start, tag.start + start + len(value.strip())


def _untagging(opened: Tag, close: Tag) -> tuple[Edit, ...]:
    return Edit(opened.start, opened.end, ""), Edit(close.start, close.end, "")


def _cycles(antecedents: list[int | None]) -> Iterator[list[int]]:
    """The cycles of two and more, each in the order of its links. Each has a link to a later mention."""
    walks = [0] * len(antecedents)
    forward = (place for place, other in enumerate(antecedents) if other is not None and other > place)
    for start in forward:
        place: int | None = start
        path = []
        while place is not None and not walks[place]:
            walks[place] = start + 1
            path.append(place)
            place = antecedents[place]
        if place is not None and path and walks[place] == start + 1:
            cycle = path[path.index(place) :]
            if len(cycle) > 1:
                yield cycle


def _from(cycle: list[int], first: int) -> list[int]:
    """A cycle rotated to begin at one of its mentions."""
    start = cycle.index(first)
    return cycle[start:] + cycle[:start]


def _free_number(identifiers: dict[str, int]) -> int:
    """The first number above all IDs."""
    numbers = (int(name) for name in identifiers if name.isdecimal() and len(name) < 10)
    return max(numbers, default=0) + 1
