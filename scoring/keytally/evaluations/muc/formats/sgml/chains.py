"""Mentions and chains: the coreference tags of a unit, and which of them their REFs tie together.

Links are symmetric and transitive, so a chain is a class of mentions: those that a path of REFs joins.
Of two mentions with one ID the first is meant; a REF to an ID that is not there ties nothing.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagShape
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

RECENT_UNITS = 32
REMEMBERED_TAGS = 1 << 15


class Reference(NamedTuple):
    """What a coreference tag says: its ID, the ID it points to, its head, and whether it is optional.

    What a tag does not say is "". `gives_minimum` tells whether it has a MIN, be that empty.
    """

    identifier: str = ""
    reference: str = ""
    minimum: str = ""
    optional: bool = False
    gives_minimum: bool = False


class Mention(NamedTuple):
    """A coreference element and what its tag says."""

    element: Element
    said: Reference

    @property
    def identifier(self) -> str:
        """Its ID, "" where it has none."""
        return self.said.identifier

    @property
    def reference(self) -> str:
        """The ID that its REF names, "" where it has none."""
        return self.said.reference

    @property
    def minimum(self) -> str:
        """Its MIN, "" where it has none."""
        return self.said.minimum

    @property
    def optional(self) -> bool:
        """Whether a response may lack it without loss."""
        return self.said.optional

    @property
    def span(self) -> tuple[int, int]:
        """Where its text stands, task tags not counted: half-open, from the unit's start."""
        return self.element.stripped_start, self.element.stripped_end


class Chains:
    """The mentions of a unit and their chains; mentions and chains go by their numbers, from 0.

    Mentions stand in the order of their open tags, chains in the order of their first mentions.
    `antecedents` holds the mention that each one's REF points to, `chain_of` each one's chain, and
    `members` each chain's mentions in order. `spans` are the mentions' texts, task tags not counted.
    """

    def __init__(self, unit: SgmlUnit | None, mentions: Sequence[Mention]) -> None:
        self.unit = unit
        self.mentions = mentions
        self.spans = [(each.element.stripped_start, each.element.stripped_end) for each in mentions]
        self.antecedents = _antecedents(mentions)
        self.chain_of = _classes(self.antecedents)
        self.members: list[list[int]] = []
        for mention, chain in enumerate(self.chain_of):
            if chain == len(self.members):
                self.members.append([mention])
            else:
                self.members[chain].append(mention)

    def __len__(self) -> int:
        return len(self.mentions)

    def chain(self, mention: int) -> Sequence[int]:
        """All mentions of a mention's chain, itself among them, in order."""
        return self.members[self.chain_of[mention]]

    def antecedent(self, mention: int) -> int | None:
        """The mention that a mention's REF points to."""
        return self.antecedents[mention]

    def dependants(self, mention: int) -> Sequence[int]:
        """The mentions whose REFs point to a mention, in order."""
        return self._dependants.get(mention, ())

    def mention_at(self, offset: int) -> int | None:
        """The innermost mention whose element, tags included, holds a place of the unit or ends at it."""
        place = bisect_right(self._starts, offset)
        around = (mention for mention in range(place - 1, -1, -1) if self._ends[mention] >= offset)
        inside = next(around, None)
        if inside is None or self._ends[inside] > offset:
            return inside
        return next((mention for mention in around if self._ends[mention] > offset), inside)

    def mention_of(self, identifier: str) -> int | None:
        """The first mention with an ID."""
        return self._by_identifier.get(identifier)

    def text(self, mention: int) -> str:
        """A mention's text on one line, single blanks between its words."""
        text = self._texts.get(mention)
        if text is None:
            start, end = self.spans[mention]
            text = self._texts[mention] = " ".join(self.stripped[start:end].split())
        return text

    def name(self, chain: int) -> str:
        """What a chain is called: the text of its first mention."""
        return self.text(self.members[chain][0])

    @cached_property
    def stripped(self) -> str:
        """The unit's text without its task tags."""
        return self.unit.stripped() if self.unit is not None else ""

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _dependants(self) -> dict[int, list[int]]:
        dependants: dict[int, list[int]] = {}
        for mention, antecedent in enumerate(self.antecedents):
            if antecedent is not None:
                dependants.setdefault(antecedent, []).append(mention)
        return dependants

    @cached_property
    def _by_identifier(self) -> dict[str, int]:
        return {each.identifier: mention for mention, each in reversed(list(enumerate(self.mentions)))}

    @cached_property
    def _starts(self) -> list[int]:
        return [mention.element.open.start for mention in self.mentions]

    @cached_property
    def _ends(self) -> list[int]:
        return [mention.element.close.end for mention in self.mentions]


