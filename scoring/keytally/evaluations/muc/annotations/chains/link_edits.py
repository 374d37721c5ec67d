"""Edits of coreference tags: new mentions, and REFs that are added, changed and removed."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from keytally.evaluations.muc.annotations.chains.regrouping import Links
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit

_WHOLE = re.compile("[0-9]{1,9}")


class LinkEditor:
    """Writes links of one unit's mentions as edits, in the unit's places.

    A mention that others point to gets an ID if it has none of its own: a whole number above all others,
    from 1 on.
    """

    def __init__(self, chains: Chains, syntax: SgmlSyntax) -> None:
        self._chains = chains
        self._syntax = syntax
        self._text = chains.unit.text if chains.unit is not None else ""
        self._given: dict[int, str] = {}
        self._kept: set[str] = set()
        self._highest: int | None = None

    def identifier(self, mention: int) -> str:
        """The ID that others use to point to a mention; a new one if it has none of its own."""
        own = self._chains.attributes[mention].identifier
        if own and self._chains.mention_of(own) == mention:
            return own
        if mention not in self._given:
            self._given[mention] = self.new_identifier()
        return self._given[mention]

    def new_identifier(self) -> str:
        """An ID that no mention of the document has."""
        if self._highest is None:
            self._highest = _highest_number((*_identifiers(self._chains, self._syntax), *self._kept))
        self._highest += 1
        return str(self._highest)

    def keep(self, identifier: str) -> bool:
        """Give an ID to a mention that is new, unless the document has it; before any new one is made.

        Returns whether the ID is given.
        """
        assert self._highest is None, "IDs are kept before new ones are made"
        if identifier in self._kept or identifier in _identifiers(self._chains, self._syntax):
            return False
        self._kept.add(identifier)
        return True

    def edits(self, links: Links) -> Edits:
        """The edits, in order, that set these antecedents and write all new IDs."""
        references = {
            mention: None if target is None else self.identifier(target) for mention, target in links.items()
        }
        found = list(self.identifying())
        for mention, name in references.items():
            found += self.relinked(self._chains.mentions[mention].element.open, name)
        return in_order(tuple(found))

    def identifies(self, mention: int | None) -> bool:
        """Whether a mention gets a new ID."""
        return mention in self._given

    def identifying(self, among: Iterable[int] | None = None) -> Iterator[Edit]:
        """The edits that write the new IDs, of all mentions or of some."""
        for mention in self._given if among is None else among:
            if mention in self._given:
                yield self.identified(mention, self._given[mention])

    def open_tag(self, name: str, identifier: str, reference: str | None) -> str:
        """The open tag of a new mention, as MUC's annotators write it."""
        tie = "" if reference is None else self._tie(name, reference)
        return f'<{name.upper()} {self._syntax.identifier.upper()}="{identifier}"{tie}>'

    def _tie(self, name: str, reference: str) -> str:
        """The attributes of a link: its type, if the task has types, and the REF."""
        types = self._syntax.tag(name.lower()).values(self._syntax.type)
        kind = f' {self._syntax.type.upper()}="{types[0]}"' if types else ""
        return f'{kind} {self._syntax.reference.upper()}="{reference}"'

    def identified(self, mention: int, identifier: str) -> Edit:
        """The edit that gives a mention an ID."""
        tag = self._chains.mentions[mention].element.open
        attribute = tag.attribute(self._syntax.identifier)
        written = f'{self._syntax.identifier.upper()}="{identifier}"'
        if attribute is not None:
            return Edit(tag.start + attribute.start, tag.start + attribute.end, written)
        behind_name = tag.start + 1 + len(tag.name)
        return Edit(behind_name, behind_name, f" {written}")

    def relinked(self, tag: Tag, reference: str | None) -> Iterator[Edit]:
        """The edits that set the REF of an open tag, or remove it (None)."""
        attribute = tag.attribute(self._syntax.reference)
        if reference is None:
            yield from self._unlinked(tag)
        elif attribute is None:
            yield from self._linked(tag, reference)
        elif attribute.flaw is None:
            yield Edit(tag.start + attribute.value_start, tag.start + attribute.value_end, reference)
        else:
            written = f'{self._syntax.reference.upper()}="{reference}"'
            yield Edit(tag.start + attribute.start, tag.start + attribute.end, written)

    def _linked(self, tag: Tag, reference: str) -> Iterator[Edit]:
        """Insert a REF after the type, else after the ID; insert the type before it if it is missing."""
        kind = tag.attribute(self._syntax.type)
        behind = kind or tag.attribute(self._syntax.identifier)
        place = tag.start + (behind.end if behind else 1 + len(tag.name))
        tie = self._tie(tag.name, reference)
        yield Edit(place, place, tie if kind is None else tie[tie.rindex(" ") :])

    def _unlinked(self, tag: Tag) -> Iterator[Edit]:
        """Remove the REF with its type, so that the tag reads like that of a first mention."""
        if tag.attribute(self._syntax.reference) is None:
            return
        for attribute in tag.attributes:
            if attribute.name in (self._syntax.reference, self._syntax.type) and not attribute.bare:
                start = tag.start + attribute.start
                blanks = len(self._text[:start]) - len(self._text[:start].rstrip())
                yield Edit(start - blanks, tag.start + attribute.end, "")


@lru_cache(maxsize=4)
def _identifiers(chains: Chains, syntax: SgmlSyntax) -> frozenset[str]:
    """The IDs and the words of REFs of all tags of the unit, scored or not."""
    structure = chains.unit.structure if chains.unit is not None else None
    shapes = (structure.shapes[opened] for opened in structure.pairing.opens) if structure else ()
    names = (syntax.identifier, syntax.reference)
    attributes = (shape.attribute(name) for shape in shapes for name in names)
    return frozenset(each.value.strip() for each in attributes if each is not None)


def _highest_number(identifiers: Iterable[str]) -> int:
    return max((int(each) for each in identifiers if _WHOLE.fullmatch(each)), default=0)


def is_broken(tag: Tag) -> bool:
    """Whether a tag is written in a way that makes places in it uncertain."""
    return not tag.shape.complete or any(each.flaw or each.bare for each in tag.attributes)
