"""Mentions and coreference chains: the attributes of mention tags, and the classes that their REFs form."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence, Set
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple, overload

from keytally.families.contract import Role
from keytally.families.muc.sgml.structure import Element, Structure
from keytally.families.muc.sgml.syntax import NOWHERE, OPTIONAL_VALUES, SgmlSyntax, TagShape
from keytally.families.muc.sgml.unit import SgmlUnit

_IDENTIFIER, _REFERENCE = itemgetter(0), itemgetter(1)
REMEMBERED_TAGS = 1 << 15


class MentionAttributes(NamedTuple):
    """The attributes of a coreference tag: its ID, its REF, its head (MIN), and whether it is optional.

    A missing attribute is "". `gives_minimum` is true if the tag has a MIN, even an empty one.
    """

    identifier: str = ""
    reference: str = ""
    minimum: str = ""
    optional: bool = False
    gives_minimum: bool = False


@lru_cache(maxsize=8)
def linking_names(syntax: SgmlSyntax) -> Set[str]:
    """Return the names of the tags that mark mentions."""
    return frozenset(tag.name for tag in syntax.tags if syntax.links(tag.name))


class AttributesReader(dict[TagShape, MentionAttributes]):
    """The attributes of coreference tags, cached for each spelling of a tag."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        super().__init__()
        self._syntax = syntax
        self._is_key = is_key

    def __missing__(self, shape: TagShape) -> MentionAttributes:
        if len(self) >= REMEMBERED_TAGS:
            self.clear()
        attributes = self[shape] = self._attributes(shape)
        return attributes

    def _attributes(self, shape: TagShape) -> MentionAttributes:
        """Return the attributes of a tag; the first of duplicates is used."""
        given = {
            attribute.name: attribute.value for attribute in reversed(shape.attributes) if not attribute.bare
        }
        syntax, is_optional = self._syntax, False
        if self._is_key and syntax.status in given:
            is_optional = given[syntax.status].strip().upper() in OPTIONAL_VALUES
        return MentionAttributes(
            given.get(syntax.identifier, "").strip(),
            given.get(syntax.reference, "").strip(),
            given.get(syntax.minimum, "").strip().replace(syntax.quote_char, '"'),
            is_optional,
            syntax.minimum in given,
        )


@lru_cache(maxsize=8)
def attributes_reader(syntax: SgmlSyntax, role: Role) -> AttributesReader:
    """Return the reader for a syntax and a role, which files share so that its cache is reused."""
    return AttributesReader(syntax, role is not Role.RESPONSE)


def first_bearers(attributes: Sequence[MentionAttributes]) -> dict[str, int]:
    """Return the first mention with each ID."""
    first = dict(zip(map(_IDENTIFIER, reversed(attributes)), range(len(attributes) - 1, -1, -1), strict=True))
    first.pop("", None)
    return first


def antecedents_of(attributes: Sequence[MentionAttributes], first: Mapping[str, int]) -> list[int | None]:
    """Return the mention that each REF points to, given the first mention with each ID; None if there is
    none.
    """
    return list(map(first.get, map(_REFERENCE, attributes)))


# Mentions and chains: the coreference tags of a unit, and the classes that their REFs form.
#
# Links are symmetric and transitive, so a chain is a class of mentions that are connected by REFs. Of two
# mentions with one ID a REF means the first; a REF to an unknown ID connects nothing.


RECENT_UNITS = 8
RECENT_STRUCTURES = 8


class Mention(NamedTuple):
    """A coreference element with the content of its tag."""

    element: Element
    attributes: MentionAttributes

    @property
    def identifier(self) -> str:
        """Return its ID, or ""."""
        return self.attributes.identifier

    @property
    def reference(self) -> str:
        """Return the ID in its REF, or ""."""
        return self.attributes.reference

    @property
    def minimum(self) -> str:
        """Return its MIN, or ""."""
        return self.attributes.minimum

    @property
    def optional(self) -> bool:
        """Return whether a response may omit it without penalty."""
        return self.attributes.optional

    @property
    def span(self) -> tuple[int, int]:
        """Return the half-open range of its text in the unit, not counting task tags."""
        return self.element.stripped_start, self.element.stripped_end


