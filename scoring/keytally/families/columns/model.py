"""Entities, labelling schemes, and the recognition of column files by name."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Entity(NamedTuple):
    """A run of tokens with one type: the tokens from `start` up to but not including `end`, counted from
    0.
    """

    start: int
    end: int
    type: str


class Role(StrEnum):
    """The position of a token in its entity, as shown by the letter of its label."""

    BEGIN = "begin"
    INSIDE = "inside"
    END = "end"
    SINGLE = "single"


LETTERS = {
    "B": Role.BEGIN,
    "I": Role.INSIDE,
    "M": Role.INSIDE,
    "E": Role.END,
    "L": Role.END,
    "S": Role.SINGLE,
    "U": Role.SINGLE,
    "W": Role.SINGLE,
}
"""The letters of labels. The letters have the same meaning in every scheme."""

CLOSING = frozenset(letter for letter, role in LETTERS.items() if role in (Role.END, Role.SINGLE))
"""The letters after which an entity has ended."""

WITHIN = frozenset(letter for letter, role in LETTERS.items() if role in (Role.INSIDE, Role.END))
"""The letters that continue an entity of the same type."""


class Scheme(StrEnum):
    """A labelling scheme, which defines the letters for the tokens of an entity."""

    IOB1 = "IOB1"
    IOB2 = "IOB2"
    IOBES = "IOBES"
    BILOU = "BILOU"
    IO = "IO"
    IOE1 = "IOE1"
    IOE2 = "IOE2"
    BMES = "BMES"
    BMEWO = "BMEWO"


class SchemeLetters(NamedTuple):
    """The letters of the first, inner and last tokens of an entity, and of a single token.

    `first_beside` replaces the letter of the first token immediately after an entity of the same type;
    `last_beside` replaces the letter of the last token immediately before such an entity.
    """

    first: str
    inner: str
    last: str
    only: str
    first_beside: str = ""
    last_beside: str = ""

    @property
    def is_closed(self) -> bool:
        """Return whether the last token of an entity has its own letter."""
        return self.last != self.inner


SCHEMES = {
    Scheme.IOB1: SchemeLetters("I", "I", "I", "I", first_beside="B"),
    Scheme.IOB2: SchemeLetters("B", "I", "I", "B"),
    Scheme.IOBES: SchemeLetters("B", "I", "E", "S"),
    Scheme.BILOU: SchemeLetters("B", "I", "L", "U"),
    Scheme.IO: SchemeLetters("I", "I", "I", "I", first_beside="B"),
    Scheme.IOE1: SchemeLetters("I", "I", "I", "I", last_beside="E"),
    Scheme.IOE2: SchemeLetters("I", "I", "E", "E"),
    Scheme.BMES: SchemeLetters("B", "M", "E", "S"),
    Scheme.BMEWO: SchemeLetters("B", "M", "E", "W"),
}
"""The letters of each scheme. IO cannot separate adjacent entities of one type, so IOB1's letter is used."""


class LabelForm(StrEnum):
    """The parts of a label, and their order."""

    PREFIX = "prefix"
    SUFFIX = "suffix"
    LETTER = "letter"
    TYPE = "type"


FORMS = {
    LabelForm.PREFIX: "{letter}-{type}",
    LabelForm.SUFFIX: "{type}-{letter}",
    LabelForm.LETTER: "{letter}",
    LabelForm.TYPE: "{type}",
}
"""The text of a label in each form. A letter without a type has the type NO_TYPE; a type without a letter
is read as in IO.
"""

NO_TYPE = "_"
"""The type of entities whose labels specify none, as in seqeval."""

OUTSIDE = "O"
"""The label of a token outside any entity."""

TOGETHER = "together"
"""The layout of a file that contains both key and response; the key's labels precede the response's."""

TOKEN = "token="
"""The prefix of the token column's number, counted from 1."""

LABELS = "labels="
"""The prefix of the label form in the name of a configuration."""

TASK = "entities"
"""The name of the task."""

EXTENSIONS = (".bio", ".iob", ".iob2", ".iobes", ".bioes", ".bilou")
"""Extensions that identify the format."""


_ONE_FILE = re.compile(rf".+(?:{'|'.join(map(re.escape, EXTENSIONS))})", re.I | re.S)
_NAMED = re.compile(r"(?:^|\.)(?:keys?|responses?[^.]*|rsp[^.]*|texts?)\.[^.]+$", re.I)


def task_by_name(key: str) -> str | None:
    """Return the task of a file whose name has an extension that identifies the format; None for any other
    file.
    """
    return TASK if key.lower().endswith(EXTENSIONS) else None


def responses_to(key: str, names: Sequence[str]) -> Sequence[str] | None:
    """Return the file itself if its name has a column-file extension and does not mark it as a key or a
    response.
    """
    found = _ONE_FILE.fullmatch(key)
    return (key,) if found and not _NAMED.search(key) else None