@lru_cache(maxsize=RECENT_UNITS)
def chains_of(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Chains:
    """The chains of a unit's scored mentions; in the role of a response no mention is optional.

    Those of the units last asked for are remembered.
    """
    return Chains(unit, list(mentions_of(unit, syntax, role)))


def mentions_of(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Iterator[Mention]:
    """The scored coreference elements of a unit in the order of their open tags."""
    read = reference_reader(syntax, role).read
    linking = {tag.name for tag in syntax.tags if syntax.links(tag.name)}
    for element in unit.elements:
        shape = element.open.shape
        if element.scored and shape.name in linking:
            yield Mention(element, read(shape))


class ReferenceReader:
    """Reads what coreference tags say, once for each way that a tag is written."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        self._syntax = syntax
        self._is_key = is_key
        self._read: dict[TagShape, Reference] = {}

    def read(self, shape: TagShape) -> Reference:
        """What a tag of this shape says."""
        said = self._read.get(shape)
        if said is None:
            if len(self._read) >= REMEMBERED_TAGS:
                self._read.clear()
            said = self._read[shape] = self._reference(shape)
        return said

    def _reference(self, shape: TagShape) -> Reference:
        """The first attribute of a name counts."""
        given = {each.name: each.value for each in reversed(shape.attributes) if not each.bare}
        syntax, is_optional = self._syntax, False
        if self._is_key and syntax.status in given:
            is_optional = given[syntax.status].strip().upper() in OPTIONAL_VALUES
        return Reference(
            given.get(syntax.identifier, "").strip(),
            given.get(syntax.reference, "").strip(),
            given.get(syntax.minimum, "").strip().replace(syntax.quote_char, '"'),
            is_optional,
            syntax.minimum in given,
        )


@lru_cache(maxsize=8)
def reference_reader(syntax: SgmlSyntax, role: Role) -> ReferenceReader:
    """One reader for a syntax and a role, so that files share what it remembers of their tags."""
    return ReferenceReader(syntax, role is not Role.RESPONSE)


def _antecedents(mentions: Sequence[Mention]) -> list[int | None]:
    """The mention that each REF points to; None where it points to none."""
    first: dict[str, int] = {}
    for place, (_, said) in enumerate(mentions):
        if said.identifier:
            first.setdefault(said.identifier, place)
    return [first.get(said.reference) for _, said in mentions]


def _classes(antecedents: Sequence[int | None]) -> list[int]:
    """The number of each mention's chain: the transitive closure of the links.

    Chains are joined at their first mention, so numbers rise in the order of those.
    """
    parents = list(range(len(antecedents)))
    for mention, antecedent in enumerate(antecedents):
        if antecedent is not None:
            some, other = _root(parents, mention), _root(parents, antecedent)
            parents[max(some, other)] = min(some, other)
    numbers: list[int] = []
    count = 0
    for mention, parent in enumerate(parents):
        if parent == mention:
            numbers.append(count)
            count += 1
        else:
            numbers.append(numbers[_root(parents, mention)])
    return numbers


def _root(parents: list[int], mention: int) -> int:
    while parents[mention] != mention:
        parents[mention] = mention = parents[parents[mention]]
    return mention


NO_CHAINS = Chains(None, ())
"""Those of a document that is not there."""
