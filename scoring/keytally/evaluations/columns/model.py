"""Entities and the schemes of their labels."""

from enum import Enum
from typing import NamedTuple


class Entity(NamedTuple):
    """A run of tokens with one type; `start` to `end` are token numbers from 0, the end not included."""

    start: int
    end: int
    type: str


class Scheme(str, Enum):
    """What the labels of an entity's tokens look like."""

    IOB1 = "IOB1"
    IOB2 = "IOB2"
    IOBES = "IOBES"
    BILOU = "BILOU"
    IO = "IO"


OUTSIDE = "O"
"""The label of a token that belongs to no entity."""

TOGETHER = "together"
"""The layout of a file that is key and response: the key's labels stand before the response's."""

TOKEN = "token="
"""What stands before the number of the column that has the tokens, counted from 1."""

TASK = "entities"
"""The name of the task."""

EXTENSIONS = (".bio", ".iob", ".iob2", ".iobes", ".bioes", ".bilou")
"""Extensions that tell the format."""
