"""Coreference pairs of any size, the same at every run: many documents, or one of thousands of mentions.

Responses lack mentions and links, tag heads only, and have mentions of their own, so that every kind of
verdict comes up. IDs differ between the sides.
"""

import random
from typing import NamedTuple

from benchmarks.corpora.texts import Texts

_TEXT = (
    "the harbour board said that the new ferry would sail in spring after repairs to both engines and "
    "that freight rates & fares (which rose < 5 % last year) would not change before the next review"
)
_WORDS = _TEXT.split(" ")
_PHRASES = (("the old ", "ferry", ""), ("the ", "master", " of the port"), ("", "Calder", ""), ("", "it", ""))
_MENTIONS = 24
_CHAINS = 6

_LOST, _HEAD_ONLY, _MORE, _UNTIED = 0.1, 0.3, 0.1, 0.15
"""How often a response lacks a mention, tags its head only, has one more, and begins a chain anew."""


class _Side(NamedTuple):
    """The text of one side so far, and the last ID of each chain."""

    text: list[str]
    last: dict[int, int]

    def add(self, text: str) -> None:
        self.text.append(text)


def chains(size: int) -> Texts:
    """Sides of at least `size` characters, in documents of about 2,500 with two dozen mentions each."""
    chance = random.Random(19951106)
    documents: list[Texts] = []
    length = 0
    while length < size:
        documents.append(_document(chance, len(documents) + 1, _MENTIONS, _CHAINS))
        length += min(map(len, documents[-1]))
    return Texts(*map("".join, zip(*documents, strict=True)))


def chains_in_one(mentions: int) -> Texts:
    """One document with so many mentions in its key, in chains of about ten."""
    return _document(random.Random(19951106), 1, mentions, max(mentions // 10, 1))


def _document(chance: random.Random, number: int, mentions: int, chain_count: int) -> Texts:
    head = f"<DOC>\n<DOCNO> 95{number:06}-0001 </DOCNO>\n<HL> News of the harbour </HL>\n<TXT>\n<p>\n"
    sides = _Side([head], {}), _Side([head], {})
    for mention in range(mentions):
        _words(chance, sides)
        _mention(chance, sides, mention, chance.randrange(chain_count))
        for side in sides:
            side.add(".\n")
    for side in sides:
        side.add("</p>\n</TXT>\n</DOC>\n")
    return Texts(*("".join(side.text) for side in sides))


def _words(chance: random.Random, sides: tuple[_Side, _Side]) -> None:
    """Some running text, a word of which the response may tag."""
    start = chance.randrange(len(_WORDS) - 14)
    words = _WORDS[start : start + 13]
    for side in sides:
        said = list(words)
        if side is sides[1] and chance.random() < _MORE:
            said[4] = f'<COREF ID="{100_000 + len(side.text)}">{said[4]}</COREF>'
        side.add(" ".join(said) + " ")


def _mention(chance: random.Random, sides: tuple[_Side, _Side], mention: int, chain: int) -> None:
    before, head, behind = chance.choice(_PHRASES)
    whole = before + head + behind
    minimum = f' MIN="{head}"' if before or behind else ""
    status = ' STATUS="OPT"' if chance.random() < 0.03 else ""
    sides[0].add(f"{_opened(sides[0], mention, chain)}{minimum}{status}>{whole}</COREF>")
    if chance.random() < _LOST:
        sides[1].add(whole)
        return
    if chance.random() < _UNTIED:
        sides[1].last.pop(chain, None)
    opened = _opened(sides[1], mention + 1, chain)
    if chance.random() < _HEAD_ONLY:
        sides[1].add(f"{before}{opened}>{head}</COREF>{behind}")
    else:
        sides[1].add(f"{opened}>{whole}</COREF>")


def _opened(side: _Side, mention: int, chain: int) -> str:
    """The beginning of a tag, tied to the last mention of its chain."""
    antecedent = side.last.get(chain)
    side.last[chain] = mention
    link = f' TYPE="IDENT" REF="{antecedent}"' if antecedent is not None else ""
    return f'<COREF ID="{mention}"{link}'
