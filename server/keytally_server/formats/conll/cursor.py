"""A place in a document with chains: its row, its mention, and the chains of the other file."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.annotations.chain_edits import Changes, edits_of
from keytally.evaluations.conll.evaluation import ConllCoreference
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Document, Mention, Place
from keytally.evaluations.conll.scoring.classes import Side
from keytally.evaluations.conll.scoring.comparison import ComparedChains
from keytally.evaluations.interface import Role
from keytally.findings.edits import Edits
from keytally.text.lines import end_of_line
from keytally.text.plural import quantity
from keytally_server.formats.conll.mentions import Mentions, mentions_of, shown_of
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.quoted import quoted


class ChainCursor(NamedTuple):
    """A document: its start in the file, and a place in it."""

    snapshot: Snapshot
    unit: DocumentUnit
    offset: int
    place: int
    all: Mentions

    @property
    def read(self) -> Document:
        """The rows and chains of the document."""
        return self.unit.read()

    @property
    def key_side(self) -> bool:
        """Whether the file is the key of its pair."""
        return self.snapshot.role is Role.KEY

    @property
    def row(self) -> int | None:
        """The row at the place; None between rows."""
        return row_at(self.unit, self.place)

    @property
    def mention(self) -> int | None:
        """The mention whose bracket stands at the place, else the innermost one with the row's word."""
        if (bracket := self.bracket) is not None:
            return bracket[1]
        row = self.row
        return None if row is None else shown_of(self.unit).innermost.get(row)

    @property
    def bracket(self) -> tuple[Place, int] | None:
        """The bracket at the place with its mention; of two beside it the one that starts there."""
        row = self.row
        brackets = () if row is None else self.all.brackets_in(self.read.rows[row].last)
        near = [each for each in brackets if each[0].start <= self.place <= each[0].end]
        return next((each for each in near if each[0].start == self.place), near[0] if near else None)

    def edits(self, changes: Changes) -> Edits:
        """The edits that change chains; none where the format cannot tell them."""
        return edits_of(self.unit, changes) or ()

    def chain_name(self, chain: int) -> str:
        """The name of a chain for a title: `"Marta Reis" (1, 4 mentions)`."""
        count = quantity(len(self.all.members[chain]), "mention")
        return f"{quoted(self.all.name(chain))} ({self.all.names[chain]}, {count})"


class Compared(NamedTuple):
    """The document's chains beside those of the other file; `number_of` has the number of a mention here."""

    chains: ComparedChains
    mine: Side
    other: Side
    other_unit: DocumentUnit | None
    key_side: bool

    def counterpart(self, chain: int) -> int | None:
        """The other file's chain that matches one of this file."""
        matched = self.chains.matched
        if self.key_side:
            return matched.get(chain)
        return next((mine for mine, other in matched.items() if other == chain), None)

    def matching(self, chain: int) -> int | None:
        """This file's chain that matches one of the other file."""
        matched = self.chains.matched
        if not self.key_side:
            return matched.get(chain)
        return next((mine for mine, other in matched.items() if other == chain), None)

    def partner(self, mention: Mention) -> int | None:
        """The number of the partner of a mention among the scored ones of the other file."""
        number = next((at for at, each in enumerate(self.mine.mentions) if each.mention == mention), None)
        if number is None:
            return None
        return (self.chains.partners if self.key_side else self.chains.turned)[number]

    def pieces(self, chain: int) -> list[list[Mention]]:
        """The mentions of a chain as the other file parts them, in the order of the first ones."""
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
    """The chains around a place; None in a unit that is not a document."""
    if at.unit.document is None or not isinstance(at.unit, DocumentUnit):
        return None
    return ChainCursor(snapshot, at.unit, at.offset, at.place, mentions_of(at.unit))


def compared_at(cursor: ChainCursor) -> Compared | None:
    """The document's chains beside those of the other file; None where it is not scored."""
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
    """The row on whose line a place is; None for one on another line."""
    row = bisect_right(row_starts(unit.text), place) - 1
    if row < 0 or place > end_of_line(unit.text, unit.read().rows[row].start):
        return None
    return row


@lru_cache(8)
def row_starts(text: str) -> Sequence[int]:
    """Where the rows of the document with that text start."""
    return [row.start for row in DocumentUnit(text).read().rows]
