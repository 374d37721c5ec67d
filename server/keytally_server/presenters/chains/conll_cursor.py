"""A position in a CoNLL document: its row, its mention, and the chains of both files."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.families.conll.chain_edits import Changes, edits_of
from keytally.families.conll.evaluation import ConllCoreference
from keytally.families.conll.model import Document, Mention, Place
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.scoring import MatchedChains, Side
from keytally.families.contract import Role
from keytally.findings.finding import Edits
from keytally.text.positions import end_of_line
from keytally.text.rendering import quantity
from keytally_server.presenters.chains.chain_display import colours_of
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted

_KEPT = 8
"""The number of documents whose mentions are cached, because a screen repeatedly requests the mentions of
a few documents.
"""

Rows = Sequence[int]


class Mentions(NamedTuple):
    """All mentions and chains by number; for each chain, also its name and its members in order.

    `rows` contains the first and the last row of each mention, `brackets` each bracket with its mention, in
    order.
    """

    mentions: Sequence[Mention]
    chain_of: Sequence[int]
    names: Sequence[str]
    members: Sequence[Sequence[int]]
    rows: Sequence[tuple[int, int]]
    texts: Sequence[str]
    brackets: Sequence[tuple[Place, int]]

    def brackets_in(self, place: Place) -> Sequence[tuple[Place, int]]:
        """Return the brackets of mentions in a range of the text, in order."""
        first = bisect_left(self.brackets, ((place.start, 0), -1))
        last = bisect_right(self.brackets, ((place.end, place.end + 1), -1))
        return self.brackets[first:last]

    def chain(self, mention: int) -> Sequence[int]:
        """Return the mentions of a mention's chain."""
        return self.members[self.chain_of[mention]]

    def name(self, chain: int) -> str:
        """Return the text of a chain's first mention."""
        return self.texts[self.members[chain][0]]


class Shown(NamedTuple):
    """The display of a document: the innermost mention of each row, and the colour of each chain."""

    innermost: Mapping[int, int]
    colours: Mapping[int, int]


def mentions_of(unit: DocumentUnit) -> Mentions:
    """Return the mentions of a document; the most recent results are cached."""
    return _mentions(unit.text)


def shown_of(unit: DocumentUnit) -> Shown:
    """Return the display of a document; the most recent results are cached."""
    return _shown(unit.text)


@lru_cache(_KEPT)
def _mentions(text: str) -> Mentions:
    unit = DocumentUnit(text)
    read = unit.read()
    found = [(mention, chain) for chain, of_chain in enumerate(read.chains) for mention in of_chain.mentions]
    found.sort(key=lambda each: (each[0].opening, -each[0].words[-1]))
    mentions = [mention for mention, _ in found]
    members: list[list[int]] = [[] for _ in read.chains]
    for number, (_, chain) in enumerate(found):
        members[chain].append(number)
    return Mentions(
        mentions,
        [chain for _, chain in found],
        [chain.name for chain in read.chains],
        members,
        [_rows(read, mention) for mention in mentions],
        [unit.text_of(mention) for mention in mentions],
        sorted((place, number) for number, each in enumerate(mentions) for place in each.brackets),
    )


def _rows(read: Document, mention: Mention) -> tuple[int, int]:
    return read.row_number(mention.words[0]), read.row_number(mention.words[-1])


@lru_cache(_KEPT)
def _shown(text: str) -> Shown:
    all_of = _mentions(text)
    read = DocumentUnit(text).read()
    innermost: dict[int, int] = {}
    for number in sorted(range(len(all_of.mentions)), key=lambda each: -len(all_of.mentions[each].words)):
        for word in all_of.mentions[number].words:
            innermost[read.row_number(word)] = number
    return Shown(innermost, colours_of(all_of.chain_of))


