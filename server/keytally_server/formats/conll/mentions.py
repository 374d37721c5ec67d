"""The mentions of a document in the order of the text, and the chain of each."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Document, Mention, Place
from keytally_server.chains.colours import colours_of

_KEPT = 8
"""The number of documents whose mentions are kept: a screen asks for those of few several times."""

Rows = Sequence[int]


class Mentions(NamedTuple):
    """All mentions by number: chains by number too, with their names and their members in order.

    `rows` has the first and the last row of each mention, `brackets` each bracket with its mention, in order.
    """

    mentions: Sequence[Mention]
    chain_of: Sequence[int]
    names: Sequence[str]
    members: Sequence[Sequence[int]]
    rows: Sequence[tuple[int, int]]
    texts: Sequence[str]
    brackets: Sequence[tuple[Place, int]]

    def brackets_in(self, place: Place) -> Sequence[tuple[Place, int]]:
        """The brackets of mentions in a range of the text, in order."""
        first = bisect_left(self.brackets, ((place.start, 0), -1))
        last = bisect_right(self.brackets, ((place.end, place.end + 1), -1))
        return self.brackets[first:last]

    def chain(self, mention: int) -> Sequence[int]:
        """The mentions of a mention's chain."""
        return self.members[self.chain_of[mention]]

    def name(self, chain: int) -> str:
        """The text of a chain's first mention."""
        return self.texts[self.members[chain][0]]


class Shown(NamedTuple):
    """What is drawn of a document: the innermost mention of each row, and the colour of each chain."""

    innermost: Mapping[int, int]
    colours: Mapping[int, int]


def mentions_of(unit: DocumentUnit) -> Mentions:
    """The mentions of a document; those of the last documents are kept."""
    return _mentions(unit.text)


def shown_of(unit: DocumentUnit) -> Shown:
    """What is drawn of a document; that of the last documents is kept."""
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
