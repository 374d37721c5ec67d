"""A second reading of the coreference task, as naive as can be, to hold keytally's figures against.

It is written from the paper and the manual alone: plain regular expressions over raw files, sets of
links, and the definition of recall as it stands in the paper. Nothing of it is shared with the scorer.
"""

import re
from pathlib import Path
from typing import NamedTuple

TAG = re.compile(r'<COREF((?:\s+\w+="[^"]*")*)\s*>|</COREF>')
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')

Fraction = tuple[int, int]


class Phrase(NamedTuple):
    """A tagged phrase: its place among the document's characters, its text, and its attributes."""

    start: int
    end: int
    text: str
    said: dict[str, str]


class Figures(NamedTuple):
    """What a line of the score report holds, without its percentages."""

    key_classes: int
    response_classes: int
    recall: Fraction
    precision: Fraction


def figures_of(key: Path, response: Path, exact: bool = False) -> dict[str, Figures]:
    """The figures of every document of two files, by its number."""
    sides = [documents(path.read_text(encoding="utf-8")) for path in (key, response)]
    assert sides[0].keys() == sides[1].keys()
    return {number: compared(sides[0][number], sides[1][number], exact) for number in sides[0]}


def documents(text: str) -> dict[str, list[Phrase]]:
    """The phrases of each document, by its number: every digit of DOCNO."""
    found = {}
    for piece in re.split(r"(?=<DOC>)", text)[1:]:
        number = re.search(r"<DOCNO>(.*?)</DOCNO>", piece, re.S)
        assert number
        found["".join(re.findall(r"\d", number[1]))] = phrases(piece)
    return found


def phrases(document: str) -> list[Phrase]:
    """The phrases of a document in the order of their open tags."""
    plain, cursor = "", 0
    found: list[Phrase] = []
    waiting: list[tuple[int, int, dict[str, str]]] = []
    for tag in TAG.finditer(document):
        plain += document[cursor : tag.start()]
        cursor = tag.end()
        if tag[0].startswith("</"):
            place, start, said = waiting.pop()
            found[place] = Phrase(start, len(plain), plain[start:], said)
        else:
            waiting.append((len(found), len(plain), dict(ATTRIBUTE.findall(tag[1]))))
            found.append(Phrase(0, 0, "", {}))
    assert not waiting
    return found


def compared(key: list[Phrase], response: list[Phrase], exact: bool) -> Figures:
    """The figures of one document."""
    partner = aligned(key, response, exact)
    names = [
        {place: ("both", place) for place in partner},
        {other: ("both", place) for place, other in partner.items()},
    ]
    sides = []
    for side, found in enumerate((key, response)):
        kept = [
            place
            for place in range(len(found))
            if side or place in partner or "STATUS" not in found[place].said
        ]
        classes = [members & set(kept) for members in closure(found)]
        sides.append([{names[side].get(place, (side, place)) for place in members} for members in classes])
    return Figures(
        *(sum(len(members) > 1 for members in classes) for classes in sides),
        ratio(sides[0], sides[1]),
        ratio(sides[1], sides[0]),
    )


def aligned(key: list[Phrase], response: list[Phrase], exact: bool) -> dict[int, int]:
    """The response's phrase for each of the key's: same places first, then by MIN in the key's order."""
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for place, wanted in enumerate(key):
        for other, given in enumerate(response):
            if given.start == wanted.start and given.end == wanted.end and other not in taken:
                partner[place] = other
                taken.add(other)
                break
    for place, wanted in enumerate(key):
        if exact or place in partner or "MIN" not in wanted.said:
            continue
        for other, given in enumerate(response):
            inside = wanted.start <= given.start and given.end <= wanted.end
            if inside and other not in taken and normal(wanted.said["MIN"]) in normal(given.text):
                partner[place] = other
                taken.add(other)
                break
    return partner


def normal(text: str) -> str:
    """Without case and with single blanks."""
    return re.sub(r"\s+", " ", text).strip().lower()


def closure(found: list[Phrase]) -> list[set[int]]:
    """The classes that REFs tie together, grown one link after the other."""
    class_of = {phrase.said["ID"]: {place} for place, phrase in enumerate(found)}
    for phrase in found:
        if "REF" in phrase.said:
            joined = class_of[phrase.said["ID"]] | class_of[phrase.said["REF"]]
            for place in joined:
                class_of[found[place].said["ID"]] = joined
    return list({id(members): members for members in class_of.values()}.values())


def ratio(classes: list[set[tuple[object, int]]], others: list[set[tuple[object, int]]]) -> Fraction:
    """The sum of |S| - |p(S)| and that of |S| - 1, over the classes S."""
    above = below = 0
    for members in classes:
        if members:
            cut = [members & other for other in others if members & other]
            alone = len(members) - sum(map(len, cut))
            above += len(members) - (len(cut) + alone)
            below += len(members) - 1
    return above, below
