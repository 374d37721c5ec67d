"""The tags of mentions: written anew, or edited so that all else in them stays."""

from collections.abc import Iterator
from enum import Enum

from keytally.evaluations.muc.annotations.chains.gold_mentions import GoldMention
from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor, is_broken
from keytally.evaluations.muc.annotations.chains.mentions import Said
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.findings.edits import apply_edits, in_order
from keytally.findings.finding import Edit


class Kept(Enum):
    """States that a REF stays as it is."""

    KEPT = 0


KEPT = Kept.KEPT
NewReference = str | None | Kept
"""The ID in the REF of a tag; None for no REF."""


class TagWriter:
    """Writes the tags of one unit's mentions; the editor gives the IDs."""

    def __init__(self, chains: Chains, editor: LinkEditor, syntax: SgmlSyntax) -> None:
        self._chains = chains
        self._editor = editor
        self._syntax = syntax
        self._text = chains.unit.text if chains.unit is not None else ""

    def new(self, said: Said, identifier: str, reference: NewReference) -> str:
        """The open tag of a mention without links, or with one."""
        opened = self._editor.open_tag(
            said.tag, identifier, reference if isinstance(reference, str) else None
        )
        given = "".join(self._attribute(*each) for each in said.attributes(self._syntax) if each[1])
        return f"{opened[:-1]}{given}>"

    def removed(self, mention: int) -> Iterator[Edit]:
        """Both tags of a mention taken away."""
        element = self._chains.mentions[mention].element
        for tag in (element.open, element.close):
            yield Edit(tag.start, tag.end, "")

    def rewritten(self, each: GoldMention, reference: NewReference) -> str:
        """The open tag of a mention of the gold after its edits."""
        tag = self._open(each)
        text = self._text[tag.start : tag.end]
        return apply_edits(text, self._opening(each, tag, reference), -tag.start)

    def edited(self, each: GoldMention, reference: NewReference) -> Iterator[Edit]:
        """The edits of the tags of a mention that stays where it is."""
        if each.said is None and reference is KEPT and not self._editor.identifies(each.mention):
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
        """The edits of an open tag; one that is broken is written anew."""
        mention = each.mention or 0
        identified = list(self._editor.identifying((mention,)))
        before = Said.by(self._chains, mention, self._syntax)
        said = each.said or before
        if not identified and reference is KEPT and said == before:
            return ()
        if is_broken(tag) or len({attribute.name for attribute in tag.attributes}) < len(tag.attributes):
            return (Edit(tag.start, tag.end, self._anew(said, mention, reference)),)
        edits = identified
        if reference is not KEPT:
            edits += self._editor.relinked(tag, reference)
        edits += self._said(said, mention, tag)
        if said.tag.lower() != tag.name:
            edits.append(Edit(tag.start + 1, tag.start + 1 + len(tag.name), said.tag))
        return in_order(tuple(edits))

    def _anew(self, said: Said, mention: int, reference: NewReference) -> str:
        antecedent = self._chains.antecedent(mention)
        if reference is KEPT and antecedent is not None:
            reference = self._chains.attributes[mention].reference
        return self.new(said, self._editor.identifier(mention), reference)

    def _said(self, said: Said, mention: int, tag: Tag) -> Iterator[Edit]:
        """The edits of MIN and STATUS: changed in place, added behind the other attributes, or removed."""
        before = Said.by(self._chains, mention, self._syntax).attributes(self._syntax)
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