class Mentions(Sequence[Mention]):
    """The mentions of a unit in the order of their open tags, each created on demand."""

    __slots__ = ("_elements", "_ties")

    def __init__(self, elements: Sequence[Element], ties: "Ties") -> None:
        self._elements = elements
        self._ties = ties

    def __len__(self) -> int:
        return len(self._ties.attributes)

    @overload
    def __getitem__(self, index: int) -> Mention: ...

    @overload
    def __getitem__(self, index: slice) -> list[Mention]: ...

    def __getitem__(self, index: int | slice) -> Mention | list[Mention]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        return Mention(self._elements[self._ties.elements[index]], self._ties.attributes[index])


class Ties:
    """The attributes of a unit's mentions and the chains that they form, independent of positions.

    `elements` contains each mention's number among the unit's elements, and `opens` and `closes` the numbers
    of its tags; for the other fields, see `Chains`. `optional` and `with_head` contain the mentions with
    STATUS and with MIN.
    """

    def __init__(
        self,
        attributes: Sequence[MentionAttributes],
        elements: Sequence[int] = (),
        opens: Sequence[int] = (),
        closes: Sequence[int] = (),
    ) -> None:
        self.attributes = attributes
        self.elements = elements
        self.opens = opens
        self.closes = closes
        self.optional = [mention for mention, each in enumerate(self.attributes) if each.optional]
        self.with_head = [mention for mention, each in enumerate(self.attributes) if each.minimum]
        self.antecedents = antecedents_of(attributes, first_bearers(attributes))
        self.chain_of = _classes(self.antecedents)
        self.members: list[list[int]] = []
        for mention, chain in enumerate(self.chain_of):
            if chain == len(self.members):
                self.members.append([mention])
            else:
                self.members[chain].append(mention)


class Chains:
    """The mentions of a unit and their chains; both are numbered from 0.

    Mentions are in the order of their open tags; chains are in the order of their first mentions.
    `attributes` contains the attributes of each mention's tag, `antecedents` the mention that its REF points
    to, `chain_of` its chain, and `members` the mentions of each chain in order. `spans` are the ranges of the
    mentions' texts, not counting task tags; `starts` and `ends` are the positions of their elements.
    """

    def __init__(self, unit: SgmlUnit | None, ties: Ties) -> None:
        self.unit = unit
        self._ties = ties
        self.attributes = ties.attributes
        self.optional = ties.optional
        self.with_head = ties.with_head
        self.antecedents = ties.antecedents
        self.chain_of = ties.chain_of
        self.members = ties.members
        self._places = NOWHERE if unit is None else unit.places
        at = self._places.stripped.__getitem__
        self.spans = list(zip(map(at, ties.opens), map(at, ties.closes), strict=True))
        self.mentions = Mentions(() if unit is None else unit.elements, ties)

    def __len__(self) -> int:
        return len(self.attributes)

    def chain(self, mention: int) -> Sequence[int]:
        """Return all mentions of a mention's chain, including itself, in order."""
        return self.members[self.chain_of[mention]]

    def element_number(self, mention: int) -> int:
        """Return the number of a mention's element in the unit."""
        return self._ties.elements[mention]

    def antecedent(self, mention: int) -> int | None:
        """Return the mention that a mention's REF points to, or None."""
        return self.antecedents[mention]

    def dependants(self, mention: int) -> Sequence[int]:
        """Return the mentions whose REFs point to a mention, in order."""
        return self._dependants.get(mention, ())

    def mention_at(self, offset: int) -> int | None:
        """Return the innermost mention with an element (including its tags) that contains an offset or
        ends at it; None if there is none.
        """
        place = bisect_right(self.starts, offset)
        around = (mention for mention in range(place - 1, -1, -1) if self.ends[mention] >= offset)
        inside = next(around, None)
        if inside is None or self.ends[inside] > offset:
            return inside
        return next((mention for mention in around if self.ends[mention] > offset), inside)

    def mention_of(self, identifier: str) -> int | None:
        """Return the first mention with the given ID, or None."""
        return self._by_identifier.get(identifier)

    def text(self, mention: int) -> str:
        """Return a mention's text on one line, with single spaces."""
        text = self._texts.get(mention)
        if text is None:
            start, end = self.spans[mention]
            text = self._texts[mention] = " ".join(self.stripped[start:end].split())
        return text

    def name(self, chain: int) -> str:
        """Return the name of a chain: the text of its first mention."""
        return self.text(self.members[chain][0])

    @cached_property
    def stripped(self) -> str:
        """Return the unit's text without its task tags."""
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
        return {each.identifier: mention for mention, each in reversed(list(enumerate(self.attributes)))}

    @cached_property
    def starts(self) -> Sequence[int]:
        """Return the start of each mention's open tag in the unit, in order."""
        return list(map(self._places.starts.__getitem__, self._ties.opens))

    @cached_property
    def ends(self) -> Sequence[int]:
        """Return the end of each mention's close tag in the unit."""
        return list(map(self._places.ends.__getitem__, self._ties.closes))

    @cached_property
    def text_starts(self) -> Sequence[int]:
        """Return the end of each mention's open tag in the unit, in order."""
        return list(map(self._places.ends.__getitem__, self._ties.opens))

    @cached_property
    def text_ends(self) -> Sequence[int]:
        """Return the start of each mention's close tag in the unit."""
        return list(map(self._places.starts.__getitem__, self._ties.closes))

    @cached_property
    def texts(self) -> Set[tuple[int, int]]:
        """Return the distinct `spans` of the mentions."""
        return frozenset(self.spans)


