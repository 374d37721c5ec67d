"""Edits of coreference tags and REFs that create given mentions and chains in a gold file."""

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.annotations import NOT_READ, OTHER_TEXT
from keytally.families.muc.annotations.mentions import GoldDocument, GoldMention, MentionContent, MentionPlan
from keytally.families.muc.sgml.chains import (
    Chains,
    antecedents_of,
    attributes_reader,
    chains_of,
    first_bearers,
    linking_names,
)
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Structure
from keytally.families.muc.sgml.syntax import SgmlSyntax, Tag
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Edits, apply_edits, combined_edits
from keytally.measures.chains import link_target, linked_chains, root_of

Antecedents = Sequence[int | None]
"""For each mention of a document, the mention that its REF points to."""

Links = dict[int, int | None]
"""The new antecedent of each mention whose link changes; None if the mention loses its antecedent."""


def regroup_links(antecedents: Antecedents, group: Sequence[int], head: int | None = None) -> Links:
    """Return the changes of links that make the mentions of `group` one separate chain.

    The mentions of `group` are in text order. Links within the group are kept. If these links leave the group
    in several connected parts, the root of each later part is linked to the nearest mention before it. If
    `head` is given, that mention becomes the first of the chain, without an antecedent. Links into the group
    from other mentions are ignored, so a caller that splits a chain must regroup both halves.
    """
    if not group or (head is None and _is_chain(antecedents, group)):
        return {}
    parts = [_Part(antecedents, part, head) for part in _parts(antecedents, group)]
    parts.sort(key=lambda part: (head not in part.members, part.members[0]))
    first = parts[0]
    changes: Links = {}
    if antecedents[first.root] is not None and antecedents[first.root] not in first.members:
        changes[first.root] = None
    if head is not None and first.root != head:
        changes |= {head: None, first.root: head}
    elif head is not None and antecedents[head] is not None:
        changes[head] = None
    joined = sorted(first.members)
    for part in parts[1:]:
        before = bisect_left(joined, part.root)
        changes[part.root] = joined[max(before - 1, 0)]
        for member in part.members:
            insort(joined, member)
    return changes


def _is_chain(antecedents: Antecedents, group: Sequence[int]) -> bool:
    """Return whether the first mention has no antecedent and every other mention has an antecedent earlier
    in the group.
    """
    seen: set[int] = set()
    for mention in group:
        antecedent = antecedents[mention]
        if antecedent not in seen if seen else antecedent is not None:
            return False
        seen.add(mention)
    return True


class _Part:
    """A set of mentions that are already linked, and its root: the mention whose link can be changed
    freely.
    """

    def __init__(self, antecedents: Antecedents, members: Sequence[int], head: int | None) -> None:
        self.members = members
        self.root = self._root(antecedents, members[0], head)

    def _root(self, antecedents: Antecedents, mention: int, head: int | None) -> int:
        """Return the mention whose antecedent is not in the set; if the links form a cycle, return one
        mention of the cycle.
        """
        inside = set(self.members)
        walked = {mention: None}
        following = antecedents[mention]
        while following is not None and following in inside and following not in walked:
            walked[following] = None
            mention, following = following, antecedents[following]
        if following is None or following not in inside:
            return mention
        path = list(walked)
        circle = path[path.index(following) :]
        return head if head is not None and head in circle else min(circle)


def _parts(antecedents: Antecedents, group: Sequence[int]) -> Iterator[list[int]]:
    """Yield the sets of mentions in a group that are connected by links within the group, each in text
    order.
    """
    inside = set(group)
    neighbours: dict[int, list[int]] = {mention: [] for mention in group}
    for mention in group:
        antecedent = antecedents[mention]
        if antecedent is not None and antecedent in inside:
            neighbours[mention].append(antecedent)
            neighbours[antecedent].append(mention)
    seen: set[int] = set()
    for mention in group:
        if mention not in seen:
            part = _reached(neighbours, mention)
            seen |= part
            yield sorted(part)


