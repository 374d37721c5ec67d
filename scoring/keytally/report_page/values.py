"""The values of a report page as plain data, and links to positions in files."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

# The values of a report's page: all that it shows, as plain data.
#
# Shares and measures are in percent. Every text is as the files have it: escaping is the template's.


BEGINNING = "<!doctype html>\n<!-- A report of keytally -->"
"""The beginning of every page, which distinguishes it from other files."""


class Opened(NamedTuple):
    """The start of a marked range: its verdict, and the words before the text.

    `title` is the full label if it is longer than the words; the words are empty for correct items. `at` is
    the position in the file as `line:column`, as used in links; it is empty if nothing links there. A `block`
    occupies lines of its own; a `part` is the wrong part of an item that is itself marked as wrong.
    """

    verdict: str
    title: str = ""
    words: str = ""
    at: str = ""
    block: bool = False
    part: bool = False


class Piece(NamedTuple):
    """A piece of a text: text, the start or the end of a marked range, or the length of omitted text.

    Starts and ends nest. `left_out` is the number of omitted characters.
    """

    text: str = ""
    opened: Opened | None = None
    closes: bool = False
    left_out: int = 0


class Side(NamedTuple):
    """A unit of the key or of a response: its pieces, its start (`path:line`), and a link to it.

    `base` followed by the position of a piece is a link to that piece; it is empty if there are no links.
    """

    pieces: Sequence[Piece]
    place: str
    href: str = ""
    base: str = ""


class Row(NamedTuple):
    """Corresponding units, side by side; `alike` is the number of rows omitted before this one."""

    key: Side | None
    response: Side | None
    alike: int = 0


class View(NamedTuple):
    """A document compared with one response; `alike` is the number of rows omitted at its end."""

    system: int
    rows: Sequence[Row]
    alike: int = 0


class Standing(NamedTuple):
    """The score of one response in a document; its values are None if there is nothing to measure."""

    value: float | None
    recall: float | None
    precision: float | None
    differences: int


class Document(NamedTuple):
    """A document: its name, the scores of each response, and its texts unless they are omitted."""

    title: str
    standings: Sequence[Standing]
    views: Sequence[View]

    @property
    def differs(self) -> bool:
        """Return whether any response differs from the key."""
        return any(standing.differences for standing in self.standings)


class Figure(NamedTuple):
    """A number with its name, formatted for display."""

    name: str
    text: str


class TallyRow(NamedTuple):
    """The counts for one name in a score breakdown, such as a slot: the figures, and F for the bar."""

    name: str
    figures: Sequence[Figure]
    value: float | None


class Part(NamedTuple):
    """A score breakdown, such as the scores by slot."""

    title: str
    rows: Sequence[TallyRow]


class ConfusionRow(NamedTuple):
    """A value of the key with the counts of the response's values for it; `same` is the column of the same
    value.
    """

    value: str
    counts: Sequence[int]
    same: int | None


class Confusion(NamedTuple):
    """The response's values for each value of the key; "no value" is treated as a value."""

    title: str
    columns: Sequence[str]
    rows: Sequence[ConfusionRow]


class ErrorClass(NamedTuple):
    """A class of differences: their number, and the gain in points if all of them are fixed."""

    name: str
    differences: int
    gain: float


class System(NamedTuple):
    """A response: its score, a 95 % interval if there is one, and the components of the score.

    `differences` is the number of differences in all documents. `error_classes` is empty for a task without
    classes. `figures` are the numbers that `keytally score` prints.
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
    """A table of formatted cells; `texts` lists the columns that contain text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int]


class Page(NamedTuple):
    """A report: the task, the key, the responses in the order of their score, and the documents.

    If there are several responses, `grids` show which of them differ significantly. `notes` are lines about
    omitted parts of the page, `left_out` about documents that are not shown. `document_name` is the noun for
    a document.
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


class Links(NamedTuple):
    """A kind of link to files: how to form a file's address, and whether `:line:column` may follow it."""

    address: Callable[[Path], str]
    has_places: bool


def _in_vscode(path: Path) -> str:
    """Return the address that opens a file in VS Code."""
    name = path.as_posix()
    return f"vscode://file{'' if name.startswith('/') else '/'}{quote(os.fsencode(name))}"


LINKS: Mapping[str, Links] = {
    "vscode": Links(_in_vscode, has_places=True),
    "file": Links(Path.as_uri, has_places=False),
    "none": Links(lambda path: "", has_places=False),
}
"""The kinds of links by option value; browsers cannot open a file at a position."""
