"""Code actions on mentions and chains in CoNLL: add, move, split and merge."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from keytally.families.conll.annotations import bracket_like
from keytally.families.conll.chain_edits import Changes, NewMention, new_name
from keytally.families.conll.model import Document
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.scoring import ScoredMention
from keytally.findings.finding import Edits
from keytally.tallies.status import Status
from keytally_server.answers import Candidate, CodeAction, CodeActionKind, EditChoice, combined
from keytally_server.presenters.chains.chain_display import nearest_first
from keytally_server.presenters.chains.conll_cursor import (
    ChainCursor,
    Compared,
    compared_at,
    is_one_sentence,
    row_at,
)
from keytally_server.wording import quoted


def chain_operations(cursor: ChainCursor, most: int | None) -> Iterator[CodeAction]:
    """Yield the actions on the mention at the position and on its chain.

    For a move or a merge, only the `most` likeliest chains are offered; None offers all.
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
        """Yield every operation; operations based on the key come first."""
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
        """Yield actions that delete a spurious mention, or that move a mention or its whole chain to the
        chain to which the mention belongs in the key.
        """
        mention = self._every.mentions[self._mention]
        number = next((at for at, each in enumerate(compared.mine.mentions) if each.mention == mention), None)
        status = None if number is None else compared.chains.status_of_response(number)
        if status is Status.SPURIOUS:
            edits = self._cursor.edits(Changes(removed=[mention]))
            title = f"Delete the spurious mention {self._name}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, title, edits, is_preferred=True)
        elif status is Status.INCORRECT:
            yield from self._accept_link(self._wanted(compared))

    def _accept_link(self, chain: int | None) -> Iterator[CodeAction]:
        kind, title = CodeActionKind.ACCEPT_FROM_KEY, f"Accept the key's link: {self._name} to "
        if chain is None:
            title += "a new chain"
            yield self._moved(kind, title, [self._mention], None)._replace(is_preferred=True)
        else:
            title += f"the chain of {self._cursor.chain_name(chain)}"
            yield self._moved(kind, title, [self._mention], chain)._replace(is_preferred=True)
            if len(self._members) > 1:
                yield self._moved(kind, f"{title}, with its whole chain", self._members, chain)

    def _wanted(self, compared: Compared) -> int | None:
        """Return the chain of this file that should contain the mention according to the key, or None."""
        partner = compared.partner(self._every.mentions[self._mention])
        return None if partner is None else compared.matching(compared.other.mentions[partner].chain)

    def _split(self) -> Iterator[CodeAction]:
        place = self._members.index(self._mention)
        if place:
            title = f"Split the chain: start a new one at {self._name}"
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
            yield self._moved(kind, f"Move {self._name} to a new chain", [self._mention], None)

    def _merge(self) -> Iterator[CodeAction]:
        for chain in self._targets(self._of_same_chain()):
            title = f"Merge this chain with the chain of {self._cursor.chain_name(chain)}"
            yield self._moved(CodeActionKind.MERGE_CHAINS, title, self._members, chain)

    def _of_same_chain(self) -> list[int]:
        """Return the other chains that contain mentions of this chain's key chains; key chains with more
        mentions in this chain come first.
        """
        if self._compared is None:
            return []
        shared = self._compared.chains.overlaps.shared
        keys = sorted((-count, key) for (key, other), count in shared.items() if other == self._own)
        of_keys = (other for _, key in keys for mine, other in sorted(shared) if mine == key)
        return [other for other in dict.fromkeys(of_keys) if other != self._own]

    def _targets(self, advised: Sequence[int]) -> Iterator[int]:
        """Yield the other chains: first the chains that the key supports, then the rest by distance."""
        first = [chain for chain in advised if chain != self._own]
        others = {*range(len(self._every.members))} - {self._own, *first}
        nearest = nearest_first(
            starts_of(self._cursor), self._every.mentions[self._mention].opening.start, sorted(others)
        )
        yield from islice([*first, *nearest], self._most)

    def _moved(
        self, kind: CodeActionKind, title: str, mentions: Sequence[int], chain: int | None
    ) -> CodeAction:
        """Return the action that adds mentions to a chain; None means a new chain."""
        name = new_name(self._cursor.read) if chain is None else self._every.names[chain]
        moved = [(self._every.mentions[mention], name) for mention in mentions]
        return CodeAction(kind, title, self._cursor.edits(Changes(moved=moved)))


def starts_of(cursor: ChainCursor) -> dict[int, list[int]]:
    """Return the starts of the mentions of each chain."""
    every = cursor.all
    return {
        chain: [every.mentions[member].opening.start for member in members]
        for chain, members in enumerate(every.members)
    }


MOST_IDENTICAL = 500

