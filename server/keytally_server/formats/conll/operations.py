"""Chain surgery: a mention moved, made the first of a new chain or removed; chains split and merged."""

from collections.abc import Iterator, Sequence
from itertools import islice

from keytally.evaluations.conll.annotations.chain_edits import Changes, new_name
from keytally.tallies.status import Status
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.chains.distances import nearest_first
from keytally_server.formats.conll.cursor import ChainCursor, Compared, compared_at
from keytally_server.wording.quoted import quoted


def chain_operations(cursor: ChainCursor, most: int | None) -> Iterator[CodeAction]:
    """The actions on the mention at the place and on its chain.

    For a move or a merge, offers only the `most` likeliest chains; None: all.
    """
    mention = cursor.mention
    if mention is not None:
        yield from (offer for offer in _Operations(cursor, mention, most).all() if offer.edits)


class _Operations:
    """The operations on one mention."""

    def __init__(self, cursor: ChainCursor, mention: int, most: int | None) -> None:
        self._cursor = cursor
        self._every = cursor.all
        self._mention = mention
        self._most = most
        self._own = cursor.all.chain_of[mention]
        self._members = cursor.all.members[self._own]
        self._name = quoted(cursor.all.texts[mention])
        self._compared = compared_at(cursor) if not cursor.key_side else None

    def all(self) -> Iterator[CodeAction]:
        """Every operation; what the key says comes first."""
        advised = None
        if self._compared is not None:
            yield from self._accept(self._compared)
            advised = self._wanted(self._compared)
        if len(self._members) > 1:
            yield from self._split()
        yield self._remove()
        yield from self._move([] if advised is None else [advised])
        yield from self._merge()

    def _accept(self, compared: Compared) -> Iterator[CodeAction]:
        """Drop a spurious mention; put one, or its whole chain, into the chain that it has in the key."""
        mention = self._every.mentions[self._mention]
        number = next((at for at, each in enumerate(compared.mine.mentions) if each.mention == mention), None)
        status = None if number is None else compared.chains.status_of_response(number)
        if status is Status.SPURIOUS:
            edits = self._cursor.edits(Changes(removed=[mention]))
            title = f"Drop the spurious mention {self._name}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, title, edits, is_preferred=True)
        elif status is Status.INCORRECT:
            yield from self._accept_link(self._wanted(compared))

    def _accept_link(self, chain: int | None) -> Iterator[CodeAction]:
        kind, title = CodeActionKind.ACCEPT_FROM_KEY, f"Accept the key's link: {self._name} to "
        if chain is None:
            title += "a chain of its own"
            yield self._moved(kind, title, [self._mention], None)._replace(is_preferred=True)
        else:
            title += f"the chain of {self._cursor.chain_name(chain)}"
            yield self._moved(kind, title, [self._mention], chain)._replace(is_preferred=True)
            if len(self._members) > 1:
                yield self._moved(kind, f"{title}, with its whole chain", self._members, chain)

    def _wanted(self, compared: Compared) -> int | None:
        """The chain of this file that the mention belongs to by the key; None if there is none."""
        partner = compared.partner(self._every.mentions[self._mention])
        return None if partner is None else compared.matching(compared.other.mentions[partner].chain)

    def _split(self) -> Iterator[CodeAction]:
        place = self._members.index(self._mention)
        if place:
            title = f"Split the chain: a new one from {self._name} on"
            yield self._moved(CodeActionKind.SPLIT_CHAIN, title, self._members[place:], None)

    def _remove(self) -> CodeAction:
        edits = self._cursor.edits(Changes(removed=[self._every.mentions[self._mention]]))
        return CodeAction(CodeActionKind.REMOVE_MENTION, f"Remove the mention {self._name}", edits)

    def _move(self, advised: Sequence[int]) -> Iterator[CodeAction]:
        kind = CodeActionKind.MOVE_MENTION
        for chain in self._targets(advised):
            title = f"Move {self._name} to the chain of {self._cursor.chain_name(chain)}"
            yield self._moved(kind, title, [self._mention], chain)
        if len(self._members) > 1:
            yield self._moved(kind, f"Move {self._name} to a chain of its own", [self._mention], None)

    def _merge(self) -> Iterator[CodeAction]:
        for chain in self._targets(self._of_same_chain()):
            title = f"Merge this chain with that of {self._cursor.chain_name(chain)}"
            yield self._moved(CodeActionKind.MERGE_CHAINS, title, self._members, chain)

    def _of_same_chain(self) -> list[int]:
        """The other chains with mentions of chains of the key that this one has most mentions of."""
        if self._compared is None:
            return []
        shared = self._compared.chains.overlaps.shared
        keys = sorted((-count, key) for (key, other), count in shared.items() if other == self._own)
        of_keys = (other for _, key in keys for mine, other in sorted(shared) if mine == key)
        return [other for other in dict.fromkeys(of_keys) if other != self._own]

    def _targets(self, advised: Sequence[int]) -> Iterator[int]:
        """The other chains: first those that the key supports, then the rest by distance."""
        first = [chain for chain in advised if chain != self._own]
        others = {*range(len(self._every.members))} - {self._own, *first}
        nearest = nearest_first(
            starts_of(self._cursor), self._every.mentions[self._mention].opening.start, sorted(others)
        )
        yield from islice([*first, *nearest], self._most)

    def _moved(
        self, kind: CodeActionKind, title: str, mentions: Sequence[int], chain: int | None
    ) -> CodeAction:
        """The action that puts mentions into a chain, None: into a new one."""
        name = new_name(self._cursor.read) if chain is None else self._every.names[chain]
        moved = [(self._every.mentions[each], name) for each in mentions]
        return CodeAction(kind, title, self._cursor.edits(Changes(moved=moved)))


def starts_of(cursor: ChainCursor) -> dict[int, list[int]]:
    """Where the mentions of each chain start."""
    every = cursor.all
    return {
        chain: [every.mentions[each].opening.start for each in members]
        for chain, members in enumerate(every.members)
    }