def _reached(neighbours: dict[int, list[int]], mention: int) -> set[int]:
    found, waiting = {mention}, [mention]
    while waiting:
        for each in neighbours[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


RECENT_STRUCTURES = 4


def outside_dependants(chains: Chains, syntax: SgmlSyntax, mention: int) -> Sequence[Tag]:
    """Return the open tags outside all chains whose REFs point to the given mention, in text order.

    All tags of a document share one set of IDs, including those outside the scored sections.
    """
    unit = chains.unit
    if unit is None:
        return []
    number = bisect_left(unit.places.starts, chains.starts[mention])
    pointing = _pointing(unit.structure, syntax)
    return [unit.tags[each] for each in pointing.get(number, ())]


@lru_cache(maxsize=RECENT_STRUCTURES)
def _pointing(structure: Structure, syntax: SgmlSyntax) -> Mapping[int, Sequence[int]]:
    """Map a tag's number to the numbers of the unscored tags whose REFs point to it.

    IDs and REFs do not depend on the role of the file.
    """
    linking, shapes, pairing = linking_names(syntax), structure.shapes, structure.pairing
    tags = [tag for tag, shape in enumerate(shapes) if not shape.is_close and shape.name in linking]
    scored = {opened for number, opened in enumerate(pairing.opens) if number not in structure.unscored}
    reader = attributes_reader(syntax, Role.UNKNOWN)
    attributes = [reader[shapes[tag]] for tag in tags]
    pointing: dict[int, list[int]] = {}
    for tag, target in zip(tags, antecedents_of(attributes, first_bearers(attributes)), strict=True):
        if target is not None and tag not in scored:
            pointing.setdefault(tags[target], []).append(tag)
    return pointing


_WHOLE = re.compile("[0-9]{1,9}")


class LinkEditor:
    """Converts changed links between the mentions of a unit to edits of that unit.

    A mention that others point to gets an ID if it has no valid one: an integer greater than all other IDs,
    starting at 1.
    """

    def __init__(self, chains: Chains, syntax: SgmlSyntax) -> None:
        self._chains = chains
        self._syntax = syntax
        self._text = chains.unit.text if chains.unit is not None else ""
        self._given: dict[int, str] = {}
        self._kept: set[str] = set()
        self._highest: int | None = None

    def identifier(self, mention: int) -> str:
        """Return the ID that other mentions use to point to a mention, or a new ID if the mention has no
        valid one.
        """
        own = self._chains.attributes[mention].identifier
        if own and self._chains.mention_of(own) == mention:
            return own
        if mention not in self._given:
            self._given[mention] = self.new_identifier()
        return self._given[mention]

    def new_identifier(self) -> str:
        """Return an ID that does not occur in the document."""
        if self._highest is None:
            self._highest = _highest_number((*_identifiers(self._chains, self._syntax), *self._kept))
        self._highest += 1
        return str(self._highest)

    def keep(self, identifier: str) -> bool:
        """Reserve an ID for a new mention unless the document already contains it; call this before creating
        new IDs.

        Return whether the ID was reserved.
        """
        assert self._highest is None, "existing IDs are reserved before new ones are created"
        if identifier in self._kept or identifier in _identifiers(self._chains, self._syntax):
            return False
        self._kept.add(identifier)
        return True

    def edits(self, links: Links) -> Edits:
        """Return the edits, in order, that set the antecedents in `links` and write all newly created IDs."""
        references = {
            mention: None if target is None else self.identifier(target) for mention, target in links.items()
        }
        found = list(self.identifying())
        for mention, name in references.items():
            found += self.relinked(self._chains.mentions[mention].element.open, name)
        return combined_edits(tuple(found))

    def identifies(self, mention: int | None) -> bool:
        """Return whether a mention receives a new ID."""
        return mention in self._given

    def identifying(self, among: Iterable[int] | None = None) -> Iterator[Edit]:
        """Yield the edits that write the new IDs, for all mentions or only for the given ones."""
        for mention in self._given if among is None else among:
            if mention in self._given:
                yield self.identified(mention, self._given[mention])

    def open_tag(self, name: str, identifier: str, reference: str | None) -> str:
        """Return the open tag of a new mention in the style of the MUC annotators."""
        tie = "" if reference is None else self._tie(name, reference)
        return f'<{name.upper()} {self._syntax.identifier.upper()}="{identifier}"{tie}>'

    def _tie(self, name: str, reference: str) -> str:
        """Return the attributes of a link: the TYPE, if the task has types, and the REF."""
        types = self._syntax.tag(name.lower()).values(self._syntax.type)
        kind = f' {self._syntax.type.upper()}="{types[0]}"' if types else ""
        return f'{kind} {self._syntax.reference.upper()}="{reference}"'

    def identified(self, mention: int, identifier: str) -> Edit:
        """Return the edit that writes the ID of a mention."""
        tag = self._chains.mentions[mention].element.open
        attribute = tag.attribute(self._syntax.identifier)
        written = f'{self._syntax.identifier.upper()}="{identifier}"'
        if attribute is not None:
            return Edit(tag.start + attribute.start, tag.start + attribute.end, written)
        behind_name = tag.start + 1 + len(tag.name)
        return Edit(behind_name, behind_name, f" {written}")

    def relinked(self, tag: Tag, reference: str | None) -> Iterator[Edit]:
        """Yield the edits that set the REF of an open tag, or remove it if `reference` is None."""
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
        """Yield the edit that inserts a REF after the TYPE or the ID, with a TYPE if the tag has none."""
        kind = tag.attribute(self._syntax.type)
        behind = kind or tag.attribute(self._syntax.identifier)
        place = tag.start + (behind.end if behind else 1 + len(tag.name))
        tie = self._tie(tag.name, reference)
        yield Edit(place, place, tie if kind is None else tie[tie.rindex(" ") :])

    def _unlinked(self, tag: Tag) -> Iterator[Edit]:
        """Yield the edits that remove the REF and the TYPE, so that the tag looks like the tag of a first
        mention in a chain.
        """
        if tag.attribute(self._syntax.reference) is None:
            return
        for attribute in tag.attributes:
            if attribute.name in (self._syntax.reference, self._syntax.type) and not attribute.bare:
                start = tag.start + attribute.start
                blanks = len(self._text[:start]) - len(self._text[:start].rstrip())
                yield Edit(start - blanks, tag.start + attribute.end, "")


@lru_cache(maxsize=4)
def _identifiers(chains: Chains, syntax: SgmlSyntax) -> frozenset[str]:
    """Return the values of all IDs and REFs in the unit's tags, scored or not."""
    structure = chains.unit.structure if chains.unit is not None else None
    shapes = (structure.shapes[opened] for opened in structure.pairing.opens) if structure else ()
    names = (syntax.identifier, syntax.reference)
    attributes = (shape.attribute(name) for shape in shapes for name in names)
    return frozenset(attribute.value.strip() for attribute in attributes if attribute is not None)


def _highest_number(identifiers: Iterable[str]) -> int:
    return max((int(identifier) for identifier in identifiers if _WHOLE.fullmatch(identifier)), default=0)


def is_broken(tag: Tag) -> bool:
    """Return whether a tag is so malformed that the positions of its attributes are uncertain."""
    return not tag.shape.complete or any(attribute.flaw or attribute.bare for attribute in tag.attributes)


# The parts of annotators' tags that new mentions of the gold keep: their spelling, free IDs, and REFs.
#
# So a gold created from equal files is identical to them.


_UNWRITABLE = frozenset('"<>\n\r')
"""Characters that a new ID cannot contain."""


class TakenTag(NamedTuple):
    """The tag of an annotator's mention, given as the chains of its unit and its number in them."""

    chains: Chains
    mention: int

    @property
    def open(self) -> Tag:
        """Return the open tag."""
        return self.chains.mentions[self.mention].element.open

    def is_sound(self, syntax: SgmlSyntax) -> bool:
        """Return whether both tags are free of errors, so that they can be copied."""
        tag, known = self.open, syntax.tag(self.open.name)
        close = self.chains.mentions[self.mention].element.close
        names = {attribute.name for attribute in tag.attributes}
        return (
            not is_broken(tag)
            and len(names) == len(tag.attributes)
            and names.issubset(known.attributes)
            and all(needed in names for needed, other in known.required_beside if other in names)
            and all(
                attribute.value.strip() and _may_be(attribute.value, known.values(attribute.name))
                for attribute in tag.attributes
            )
            and close.shape.complete
            and not close.attributes
        )

    @property
    def identifier(self) -> str:
        """Return the ID that the annotator's other mentions use to refer to this one, or an empty string."""
        own = self.chains.attributes[self.mention].identifier
        is_own = bool(own) and self.chains.mention_of(own) == self.mention
        return own if is_own and _UNWRITABLE.isdisjoint(own) else ""

    def written(self, identifier: str, reference: str | None, syntax: SgmlSyntax) -> str:
        """Return the open tag in the annotator's spelling, but with this ID and this REF (or no REF)."""
        editor, attributes = LinkEditor(self.chains, syntax), self.chains.attributes[self.mention]
        edits = [] if attributes.identifier == identifier else [editor.identified(self.mention, identifier)]
        if (attributes.reference or None) != reference:
            edits += editor.relinked(self.open, reference)
        return apply_edits(self._text(self.open), combined_edits(tuple(edits)), -self.open.start)

    @property
    def closed(self) -> str:
        """Return the close tag."""
        return self._text(self.chains.mentions[self.mention].element.close)

    def _text(self, tag: Tag) -> str:
        return self.chains.unit.text[tag.start : tag.end] if self.chains.unit is not None else ""


def _may_be(value: str, allowed: Sequence[str] | None) -> bool:
    return allowed is None or value.strip().upper() in allowed


def taken_tags(plan: GoldDocument, syntax: SgmlSyntax) -> dict[int, TakenTag]:
    """Return the annotators' tags for the mentions that are new in the gold, by their numbers in the plan.

    Mentions whose tags are malformed, or have to be generated from their values, are omitted.
    """
    wanted = {
        node: each.wanted
        for node, each in enumerate(plan.mentions)
        if each.wanted is not None and each.wanted.unit is not None and node not in plan.gone
    }
    starts = {
        chains: {start: mention for mention, start in enumerate(chains.text_starts)}
        for unit in dict.fromkeys(each.unit for each in wanted.values())
        for chains in [chains_of(unit, syntax, Role.KEY)]
    }
    of_unit = {chains.unit: chains for chains in starts}
    found: dict[int, TakenTag] = {}
    for node, each in wanted.items():
        chains = of_unit[each.unit]
        mention = starts[chains].get(each.start)
        if mention is not None:
            tag = TakenTag(chains, mention)
            if tag.is_sound(syntax) and MentionContent.by(*tag, syntax) == plan.mentions[node].said:
                found[node] = tag
    return found


def kept_identifiers(taken: Mapping[int, TakenTag], editor: LinkEditor) -> dict[int, str]:
    """Return the annotators' IDs that are not yet used in the gold, by the mention that keeps each.

    If several mentions have the same ID, the mention whose file contributes the most new mentions keeps the
    ID; ties go to the first.
    """
    count = Counter(tag.chains for tag in taken.values())
    order = sorted(taken, key=lambda node: (-count[taken[node].chains], node))
    return {node: own for node in order if (own := taken[node].identifier) and editor.keep(own)}


def kept_antecedents(taken: Mapping[int, TakenTag]) -> dict[int, int]:
    """Return the antecedent that each new mention keeps: the target of its REF, if that is also a new mention
    from the same file.

    Links that would close a cycle are omitted.
    """
    nodes = {(tag.chains, tag.mention): node for node, tag in taken.items()}
    parents = {node: node for node in taken}
    found: dict[int, int] = {}
    for node, (chains, mention) in taken.items():
        antecedent = chains.antecedent(mention)
        target = None if antecedent is None else nodes.get((chains, antecedent))
        if target is not None and (root := root_of(parents, target)) != root_of(parents, node):
            parents[root_of(parents, node)] = root
            found[node] = target
    return found


class KeptReference(Enum):
    """A marker for an unchanged REF."""

    KEPT = 0


KEPT_REFERENCE = KeptReference.KEPT
NewReference = str | None | KeptReference
"""The ID in the REF of a tag; None if the tag has no REF."""


class TagWriter:
    """Writes the tags of a unit's mentions; a `LinkEditor` assigns the IDs."""

    def __init__(self, chains: Chains, editor: LinkEditor, syntax: SgmlSyntax) -> None:
        self._chains = chains
        self._editor = editor
        self._syntax = syntax
        self._text = chains.unit.text if chains.unit is not None else ""

    def new(self, said: MentionContent, identifier: str, reference: NewReference) -> str:
        """Return the open tag of a new mention, with a REF if `reference` is an ID."""
        opened = self._editor.open_tag(
            said.tag, identifier, reference if isinstance(reference, str) else None
        )
        given = "".join(
            self._attribute(*attribute) for attribute in said.attributes(self._syntax) if attribute[1]
        )
        return f"{opened[:-1]}{given}>"

    def removed(self, mention: int) -> Iterator[Edit]:
        """Return the edits that delete both tags of a mention."""
        element = self._chains.mentions[mention].element
        for tag in (element.open, element.close):
            yield Edit(tag.start, tag.end, "")

    def rewritten(self, each: GoldMention, reference: NewReference) -> str:
        """Return the open tag of an existing gold mention as it reads after its edits."""
        tag = self._open(each)
        text = self._text[tag.start : tag.end]
        return apply_edits(text, self._opening(each, tag, reference), -tag.start)

    def edited(self, each: GoldMention, reference: NewReference) -> Iterator[Edit]:
        """Yield the edits of the tags of a mention whose position is unchanged."""
        if each.said is None and reference is KEPT_REFERENCE and not self._editor.identifies(each.mention):
            return
        tag = self._open(each)
        yield from self._opening(each, tag, reference)
        if each.said is not None and each.said.tag.lower() != tag.name:
            close = self._chains.mentions[each.mention or 0].element.close
            yield Edit(close.start, close.end, f"</{each.said.tag}>")

    def _open(self, each: GoldMention) -> Tag:
        assert each.mention is not None, "a new mention has no tag yet"
        return self._chains.mentions[each.mention].element.open

    def _opening(self, each: GoldMention, tag: Tag, reference: NewReference) -> tuple[Edit, ...]:
        """Return the edits of an open tag; a malformed tag is replaced by a new one."""
        mention = each.mention or 0
        identified = list(self._editor.identifying((mention,)))
        before = MentionContent.by(self._chains, mention, self._syntax)
        said = each.said or before
        if not identified and reference is KEPT_REFERENCE and said == before:
            return ()
        if is_broken(tag) or len({attribute.name for attribute in tag.attributes}) < len(tag.attributes):
            return (Edit(tag.start, tag.end, self._anew(said, mention, reference)),)
        edits = identified
        if reference is not KEPT_REFERENCE:
            edits += self._editor.relinked(tag, reference)
        edits += self._said(said, mention, tag)
        if said.tag.lower() != tag.name:
            edits.append(Edit(tag.start + 1, tag.start + 1 + len(tag.name), said.tag))
        return combined_edits(tuple(edits))

    def _anew(self, said: MentionContent, mention: int, reference: NewReference) -> str:
        antecedent = self._chains.antecedent(mention)
        if reference is KEPT_REFERENCE and antecedent is not None:
            reference = self._chains.attributes[mention].reference
        return self.new(said, self._editor.identifier(mention), reference)

    def _said(self, said: MentionContent, mention: int, tag: Tag) -> Iterator[Edit]:
        """Yield the edits of MIN and STATUS: they are changed in place, appended to the attributes, or
        deleted.
        """
        before = MentionContent.by(self._chains, mention, self._syntax).attributes(self._syntax)
        for (name, value), (_, old) in zip(said.attributes(self._syntax), before, strict=True):
            attribute = tag.attribute(name)
            if value == old:
                continue
            if attribute is None:
                end = max((each.end for each in tag.attributes), default=1 + len(tag.name))
                yield Edit(tag.start + end, tag.start + end, self._attribute(name, value))
            else:
                start = tag.start + attribute.start
                blanks = len(self._text[:start]) - len(self._text[:start].rstrip())
                written = self._attribute(name, value) if value else ""
                yield Edit(start - blanks, tag.start + attribute.end, written)

    def _attribute(self, name: str, value: str) -> str:
        return f' {name.upper()}="{value}"'


# The edits of a gold file that create wanted mentions and links; its text without task tags is unchanged.
#
# The chains follow from the changes: an unaffected mention stays with the one before it in its chain, and
# references to a removed mention lead to its antecedent. REFs change only if the chains require it
# (`keytally.families.muc.annotations.chain_edits`). New mentions keep their tags as the annotator has written
# them, with the ID if it is free. Wanted mentions whose text differs from the gold's are omitted, and so are
# those that would cross other tags, which no file can represent. The text without tags must not change: a
# malformed tag can absorb the text after a deleted one.


def rewrite_chains(
    units: Sequence[SgmlUnit], changes: Sequence[Change], syntax: SgmlSyntax, role: Role = Role.KEY
) -> Rewriting:
    """Return the edits of a document's units in the gold, in file order.

    `role` is the role in which the units were read. A new mention is inserted into the gold unit whose number
    within the document is the same as in the annotator's file.
    """
    language = SgmlLanguage(syntax, role)
    read: list[tuple[SgmlUnit, SgmlUnit]] = []
    edits: list[tuple[SgmlUnit, Edit]] = []
    refused = {at: OTHER_TEXT for at, each in enumerate(changes) if not _has_unit(each, len(units))}
    for number, unit in enumerate(units):
        own = [index for index, change in enumerate(changes) if _concerns(change, number, unit)]
        if own:
            plan = MentionPlan(unit, changes, own, syntax).document()
            made = _Rewriting(plan, syntax).edits()
            refused.update(plan.refused)
            if not made:
                continue
            after = language.reread(unit, apply_edits(unit.text, made))
            if after.stripped() == unit.stripped():
                edits += [(unit, edit) for edit in made]
                read.append((unit, after))
            else:
                refused.update(dict.fromkeys(own, NOT_READ))
    return Rewriting(edits, refused, tuple(read))


def _has_unit(change: Change, count: int) -> bool:
    """Return whether the gold contains the unit in which a new mention belongs."""
    if change.present is not None or change.wanted is None:
        return True
    return int(change.wanted.place[0]) < count


def _concerns(change: Change, number: int, unit: SgmlUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    wanted: Annotation | None = change.wanted
    return wanted is not None and wanted.place[0] == number


class _Rewriting:
    """The edits that convert one unit of the gold to the planned document."""

    def __init__(self, plan: GoldDocument, syntax: SgmlSyntax) -> None:
        self._plan = plan
        self._syntax = syntax
        self._editor = LinkEditor(plan.chains, syntax)
        self._writer = TagWriter(plan.chains, self._editor, syntax)
        self._taken = taken_tags(plan, syntax)
        self._new = kept_identifiers(self._taken, self._editor)
        links = self._changed_links()
        self._references = {
            node: None if target is None else self._identifier(target) for node, target in links.items()
        }

    def edits(self) -> Edits:
        """Return the edits in order; at the same position, close tags precede open tags, and outer open
        tags precede inner ones.
        """
        opening: list[Edit] = []
        closing: list[Edit] = []
        changed = [edit for node in sorted(self._plan.gone) for edit in self._healed(node)]
        for node, each in enumerate(self._plan.mentions):
            if node in self._plan.gone:
                continue
            if each.is_placed:
                opened, *closed = self._placed(node, each)
                opening.append(opened)
                closing += closed
            else:
                changed += self._writer.edited(each, self._references.get(node, KEPT_REFERENCE))
        return combined_edits((*reversed(closing), *opening), (*changed, *self._untagged()))

    def _untagged(self) -> Iterator[Edit]:
        """Yield the edits that delete the tags of removed and moved mentions."""
        for node, each in enumerate(self._plan.mentions):
            if each.mention is not None and (each.is_moved or node in self._plan.gone):
                yield from self._writer.removed(each.mention)

    def _changed_links(self) -> Links:
        """Return the links that must change so that each group of mentions is a chain."""
        plan, chains = self._plan, self._plan.chains
        nodes = {each.mention: node for node, each in enumerate(plan.mentions)}
        before = [None if each.mention is None else chains.antecedent(each.mention) for each in plan.mentions]
        antecedents = [None if mention is None else nodes[mention] for mention in before]
        kept = kept_antecedents(self._taken)
        for node, target in kept.items():
            antecedents[node] = target
        links: Links = {}
        for group in linked_chains(plan.links, plan.gone):
            links |= regroup_links(antecedents, group)
        return {**kept, **links}

    def _identifier(self, node: int) -> str:
        """Return the ID that other mentions use to refer to a mention."""
        mention = self._plan.mentions[node].mention
        if mention is not None:
            return self._editor.identifier(mention)
        if node not in self._new:
            self._new[node] = self._editor.new_identifier()
        return self._new[node]

    def _placed(self, node: int, each: GoldMention) -> Iterator[Edit]:
        """Yield the edits that insert the open and close tags of a mention at its new position; a single
        edit inserts both if the mention has no text.
        """
        opened, closed = self._tags(node, each)
        start, end = self._plan.places.opening(*each.span), self._plan.places.closing(*each.span)
        if each.span[0] == each.span[1]:
            yield Edit(start, start, opened + closed)
        else:
            yield Edit(start, start, opened)
            yield Edit(end, end, closed)

    def _tags(self, node: int, each: GoldMention) -> tuple[str, str]:
        """Return the open tag and the close tag of a new or moved mention."""
        assert each.said is not None, "a new or moved mention has an annotation"
        reference, closed = self._references.get(node, KEPT_REFERENCE), f"</{each.said.tag}>"
        if each.mention is not None:
            return self._writer.rewritten(each, reference), closed
        identifier = self._identifier(node)
        if node in self._taken:
            tag, named = self._taken[node], reference if isinstance(reference, str) else None
            return tag.written(identifier, named, self._syntax), tag.closed
        return self._writer.new(each.said, identifier, reference), closed

    def _healed(self, node: int) -> Iterator[Edit]:
        """Yield the edits that set new REFs in the tags outside all chains that refer to a removed mention.

        If the chain has no other mention, the first of these tags becomes the antecedent of the others,
        provided that it has an ID.
        """
        chains, mention = self._plan.chains, self._plan.mentions[node].mention
        outside = () if mention is None else outside_dependants(chains, self._syntax, mention)
        if not outside:
            return
        target = self._heir(node)
        if target is not None:
            for tag in outside:
                yield from self._editor.relinked(tag, self._identifier(target))
            return
        identifier = outside[0].attribute(self._syntax.identifier)
        head = identifier.value.strip() if identifier is not None else ""
        for tag, reference in zip(outside, [None, *[head or None] * (len(outside) - 1)], strict=True):
            yield from self._editor.relinked(tag, reference)

    def _heir(self, node: int) -> int | None:
        """Return the new target of links to a removed mention: its own antecedent, otherwise its
        successor.
        """
        plan = self._plan
        target = link_target(plan.links, plan.links[node], plan.gone)
        if target is not None:
            return target
        following = (other for other, before in plan.links.items() if before == node)
        return next((other for other in following if other not in plan.gone), None)
