"""Named-entity pairs of any size, the same at every run: what the measurements are made on."""

import random

from benchmarks.corpora.texts import Texts

_NAMES = ("Anselm", "Borrow", "Calder", "Dunmore", "Eskdale", "Fenwick", "Galt", "Harrow", "Innis", "Jura")
_TEXT = (
    "the harbour board said that its new ferry would sail in spring after repairs to both engines and "
    "that freight rates & fares (which rose < 5 % last year) would not change before the next review"
)
_WORDS = _TEXT.split(" ")
_KINDS = (
    ("ENAMEX", "ORGANIZATION", "{} Lines Inc."),
    ("ENAMEX", "PERSON", "Mr. {}"),
    ("ENAMEX", "LOCATION", "Port {}"),
    ("TIMEX", "DATE", "12 May 19{:02}"),
    ("NUMEX", "MONEY", "{} million crowns"),
)
_HEAD = "<DOC>\n<DOCNO> 95{:06}-0001 </DOCNO>\n<HL> News of the harbour </HL>\n<TXT>\n"


def named_entities(size: int) -> Texts:
    """A pair whose key and response each have at least `size` characters, in documents of about 2,500."""
    chance = random.Random(20010911)
    key, response, number = [], [], 0
    length = 0
    while length < size:
        number += 1
        document = _document(chance, number)
        key.append(document.key)
        response.append(document.response)
        length += min(len(document.key), len(document.response))
    return Texts("".join(key), "".join(response))


def named_entities_in_one(tags: int) -> Texts:
    """One document with so many tags in its key."""
    chance = random.Random(20010911)
    key, response = [_HEAD.format(1)], [_HEAD.format(1)]
    for _ in range(tags):
        _sentence(chance, key, response)
    return Texts(*("".join([*side, "</TXT>\n</DOC>\n"]) for side in (key, response)))


def _document(chance: random.Random, number: int) -> Texts:
    key, response = [_HEAD.format(number)], [_HEAD.format(number)]
    for _ in range(6):
        for side in (key, response):
            side.append("<p>\n   ")
        for _ in range(4):
            _sentence(chance, key, response)
        for side in (key, response):
            side.append("</p>\n")
    for side in (key, response):
        side.append("</TXT>\n</DOC>\n")
    return Texts("".join(key), "".join(response))


def _sentence(chance: random.Random, key: list[str], response: list[str]) -> None:
    start = chance.randrange(len(_WORDS) - 10)
    words = " ".join(_WORDS[start : start + 9])
    tag, kind, pattern = chance.choice(_KINDS)
    name = pattern.format(chance.randrange(100) if "19" in pattern else chance.choice(_NAMES))
    right = f'<{tag} TYPE="{kind}">{name}</{tag}>'
    luck = chance.random()
    if luck < 0.75:
        given = right
    elif luck < 0.85:
        given = name
    else:
        given = f'<ENAMEX TYPE="LOCATION">{name}</ENAMEX>'
    key.append(f"{words} {right}.\n")
    response.append(f"{words} {given}.\n")
