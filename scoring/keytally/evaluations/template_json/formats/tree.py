"""JSON as a tree with places. Reading never fails: what is wrong becomes a problem."""

import json
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from keytally.findings.finding import Edit


class Kind(Enum):
    """What a value is; MISSING stands where a value is expected and none is written."""

    OBJECT = "an object"
    ARRAY = "a list"
    STRING = "a string"
    NUMBER = "a number"
    WORD = "a word"
    MISSING = "nothing"


class Value(NamedTuple):
    """A value from `start` to `end`: the content of a string, the text of a number or a word.

    `items` are the values of a list, `members` the names and values of an object, in the order of the text.
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
    items: Sequence["Value"] = ()
    members: Sequence["Member"] = ()

    def member(self, *names: str) -> "Member | None":
        """The last member with one of the names, as programs read repeated names."""
        return next((each for each in reversed(self.members) if each.name.text in names), None)


class Member(NamedTuple):
    """A name of an object, and its value."""

    name: Value
    value: Value


class Fault(Enum):
    """What a breach of syntax may draw after it."""

    ALONE = "nothing"
    BRACKET = "brackets that do not match"
    LEFTOVER = "what stands behind the end"
    BARE = "a word without quotes"
    NO_END = "a string without an end"


class Problem(NamedTuple):
    """A breach of JSON's syntax from `start` to `end`: what is wrong, and the edits that mend it.

    Up to `reach` what is read after it may be meant in another way.
    """

    start: int
    end: int
    message: str
    edits: tuple[Edit, ...] = ()
    fault: Fault = Fault.ALONE
    reach: int = 0


def content_of(written: str) -> str | None:
    """The content of a string as it is written, with its quotes; None if it is no string of JSON."""
    if "\\" not in written and written.isprintable():
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:
        return None
