"""What new mentions of the gold keep of the annotators' tags: their spelling, free IDs, and REFs.

So a gold that is made of equal files is one of them, character by character.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.chains.gold_mentions import GoldDocument
from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor, is_broken
from keytally.evaluations.muc.annotations.chains.mentions import Said
from keytally.evaluations.muc.formats.sgml.chains import Chains, chains_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.findings.edits import apply_edits, in_order
from keytally.measures.chains.wanted_links import root_of

_UNWRITABLE = frozenset('"<>\n\r')
"""What an ID that is written anew cannot hold."""


class TakenTag(NamedTuple):
    """The tag of an annotator's mention: the chains of its unit, and its number among their mentions."""

    chains: Chains
    mention: int

    @property
    def open(self) -> Tag:
        """The open tag."""
        return self.chains.mentions[self.mention].element.open

    def is_sound(self, syntax: SgmlSyntax) -> bool:
        """Whether both tags are without mistakes, so that they can be copied."""
        tag, known = self.open, syntax.tag(self.open.name)
        close = self.chains.mentions[self.mention].element.close
        names = {each.name for each in tag.attributes}
        return (
            not is_broken(tag)
            and len(names) == len(tag.attributes)
            and names.issubset(known.attributes)
            and all(needed in names for needed, other in known.required_beside if other in names)
            and all(
                each.value.strip() and _may_be(each.value, known.values(each.name)) for each in tag.attributes
            )
            and close.shape.complete
            and not close.attributes
        )

    @property
    def identifier(self) -> str:
        """The ID by which the annotator's other mentions refer to this one; "" if there is none."""
        own = self.chains.attributes[self.mention].identifier
        is_own = bool(own) and self.chains.mention_of(own) == self.mention
        return own if is_own and _UNWRITABLE.isdisjoint(own) else ""

    def written(self, identifier: str, reference: str | None, syntax: SgmlSyntax) -> str:
        """The open tag as the annotator writes it, but with this ID, and this REF or none."""
        editor, attributes = LinkEditor(self.chains, syntax), self.chains.attributes[self.mention]
        edits = [] if attributes.identifier == identifier else [editor.identified(self.mention, identifier)]
        if (attributes.reference or None) != reference:
            edits += editor.relinked(self.open, reference)
        return apply_edits(self._text(self.open), in_order(tuple(edits)), -self.open.start)

    @property
    def closed(self) -> str:
        """The close tag."""
        return self._text(self.chains.mentions[self.mention].element.close)

    def _text(self, tag: Tag) -> str:
        return self.chains.unit.text[tag.start : tag.end] if self.chains.unit is not None else ""


def _may_be(value: str, allowed: Sequence[str] | None) -> bool:
    return allowed is None or value.strip().upper() in allowed


def taken_tags(plan: GoldDocument, syntax: SgmlSyntax) -> dict[int, TakenTag]:
    """The tags of the annotators' mentions that are new in the gold, by their numbers in the plan.

    Those are left out that are written by their values, or in a way that makes places in them uncertain.
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
            if tag.is_sound(syntax) and Said.by(*tag, syntax) == plan.mentions[node].said:
                found[node] = tag
    return found


def kept_identifiers(taken: Mapping[int, TakenTag], editor: LinkEditor) -> dict[int, str]:
    """The annotators' IDs that are free in the gold, by the mention that keeps them.

    Where two mentions have one ID, that one keeps it whose file has more of the new mentions, then the first.
    """
    count = Counter(tag.chains for tag in taken.values())
    order = sorted(taken, key=lambda node: (-count[taken[node].chains], node))
    return {node: own for node in order if (own := taken[node].identifier) and editor.keep(own)}


def kept_antecedents(taken: Mapping[int, TakenTag]) -> dict[int, int]:
    """The mention that the REF of each new mention names, where that is new as well and of the same file.

    Links that would close a circle are left out.
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
