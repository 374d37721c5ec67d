"""Splits and merges chains; each operation returns the edits that produce the stated chains.

An operation states the groups of mentions that should result; the REFs follow from the groups, so that as
few tags as possible change.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor, is_broken
from keytally.evaluations.muc.annotations.chains.outside_links import outside_dependants
from keytally.evaluations.muc.annotations.chains.regrouping import Links, regrouped
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.findings.edits import Edits, in_order
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.formats.coreference.chain_cursor import (
    ChainCursor,
    chain_name,
    nearest_first,
)
from keytally_server.formats.coreference.key_chains import chain_in_key, chains_of_same_class
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.tag_edits import untagged
from keytally_server.wording.quoted import quoted


def chain_operations(cursor: ChainCursor, most: int | None) -> Iterator[CodeAction]:
    """The actions on the mention at the place and on its chain.

    For a move or a merge, offers only the `most` likeliest chains; None: all.
    """
    mention = cursor.mention
    if mention is not None:
        for offer in _Operations(cursor, mention, most).all():
            if offer.edits:
                yield offer


class _Operations:
    """The operations on one mention."""

    def __init__(self, cursor: ChainCursor, mention: int, most: int | None) -> None:
        self._cursor = cursor
        self._chains = cursor.chains
        self._mention = mention
        self._most = most
        self._own = cursor.chains.chain_of[mention]
        self._members = cursor.chains.members[self._own]
        self._rest = [each for each in self._members if each != mention]
        self._name = quoted(cursor.chains.text(mention))

    def all(self) -> Iterator[CodeAction]:
        """Every operation; those that need no choice of a chain come first."""
        yield from self._accept_link()
        if len(self._members) > 1:
            yield from self._split()
            yield from self._make_first()
        yield self._remove()
        yield from self._move()
        yield from self._merge()

    def _accept_link(self) -> Iterator[CodeAction]:
        """Link the mention, or its whole chain, to the chain that it belongs to in the key."""
        for chain in chain_in_key(self._cursor, self._mention):
            if chain != self._own:
                title = (
                    f"Accept the key's link: {self._name} to the chain of {chain_name(self._chains, chain)}"
                )
                moved = self._edits(self._moved_to(chain))
                yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, title, moved, is_preferred=True)
                if len(self._members) > 1:
                    merged = self._edits(self._merged_with(chain))
                    yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, f"{title}, with its whole chain", merged)

    def _split(self) -> Iterator[CodeAction]:
        place = self._members.index(self._mention)
        if place:
            links = self._regrouped(self._members[:place], self._members[place:])
            title = f"Split the chain: a new one from {self._name} on"
            yield CodeAction(CodeActionKind.SPLIT_CHAIN, title, self._edits(links))

    def _make_first(self) -> Iterator[CodeAction]:
        if self._chains.antecedent(self._mention) is not None:
            links = regrouped(self._chains.antecedents, self._members, head=self._mention)
            title = f"Make {self._name} the first of its chain"
            yield CodeAction(CodeActionKind.MAKE_FIRST, title, self._edits(links))

    def _remove(self) -> CodeAction:
        """Remove the tags; link the mentions that pointed to this one to the rest of the chain."""
        removal = untagged(self._chains.mentions[self._mention].element)
        links = self._regrouped(self._rest)
        outside = outside_dependants(self._chains, self._cursor.syntax, self._mention)
        editor = LinkEditor(self._chains, self._cursor.syntax)
        references = self._references(outside, editor)
        is_healed = any(each is not None for each in (*links.values(), *references))
        heals = " and tie its chain together again" if is_healed else ""
        edits: Edits = ()
        if self._is_unharmed(removal, -1) and not self._is_any_broken(links, outside):
            pairs = zip(outside, references, strict=True)
            relinked = tuple(edit for tag, name in pairs for edit in editor.relinked(tag, name))
            edits = in_order(removal, relinked, editor.edits(links))
        return CodeAction(CodeActionKind.REMOVE_MENTION, f"Remove the mention {self._name}{heals}", edits)

    def _references(self, outside: Sequence[Tag], editor: LinkEditor) -> list[str | None]:
        """The new references of tags in no chain after the mention is gone: its heir.

        Without an heir, the first of these tags heads the others, if it has an ID.
        """
        if not outside:
            return []
        if (heir := self._heir()) is not None:
            return [editor.identifier(heir)] * len(outside)
        identifier = outside[0].attribute(self._cursor.syntax.identifier)
        head = identifier.value.strip() if identifier is not None else ""
        return [None, *[head or None] * (len(outside) - 1)]

    def _heir(self) -> int | None:
        """The mention of the chain before this one, else the next; None if it is alone."""
        before = self._members.index(self._mention) - 1
        return self._rest[max(before, 0)] if self._rest else None

    def _move(self) -> Iterator[CodeAction]:
        for chain in self._targets(chain_in_key(self._cursor, self._mention)):
            title = f"Move {self._name} to the chain of {chain_name(self._chains, chain)}"
            yield CodeAction(CodeActionKind.MOVE_MENTION, title, self._edits(self._moved_to(chain)))
        if self._rest:
            links = self._regrouped(self._rest, [self._mention])
            yield CodeAction(
                CodeActionKind.MOVE_MENTION, f"Move {self._name} to a chain of its own", self._edits(links)
            )

    def _merge(self) -> Iterator[CodeAction]:
        for chain in self._targets(chains_of_same_class(self._cursor, self._own)):
            title = f"Merge this chain with that of {chain_name(self._chains, chain)}"
            yield CodeAction(CodeActionKind.MERGE_CHAINS, title, self._edits(self._merged_with(chain)))

    def _moved_to(self, chain: int) -> Links:
        return self._regrouped(self._rest, sorted([*self._chains.members[chain], self._mention]))

    def _merged_with(self, chain: int) -> Links:
        return self._regrouped(sorted([*self._members, *self._chains.members[chain]]))

    def _targets(self, advised: Sequence[int]) -> Iterator[int]:
        """The other chains: first those that the key supports, then the rest by distance."""
        first = [chain for chain in advised if chain != self._own]
        others = set(range(len(self._chains.members))) - {self._own, *first}
        place = self._chains.mentions[self._mention].element.start
        yield from islice([*first, *nearest_first(self._chains, place, sorted(others))], self._most)

    def _regrouped(self, *groups: Sequence[int]) -> Links:
        links: Links = {}
        for group in groups:
            links |= regrouped(self._chains.antecedents, group)
        return links

    def _edits(self, links: Links) -> Edits:
        """The links as edits; empty if one of the tags is broken."""
        if self._is_any_broken(links):
            return ()
        return LinkEditor(self._chains, self._cursor.syntax).edits(links)

    def _is_any_broken(self, links: Links, outside: Sequence[Tag] = ()) -> bool:
        """Whether a changed or referenced tag is broken; `outside` are the tags that are in no chain."""
        touched = {*links, *links.values(), self._heir() if outside else None}
        tags = [self._chains.mentions[each].element.open for each in touched if each is not None]
        return any(map(is_broken, [*tags, *outside]))

    def _is_unharmed(self, edits: Edits, added: int) -> bool:
        return changes_only_tags(self._cursor.unit, self._cursor.snapshot.reading.language, edits, added)