AROUND = 5
"""The maximum number of tokens that are shown before and after a mention."""

_NOT_IN_KINDS = re.compile(r"[^\w-]+")


def chosen_rows(cursor: ChainCursor, end: int) -> range:
    """Return the rows from the position to `end`; a line with only its line break selected does not count."""
    last_place = end if end <= cursor.place else end - 1
    found = [row_at(cursor.unit, place) for place in (cursor.place, last_place)]
    first, last = found
    if first is None or last is None:
        return range(0)
    is_behind = end > cursor.place and cursor.place >= cursor.read.rows[first].last.end
    return range(first + is_behind, last + 1)


def is_on_bracket(cursor: ChainCursor, end: int) -> bool:
    """Return whether the range from the position to `end` is in one bracket."""
    return cursor.bracket is not None and end <= cursor.bracket[0].end


def tag_rows(cursor: ChainCursor, rows: range, most: int | None) -> Iterator[CodeAction]:
    """Yield actions that tag rows as a mention of a new chain, or of one of the `most` nearest chains; None
    offers all chains.

    The first action is the default: the nearest chain with an equal mention, otherwise a new chain.
    """
    if not _is_free(cursor, rows):
        return
    every, place = cursor.all, cursor.read.rows[rows[0]].start
    nearest = list(nearest_first(starts_of(cursor), place, range(len(every.members))))
    words = " ".join(cursor.read.rows[row].token for row in rows).casefold()
    equal = next((chain for chain in nearest if words in _texts(cursor, chain)), None)
    others = [chain for chain in nearest if chain != equal][:most]
    for chain in (None, *others) if equal is None else (equal, None, *others):
        action = _tagged(cursor, rows, chain)
        if action.edits:
            yield action


def tag_identical(cursor: ChainCursor) -> Iterator[CodeAction]:
    """Yield an action that tags all words of the document that equal the mention at the position, as
    mentions of its chain.
    """
    mention = cursor.mention
    if mention is None:
        return
    every = cursor.all
    chain = every.names[every.chain_of[mention]]
    tokens = every.texts[mention].split(" ")
    found = [*_equal(cursor, tokens)][:MOST_IDENTICAL]
    edits = _added(cursor, found, chain) if found else ()
    choices = tuple(EditChoice(_in_context(cursor, rows), _added(cursor, [rows], chain)) for rows in found)
    if edits:
        name = quoted(every.texts[mention])
        several = f"{len(found)} other occurrences of {name} as mentions"
        one = f"the other occurrence of {name} as a mention"
        title = f"Tag {several if len(found) > 1 else one} of this chain"
        action = CodeAction(CodeActionKind.TAG_IDENTICAL, title, (), choices)
        is_same = combined(action) == edits
        yield action if is_same else action._replace(edits=edits, choices=())


def _in_context(cursor: ChainCursor, rows: range) -> str:
    """Return the tokens of some rows, with the tokens around them."""
    lines = cursor.read.rows
    parts = (
        range(max(rows[0] - AROUND, 0), rows[0]),
        rows,
        range(rows[-1] + 1, min(rows[-1] + 1 + AROUND, len(lines))),
    )
    before, text, after = (" ".join(lines[row].token for row in part) for part in parts)
    return f"… {before} «{text}» {after} …"


def accept_mentions(cursor: ChainCursor, rows: range) -> Iterator[CodeAction]:
    """Yield actions that accept the key's mentions that a response lacks and that begin in some rows."""
    compared = None if cursor.key_side else compared_at(cursor)
    if compared is None or not rows:
        return
    for number in compared.chains.missing:
        each = compared.chains.key.mentions[number]
        if cursor.read.row_number(each.mention.words[0]) in rows:
            yield from _accepted(cursor, compared, each)


def _accepted(cursor: ChainCursor, compared: Compared, missing: ScoredMention) -> Iterator[CodeAction]:
    """Yield the action that accepts one mention of the key; yield nothing if the response has other words
    there.

    The new mention replaces a mention of the same words that is not aligned because its head differs.
    """
    words = missing.mention.words
    rows = [cursor.read.row_number(word) for word in words]
    text = _text(cursor, rows)
    if compared.other_unit is None or text is None or text != _key_text(compared, words):
        return
    chain = compared.matching(missing.chain)
    target = "a new chain" if chain is None else f"the chain of {cursor.chain_name(chain)}"
    name = new_name(cursor.read) if chain is None else cursor.all.names[chain]
    like = bracket_like(compared.other_unit, missing.mention, cursor.unit)
    added = NewMention(tuple(words), name, like)
    present = [mention for mention in cursor.all.mentions if tuple(mention.words) == tuple(words)]
    edits = cursor.edits(Changes(removed=present, added=[added]))
    if edits:
        title = f"Accept the key's mention {quoted(text)} into {target}"
        yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, title, edits, is_preferred=True)


