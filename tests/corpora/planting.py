"""Defects planted into real documents by patterns, with the place where each must be found.

A plant rewrites one match of a pattern in a document. Its replacement holds a pair of ‹ ›: the finding
must stand exactly there.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

OPENING, CLOSING = "‹", "›"


class Plant(NamedTuple):
    """One way to break a rule."""

    rule: str
    name: str
    pattern: str
    replacement: str

    def fits(self, text: str) -> bool:
        """Whether a text has a place for it."""
        return re.search(self.pattern, text) is not None

    def __str__(self) -> str:
        return f"{self.rule}: {self.name}"


class Expected(NamedTuple):
    """Where a finding must be: lines and columns from 1, and the text that it points at."""

    rule: str
    line: int
    column: int
    text: str


class Planted(NamedTuple):
    """A text with defects, and what must be found in it."""

    text: str
    expected: list[Expected]


def sgml_documents(text: str) -> list[str]:
    """What stands before the first document, and each document."""
    return re.split("(?=<DOC>)", text)


def template_documents(text: str) -> list[str]:
    """What stands before the first record, and the records of each document."""
    headers = list(re.finditer(r"^[ \t]*<[^<>\n-]+-([^<>\n-]+)-[^<>\n]+>[ \t]*:=", text, re.M))
    numbers = ["", *(header[1] for header in headers)]
    cuts = [h.start() for before, h in zip(numbers, headers, strict=False) if h[1] != before]
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


def plant(
    text: str,
    plants: Sequence[Plant],
    random: Random,
    documents_of: Callable[[str], list[str]] = sgml_documents,
) -> Planted:
    """Plant each defect once, each in a document of its own; those with the fewest places first."""
    documents = documents_of(text)
    places = {each: [n for n in range(1, len(documents)) if each.fits(documents[n])] for each in plants}
    taken: set[int] = set()
    for each in sorted(plants, key=lambda each: len(places[each])):
        place = random.choice([place for place in places[each] if place not in taken])
        taken.add(place)
        match = random.choice(list(re.finditer(each.pattern, documents[place])))
        marked = match.expand(each.replacement).replace(OPENING, f"{OPENING}{each.rule}{OPENING}")
        documents[place] = documents[place][: match.start()] + marked + documents[place][match.end() :]
    return _read("".join(documents))


def _read(marked: str) -> Planted:
    """Take the marks out, and tell where they stood."""
    text, expected = "", []
    pieces = re.split(f"{OPENING}([^{OPENING}]*){OPENING}([^{CLOSING}]*){CLOSING}", marked)
    for place in range(0, len(pieces) - 1, 3):
        text += pieces[place]
        line_start = text.rfind("\n") + 1
        rule, found = pieces[place + 1 : place + 3]
        expected.append(Expected(rule, 1 + text.count("\n"), 1 + len(text) - line_start, found))
        text += found
    return Planted(text + pieces[-1], expected)