class ChainCursor(NamedTuple):
    """A document: its start in the file, and a position in it."""

    snapshot: Snapshot
    unit: DocumentUnit
    offset: int
    place: int
    all: Mentions

    @property
    def read(self) -> Document:
        """Return the rows and chains of the document."""
        return self.unit.read()

    @property
    def key_side(self) -> bool:
        """Return whether the file is the key of its pair."""
        return self.snapshot.role is Role.KEY

    @property
    def row(self) -> int | None:
        """Return the row at the position; None between rows."""
        return row_at(self.unit, self.place)

    @property
    def mention(self) -> int | None:
        """Return the mention whose bracket is at the position, otherwise the innermost mention that
        contains the row's word; None if there is neither.
        """
        if (bracket := self.bracket) is not None:
            return bracket[1]
        row = self.row
        return None if row is None else shown_of(self.unit).innermost.get(row)

    @property
    def bracket(self) -> tuple[Place, int] | None:
        """Return the bracket at the position with its mention, or None; of two adjacent brackets, the
        bracket that starts there.
        """
        row = self.row
        brackets = () if row is None else self.all.brackets_in(self.read.rows[row].last)
        near = [bracket for bracket in brackets if bracket[0].start <= self.place <= bracket[0].end]
        return next((each for each in near if each[0].start == self.place), near[0] if near else None)

    def edits(self, changes: Changes) -> Edits:
        """Return the edits that change chains; none if the format cannot represent them."""
        return edits_of(self.unit, changes) or ()

    def chain_name(self, chain: int) -> str:
        """Return the name of a chain for a title: `"Marta Reis" (1, 4 mentions)`."""
        count = quantity(len(self.all.members[chain]), "mention")
        return f"{quoted(self.all.name(chain))} ({self.all.names[chain]}, {count})"


class Compared(NamedTuple):
    """A document's chains compared with those of the other file: the matched chains, the two sides, and
    the unit of the other file.
    """

    chains: MatchedChains
    mine: Side
    other: Side
    other_unit: DocumentUnit | None
    key_side: bool

    def counterpart(self, chain: int) -> int | None:
        """Return the other file's chain that matches a chain of this file, or None."""
        matched = self.chains.matched
        if self.key_side:
            return matched.get(chain)
        return next((mine for mine, other in matched.items() if other == chain), None)

    def matching(self, chain: int) -> int | None:
        """Return this file's chain that matches a chain of the other file, or None."""
        matched = self.chains.matched
        if not self.key_side:
            return matched.get(chain)
        return next((mine for mine, other in matched.items() if other == chain), None)

    def partner(self, mention: Mention) -> int | None:
        """Return the number of a mention's partner among the scored mentions of the other file, or None."""
        number = next((at for at, each in enumerate(self.mine.mentions) if each.mention == mention), None)
        if number is None:
            return None
        return (self.chains.partners if self.key_side else self.chains.turned)[number]

    def pieces(self, chain: int) -> list[list[Mention]]:
        """Return the mentions of a chain as the other file divides them, in the order of the first mention
        of each group.
        """
        partners = self.chains.partners if self.key_side else self.chains.turned
        pieces: dict[int, list[Mention]] = {}
        for number, each in enumerate(self.mine.mentions):
            if each.chain == chain:
                partner = partners[number]
                name = -1 - number if partner is None else self.other.mentions[partner].chain
                pieces.setdefault(name, []).append(each.mention)
        inside = (sorted(piece, key=lambda each: each.opening) for piece in pieces.values())
        return sorted(inside, key=lambda piece: piece[0].opening)


def chain_cursor(snapshot: Snapshot, at: UnitAt) -> ChainCursor | None:
    """Return a position with the chains of its document; None in a unit that is not a document."""
    if at.unit.document is None or not isinstance(at.unit, DocumentUnit):
        return None
    return ChainCursor(snapshot, at.unit, at.offset, at.place, mentions_of(at.unit))


def compared_at(cursor: ChainCursor) -> Compared | None:
    """Return the document's chains compared with the other file's; None if it is not scored."""
    pair, document = cursor.snapshot.pair, cursor.unit.document
    evaluation = None if pair is None else pair.evaluation
    if pair is None or document is None or not isinstance(evaluation, ConllCoreference):
        return None
    for score in pair.scores_of(document):
        if cursor.unit in (score.key, score.response):
            chains = evaluation.detail(score)
            sides = (chains.key, chains.response) if cursor.key_side else (chains.response, chains.key)
            other = score.response if cursor.key_side else score.key
            return Compared(chains, *sides, other, cursor.key_side)
    return None


def row_at(unit: DocumentUnit, place: int) -> int | None:
    """Return the row on the line of a position; None if the line contains no row."""
    row = bisect_right(row_starts(unit.text), place) - 1
    if row < 0 or place > end_of_line(unit.text, unit.read().rows[row].start):
        return None
    return row


@lru_cache(8)
def row_starts(text: str) -> Sequence[int]:
    """Return the starts of the rows of the document with that text."""
    return [row.start for row in DocumentUnit(text).read().rows]


_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r|\n)")


def is_one_sentence(unit: DocumentUnit, rows: Sequence[int]) -> bool:
    """Return whether no empty line separates the rows."""
    lines = unit.read().rows
    return not _BLANK_LINE.search(unit.text, lines[rows[0]].start, lines[rows[-1]].last.end)
