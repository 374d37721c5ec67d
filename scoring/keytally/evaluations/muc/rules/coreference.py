"""The rules about chains: what coreference tags of a document say of each other.

All tags of a document share one set of IDs, those outside the scored sections too. A tag whose element
is broken keeps its ID, so that a lost bracket is told of once and not at every REF to it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.chains import Reference, reference_reader
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.sgml.words import squashed
from keytally.evaluations.muc.rules.sgml_attributes import removal, shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.rule import Rule
from keytally.findings.table import sgml as table

MOST_SHOWN = 8
"""How many mentions of a circle a finding names."""


class _Said(NamedTuple):
    """An open tag and what it says."""

    tag: Tag
    said: Reference


def judge_chains(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Iterator[Finding]:
    """Every finding about the chains of a unit."""
    linking = {tag.name for tag in syntax.tags if syntax.links(tag.name)}
    read = reference_reader(syntax, role).read
    opened = [
        _Said(tag, read(tag.shape))
        for tag in unit.tags
        if not tag.shape.is_close and tag.shape.name in linking
    ]
    if opened:
        elements = {each.open.start: each for each in unit.elements}
        yield from _Judge(unit, syntax, opened, elements).findings()


class _Judge:
    """Judges the coreference tags of one unit; tags go by their numbers in the order of the text."""

    def __init__(
        self, unit: SgmlUnit, syntax: SgmlSyntax, opened: list[_Said], elements: dict[int, Element]
    ) -> None:
        self._unit = unit
        self._syntax = syntax
        self._opened = opened
        self._elements = elements
        self._first: dict[str, int] = {}
        self._repeating: list[int] = []
        for place, (_, said) in enumerate(opened):
            if said.identifier and self._first.setdefault(said.identifier, place) != place:
                self._repeating.append(place)
        self._antecedents = [self._first.get(said.reference) for _, said in opened]
        self._pointed_to = frozenset(self._antecedents)

    def findings(self) -> Iterator[Finding]:
        """Every finding, rule by rule."""
        yield from self._duplicate_ids()
        yield from self._dangling()
        yield from self._self_references()
        yield from self._cycles()
        yield from self._duplicate_mentions()
        yield from self._heads()

    def _duplicate_ids(self) -> Iterator[Finding]:
        """A repeated ID. Nothing can point to its mention, so an ID that is free can take its place."""
        free = _free_number(self._first) if self._repeating else 0
        for number, place in enumerate(self._repeating):
            identifier = self._opened[place].said.identifier
            first = self._attribute(self._first[identifier], self._syntax.identifier)
            related = Related(self._unit, *first, "the first mention with this ID")
            start, end = self._attribute(place, self._syntax.identifier)
            name = str(free + number)
            arguments = {"identifier": shown(identifier), "free": name}
            yield Finding(table.DUPLICATE_ID, start, end, arguments, (Edit(start, end, name),), (related,))

    def _dangling(self) -> Iterator[Finding]:
        """A REF to no mention, unless a tag that lost its own ID stands where that ID would."""
        unknown = [place for place, antecedent in enumerate(self._antecedents) if antecedent is None]
        gaps = self._gaps() if any(self._opened[place].said.reference for place in unknown) else frozenset()
        for place in unknown:
            tag, said = self._opened[place]
            attribute = tag.attribute(self._syntax.reference)
            is_lost = said.reference.isdecimal() and said.reference in gaps
            if attribute is not None and not is_lost and (said.reference or not attribute.flaw):
                start, end = self._attribute(place, self._syntax.reference)
                arguments = {"reference": shown(said.reference)}
                yield Finding(table.DANGLING_REF, start, end, arguments)

    def _gaps(self) -> frozenset[str]:
        """The IDs that lack where tags are numbered in order and one of them is without its own.

        That tag has a finding already.
        """
        nameless = {place for place, (_, said) in enumerate(self._opened) if not said.identifier}
        gaps = map(self._gap, {*nameless, *self._repeating})
        return frozenset(str(gap) for gap in gaps if gap is not None)

    def _gap(self, place: int) -> int | None:
        """The number that belongs between those of the tags before and behind one, None where none does."""
        before, behind = self._number(place - 1), self._number(place + 1)
        if behind is None:
            return None if before is None else before + 1
        return behind - 1 if before in (None, behind - 2) else None

    def _number(self, place: int) -> int | None:
        """The ID of a tag as a number, None where it is none."""
        if not 0 <= place < len(self._opened):
            return None
        identifier = self._opened[place].said.identifier
        return int(identifier) if identifier.isdecimal() and len(identifier) < 10 else None

    def _self_references(self) -> Iterator[Finding]:
        for place, antecedent in enumerate(self._antecedents):
            if antecedent == place:
                yield self._removable(table.SELF_REF, place, {"identifier": self._name(place)})

    def _cycles(self) -> Iterator[Finding]:
        """A cycle of REFs, told of at its first mention: without that REF the chain is the same."""
        for cycle in _cycles(self._antecedents):
            path = _from(cycle, min(cycle))
            names = [self._name(place) for place in path[:MOST_SHOWN]]
            names += ["…"] if len(path) > MOST_SHOWN else []
            arguments = {"cycle": " → ".join([*names, names[0]])}
            related = tuple(
                Related(self._unit, *self._attribute(place, self._syntax.reference), "the next of the circle")
                for place in path[1:MOST_SHOWN]
            )
            yield self._removable(table.REF_CYCLE, path[0], arguments, related)

    def _removable(
        self, rule: Rule, place: int, arguments: dict[str, str], related: tuple[Related, ...] = ()
    ) -> Finding:
        """A finding about a REF that ties nothing: it can go."""
        tag = self._opened[place].tag
        start, end = self._attribute(place, self._syntax.reference)
        attribute = tag.attribute(self._syntax.reference)
        edits = (self._removal(tag, attribute),) if attribute is not None else ()
        return Finding(rule, start, end, arguments, edits, related)

    def _removal(self, tag: Tag, attribute: Attribute) -> Edit:
        edit = removal(self._unit.text[tag.start : tag.end], attribute)
        return Edit(tag.start + edit.start, tag.start + edit.end, "")

    def _duplicate_mentions(self) -> Iterator[Finding]:
        """Two mentions of the same text at the same place. The inner one can go where no link is lost."""
        spans = [(each.stripped_start, each.stripped_end) for each in self._elements.values()]
        if len(set(spans)) == len(spans):
            return
        seen: dict[tuple[int, int], int] = {}
        for place, (tag, _) in enumerate(self._opened):
            element = self._elements.get(tag.start)
            if element is None or element.stripped_start == element.stripped_end:
                continue
            first = seen.setdefault((element.stripped_start, element.stripped_end), place)
            if first != place:
                outer = self._opened[first].tag
                related = Related(self._unit, outer.start, outer.end, "the other mention")
                arguments = {"identifier": self._name(first)}
                edits = self._untagging(place, element) if self._is_idle(place, first) else ()
                yield Finding(table.DUPLICATE_MENTION, tag.start, tag.end, arguments, edits, (related,))

    def _is_idle(self, place: int, first: int) -> bool:
        """Whether no link is lost with a mention beside one at the same place."""
        points_on = self._opened[place].said.reference and self._antecedents[place] not in (first, place)
        return not points_on and place not in self._pointed_to

    def _untagging(self, place: int, element: Element) -> tuple[Edit, ...]:
        opened, close = element.open, element.close
        return Edit(opened.start, opened.end, ""), Edit(close.start, close.end, "")

    def _heads(self) -> Iterator[Finding]:
        text = ""
        for place, (tag, said) in enumerate(self._opened):
            if not said.gives_minimum:
                continue
            element, attribute = self._elements.get(tag.start), tag.attribute(self._syntax.minimum)
            if element is None or attribute is None or (attribute.flaw and not said.minimum):
                continue
            text = text or self._unit.stripped()
            tagged = text[element.stripped_start : element.stripped_end]
            if not said.minimum or squashed(said.minimum) not in squashed(tagged):
                start, end = self._attribute(place, self._syntax.minimum)
                yield Finding(table.MIN_NOT_IN_TEXT, start, end, {"value": shown(said.minimum)})

    def _name(self, place: int) -> str:
        return shown(self._opened[place].said.identifier)

    def _attribute(self, place: int, name: str) -> tuple[int, int]:
        """Where a tag's attribute has its value; of an empty value, where the attribute stands."""
        tag = self._opened[place].tag
        attribute = tag.attribute(name)
        if attribute is None:
            return tag.start, tag.end
        value = attribute.value
        start = attribute.value_start + len(value) - len(value.lstrip())
        if not value.strip():
            return tag.start + attribute.start, tag.start + attribute.end
        return tag.start + start, tag.start + start + len(value.strip())


def _cycles(antecedents: list[int | None]) -> Iterator[list[int]]:
    """The cycles of two and more, each in the order of its links. Each has a link that points forward."""
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
    """A cycle as it goes from one of its mentions on."""
    start = cycle.index(first)
    return cycle[start:] + cycle[:start]


def _free_number(identifiers: dict[str, int]) -> int:
    """The first of the numbers above all that are IDs."""
    numbers = (int(name) for name in identifiers if name.isdecimal() and len(name) < 10)
    return max(numbers, default=0) + 1