def _text(cursor: ChainCursor, rows: Sequence[int]) -> str | None:
    lines = cursor.read.rows
    return " ".join(lines[row].token for row in rows) if rows[-1] < len(lines) else None


def _key_text(compared: Compared, words: Sequence[int]) -> str:
    assert compared.other_unit is not None
    read = compared.other_unit.read()
    return " ".join(read.rows[read.row_number(word)].token for word in words)


def _is_free(cursor: ChainCursor, rows: range) -> bool:
    """Return whether rows belong to one sentence and are not a mention."""
    return bool(rows) and (rows[0], rows[-1]) not in cursor.all.rows and is_one_sentence(cursor.unit, rows)


def _texts(cursor: ChainCursor, chain: int) -> set[str]:
    return {cursor.all.texts[each].casefold() for each in cursor.all.members[chain]}


def _tagged(cursor: ChainCursor, rows: range, chain: int | None) -> CodeAction:
    if chain is None:
        title, name = "Tag as the first mention of a new chain", new_name(cursor.read)
    else:
        title, name = f"Tag as a mention of the chain of {cursor.chain_name(chain)}", cursor.all.names[chain]
    document = _NOT_IN_KINDS.sub("-", cursor.unit.document or "").strip("-")
    edits = _added(cursor, [rows], name)
    return CodeAction(CodeActionKind.WRAP_MENTION, title, edits, type=f"{document}-{name}")


def _added(cursor: ChainCursor, some: Sequence[range], chain: str) -> Edits:
    words = cursor.read.words
    mentions = [rows if words is None else tuple(words[row] for row in rows) for rows in some]
    return cursor.edits(Changes(added=[NewMention(mention, chain) for mention in mentions]))


def _equal(cursor: ChainCursor, tokens: Sequence[str]) -> Iterator[range]:
    """Yield the rows of a document with these tokens that are not a mention and do not overlap."""
    lines, count, behind = cursor.read.rows, len(tokens), 0
    taken = {*cursor.all.rows}
    wanted = [token.casefold() for token in tokens]
    for at in range(len(lines) - count + 1):
        if at < behind or lines[at].token.casefold() != wanted[0]:
            continue
        rows = range(at, at + count)
        is_equal = [lines[row].token.casefold() for row in rows] == wanted
        if is_equal and (at, at + count - 1) not in taken and is_one_sentence(cursor.unit, rows):
            behind = at + count
            yield rows


Words = tuple[str, ...]


class MentionWords:
    """The words of the contiguous mentions in some documents, ignoring case."""

    def __init__(self, units: Iterable[DocumentUnit]) -> None:
        self._by_first: dict[str, set[Words]] = defaultdict(set)
        for unit in units:
            if unit.document is not None:
                self._add(unit.read())

    def _add(self, read: Document) -> None:
        for chain in read.chains:
            for mention in chain.mentions:
                rows = [read.row_number(word) for word in mention.words]
                if all(behind == row + 1 for row, behind in pairwise(rows)):
                    words = _tokens(read, rows)
                    self._by_first[words[0]].add(words)

    def candidates(self, unit: DocumentUnit) -> Iterator[Candidate]:
        """Yield the untagged rows of a document that have the words of one of these mentions; if several
        ranges start at a row, only the longest.
        """
        if unit.document is None:
            return
        read = unit.read()
        mentions = (mention for chain in read.chains for mention in chain.mentions)
        tagged = {read.row_number(word) for mention in mentions for word in mention.words}
        behind = 0
        for row in range(len(read.rows)):
            found = self._at(unit, row, tagged) if row >= behind else None
            if found is not None:
                behind = found.stop
                text = " ".join(read.rows[each].token for each in found)
                place = read.rows[row].start, read.rows[behind - 1].last.end
                message = f"{quoted(text)} is a mention elsewhere"
                yield Candidate(*place, message, CodeActionKind.WRAP_MENTION.value)

    def _at(self, unit: DocumentUnit, row: int, tagged: set[int]) -> range | None:
        """Return the longest range of untagged rows, starting at a row, that has the words of a mention;
        None if there is none.
        """
        read = unit.read()
        known = self._by_first.get(read.rows[row].token.casefold(), ())
        for count in sorted({len(words) for words in known}, reverse=True):
            rows = range(row, row + count)
            is_free = rows.stop <= len(read.rows) and tagged.isdisjoint(rows)
            if is_free and _tokens(read, rows) in known and is_one_sentence(unit, rows):
                return rows
        return None


def _tokens(read: Document, rows: Sequence[int]) -> Words:
    return tuple(read.rows[row].token.casefold() for row in rows)
