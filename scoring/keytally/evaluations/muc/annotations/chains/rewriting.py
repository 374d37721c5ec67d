"""The edits of a gold file that make wanted mentions and links; its text without task tags stays.

The chains follow from the changes: a mention that none concerns stays with the one before it in its chain,
and what referred to a mention that goes away is linked to what that one was linked to. REFs change only
where the chains ask for it (keytally.evaluations.muc.annotations.chains.regrouping). New mentions keep their
tags as the annotator has written them, with the ID where it is free. Left out are wanted mentions of other
text than the gold has, and those that would cross other tags, which no file can hold. The text without tags
has to stay: a broken tag can take in what stood behind one that goes.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.chains.gold_mentions import (
    GoldDocument,
    GoldMention,
    Planning,
)
from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor
from keytally.evaluations.muc.annotations.chains.mention_tags import KEPT, TagWriter
from keytally.evaluations.muc.annotations.chains.outside_links import outside_dependants
from keytally.evaluations.muc.annotations.chains.regrouping import Links, regrouped
from keytally.evaluations.muc.annotations.chains.taken_tags import (
    kept_antecedents,
    kept_identifiers,
    taken_tags,
)
from keytally.evaluations.muc.annotations.refusals import NOT_READ, OTHER_TEXT
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.edits import Edits, apply_edits, in_order
from keytally.findings.finding import Edit
from keytally.measures.chains.wanted_links import groups, led_on


def rewriting(
    units: Sequence[SgmlUnit], changes: Sequence[Change], syntax: SgmlSyntax, role: Role = Role.KEY
) -> Rewriting:
    """The edits of a document's units in the gold, in file order; `role` is that in which they were read.

    A new mention is for the unit with the same number among those of the document.
    """
    language = SgmlLanguage(syntax, role)
    read: list[tuple[SgmlUnit, SgmlUnit]] = []
    edits: list[tuple[SgmlUnit, Edit]] = []
    refused = {at: OTHER_TEXT for at, each in enumerate(changes) if not _has_unit(each, len(units))}
    for number, unit in enumerate(units):
        own = [index for index, change in enumerate(changes) if _concerns(change, number, unit)]
        if own:
            plan = Planning(unit, changes, own, syntax).document()
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
    """Whether the gold has the unit that a new mention is for."""
    if change.present is not None or change.wanted is None:
        return True
    return int(change.wanted.place[0]) < count


def _concerns(change: Change, number: int, unit: SgmlUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    wanted: Annotation | None = change.wanted
    return wanted is not None and wanted.place[0] == number


class _Rewriting:
    """The edits that turn one unit of the gold into what is planned."""

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
        """The edits in order; of new tags at one place close tags come first, and outer open tags."""
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
                changed += self._writer.edited(each, self._references.get(node, KEPT))
        return in_order((*reversed(closing), *opening), (*changed, *self._untagged()))

    def _untagged(self) -> Iterator[Edit]:
        """The tags that go away, or stand elsewhere."""
        for node, each in enumerate(self._plan.mentions):
            if each.mention is not None and (each.is_moved or node in self._plan.gone):
                yield from self._writer.removed(each.mention)

    def _changed_links(self) -> Links:
        """The links that change, so that the groups of mentions are chains."""
        plan, chains = self._plan, self._plan.chains
        nodes = {each.mention: node for node, each in enumerate(plan.mentions)}
        before = [None if each.mention is None else chains.antecedent(each.mention) for each in plan.mentions]
        antecedents = [None if mention is None else nodes[mention] for mention in before]
        kept = kept_antecedents(self._taken)
        for node, target in kept.items():
            antecedents[node] = target
        links: Links = {}
        for group in groups(plan.links, plan.gone):
            links |= regrouped(antecedents, group)
        return {**kept, **links}

    def _identifier(self, node: int) -> str:
        """The ID by which others refer to a mention."""
        mention = self._plan.mentions[node].mention
        if mention is not None:
            return self._editor.identifier(mention)
        if node not in self._new:
            self._new[node] = self._editor.new_identifier()
        return self._new[node]

    def _placed(self, node: int, each: GoldMention) -> Iterator[Edit]:
        """The open tag and the close tag of a mention at its new place; one edit for both around no text."""
        opened, closed = self._tags(node, each)
        start, end = self._plan.places.opening(*each.span), self._plan.places.closing(*each.span)
        if each.span[0] == each.span[1]:
            yield Edit(start, start, opened + closed)
        else:
            yield Edit(start, start, opened)
            yield Edit(end, end, closed)

    def _tags(self, node: int, each: GoldMention) -> tuple[str, str]:
        """The open tag and the close tag of a mention that is new or moves."""
        assert each.said is not None, "a mention that is new or moves is wanted"
        reference, closed = self._references.get(node, KEPT), f"</{each.said.tag}>"
        if each.mention is not None:
            return self._writer.rewritten(each, reference), closed
        identifier = self._identifier(node)
        if node in self._taken:
            tag, named = self._taken[node], reference if isinstance(reference, str) else None
            return tag.written(identifier, named, self._syntax), tag.closed
        return self._writer.new(each.said, identifier, reference), closed

    def _healed(self, node: int) -> Iterator[Edit]:
        """New REFs of tags in no chain that refer to a mention that goes away.

        Where its chain has no other mention, the first of these tags heads the others, if it has an ID.
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
        """What a link to a mention that goes away means: what that one was linked to, else its successor."""
        plan = self._plan
        target = led_on(plan.links, plan.links[node], plan.gone)
        if target is not None:
            return target
        following = (other for other, before in plan.links.items() if before == node)
        return next((other for other in following if other not in plan.gone), None)
