"""The values of a report's page: all that it shows, as plain data.

Shares and measures are in percent. Every text is as the files have it: escaping is the template's.
"""

from collections.abc import Sequence
from typing import NamedTuple

BEGINNING = "<!doctype html>\n<!-- A report of keytally -->"
"""What every page begins with, by which it is known from other files."""


class Opened(NamedTuple):
    """The start of a marked stretch: its verdict, and the words that stand before the text.

    `title` is the full label, where it says more than the words; these are empty for what is right. `at` is
    the place in its file as links write it, `line:column`, and empty where nothing links there. A `block` has
    lines of its own; a `part` is the wrong part of what is wrong.
    """

    verdict: str
    title: str = ""
    words: str = ""
    at: str = ""
    block: bool = False
    part: bool = False


class Piece(NamedTuple):
    """A piece of a text: text, the start of a marked stretch, its end, or how much text is left out here.

    Starts and ends nest. `left_out` is a number of characters.
    """

    text: str = ""
    opened: Opened | None = None
    closes: bool = False
    left_out: int = 0


class Side(NamedTuple):
    """A unit of the key or of a response: its pieces, where it starts (`path:line`), and a link to it.

    `base` with the place of a piece behind it is a link to that piece; it is empty where there are none.
    """

    pieces: Sequence[Piece]
    place: str
    href: str = ""
    base: str = ""


class Row(NamedTuple):
    """Units that belong together, side by side; `alike` counts the rows left out before it."""

    key: Side | None
    response: Side | None
    alike: int = 0


class View(NamedTuple):
    """A document as one response has it; `alike` counts the rows left out at its end."""

    system: int
    rows: Sequence[Row]
    alike: int = 0


class Standing(NamedTuple):
    """How one response did in a document; None where there is nothing to measure."""

    value: float | None
    recall: float | None
    precision: float | None
    differences: int


class Document(NamedTuple):
    """A document: its name, how each response did, and its texts, unless they are left out."""

    title: str
    standings: Sequence[Standing]
    views: Sequence[View]

    @property
    def differs(self) -> bool:
        """Whether any response differs from the key."""
        return any(standing.differences for standing in self.standings)


class Figure(NamedTuple):
    """A named number, formatted."""

    name: str
    text: str


class TallyRow(NamedTuple):
    """What a score counts under one name, such as a slot: the figures, and F for its bar."""

    name: str
    figures: Sequence[Figure]
    value: float | None


class Part(NamedTuple):
    """A part of a score, such as its slots."""

    title: str
    rows: Sequence[TallyRow]


class ConfusionRow(NamedTuple):
    """A value of the key, and how often the response has each value there; `same` is its own column."""

    value: str
    counts: Sequence[int]
    same: int | None


class Confusion(NamedTuple):
    """What stands in the response where the key has each value; nothing is a value too."""

    title: str
    columns: Sequence[str]
    rows: Sequence[ConfusionRow]


class ErrorClass(NamedTuple):
    """A class of differences: how many there are, and how many points it is worth to mend all of them."""

    name: str
    differences: int
    gain: float


class System(NamedTuple):
    """A response: its score with a 95 % interval where one is known, and what it is made of.

    `differences` counts those of all documents. `error_classes` are empty for a task without classes.
    `figures` are the numbers that the score prints.
    """

    name: str
    path: str
    value: float
    recall: float | None
    precision: float | None
    low: float | None
    high: float | None
    figures: Sequence[Figure]
    parts: Sequence[Part]
    confusions: Sequence[Confusion] = ()
    differences: int = 0
    error_classes: Sequence[ErrorClass] = ()


class Grid(NamedTuple):
    """A table of formatted cells; `texts` are the columns that hold text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int]


class Page(NamedTuple):
    """A report: the task, the key, the responses in the order of their score, and the documents.

    `grids` tell which responses differ beyond chance, where there are several. `notes` are lines about what
    the page lacks, `left_out` about documents that are not shown. `document_name` is what one is called.
    """

    title: str
    task: str
    signature: str
    key: str
    measure: str
    document_name: str
    systems: Sequence[System]
    grids: Sequence[Grid]
    documents: Sequence[Document]
    notes: Sequence[str] = ()
    left_out: Sequence[str] = ()