@lru_cache(maxsize=RECENT_UNITS)
def chains_of(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Chains:
    """Return the chains of a unit's scored mentions; when a file is read as a response, no mention is
    optional.

    The chains of recent units are cached.
    """
    return Chains(unit, _ties_of(unit.structure, syntax, role))


@lru_cache(maxsize=RECENT_STRUCTURES)
def _ties_of(structure: Structure, syntax: SgmlSyntax, role: Role) -> Ties:
    """Return the chains that the tags of a unit form; edits between tags do not change them."""
    pairing, shapes = structure.pairing, structure.shapes
    elements: Sequence[int] = range(len(pairing.opens))
    opens: Sequence[int] = pairing.opens
    closes: Sequence[int] = pairing.closes
    linking = linking_names(syntax)
    if structure.unscored or len(linking) < len(syntax.tags):
        elements = [
            number
            for number, opened in enumerate(opens)
            if shapes[opened].name in linking and number not in structure.unscored
        ]
        opens = [opens[number] for number in elements]
        closes = [closes[number] for number in elements]
    attributes = list(map(attributes_reader(syntax, role).__getitem__, map(shapes.__getitem__, opens)))
    return Ties(attributes, elements, opens, closes)


def _classes(antecedents: Sequence[int | None]) -> list[int]:
    """Return the chain number of each mention, from the transitive closure of the links.

    Chains are numbered in the order of their first mentions.
    """
    parents: list[int] = []
    forward: list[int] = []
    for mention, antecedent in enumerate(antecedents):
        if antecedent is None:
            parents.append(mention)
        elif antecedent < mention:
            parents.append(parents[antecedent])
        else:
            parents.append(mention)
            forward.append(mention)
    for mention in forward:
        some, other = _root(parents, mention), _root(parents, antecedents[mention] or 0)
        parents[max(some, other)] = min(some, other)
    return _numbered(parents)


def _numbered(parents: list[int]) -> list[int]:
    """Return the chain number of each mention; for each mention, `parents` contains an earlier mention of
    the same chain, or the mention itself.
    """
    numbers: list[int] = []
    count = 0
    for mention, parent in enumerate(parents):
        if parent == mention:
            numbers.append(count)
            count += 1
        else:
            numbers.append(numbers[parent])
    return numbers


def _root(parents: list[int], mention: int) -> int:
    while parents[mention] != mention:
        parents[mention] = mention = parents[parents[mention]]
    return mention


NO_CHAINS = Chains(None, Ties(()))
"""The chains of a missing document."""
