"""What a page of the documentation has its readers do: write files, run commands, take steps in an editor.

* A file is a block behind its name: a paragraph of nothing but `` `name` ``.
* Commands stand in blocks of the language `console`, each behind `$ `, and below it what it prints; `...` on
  a line of its own stands for any lines, `[exit status 1]` for a status that is not 0.
* Steps in an editor are the rows of a table whose first heading names the file and whose last one a figure:
  what to select (or `at` where to put the cursor), the code action to choose, and the figure then.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

FENCE = re.compile(r"^(?:`(?P<name>[\w./-]+)`\n\n)?```(?P<language>[\w-]+)\n(?P<text>.*?)^```$", re.M | re.S)
_NAME, _SAID = r"`(?P<file>[\w./-]+)`", r"(?P<figure>[^|]+?)"
TABLE = re.compile(rf"^\| in {_NAME} \| code action \| {_SAID} \|\n\|[ |-]+\|\n(?P<rows>(?:\|.*\|\n)+)", re.M)
_PLACE = r"(?P<at>at |)(?:(?P<ordinal>second|third) )?`(?P<text>[^`]+)`"
ROW = re.compile(rf"^\| {_PLACE} \| \*(?P<title>.+)\* \| {_SAID} \|$")
COMMAND = re.compile(r"^\$ ", re.M)
ORDINALS = {None: 0, "second": 1, "third": 2}


@dataclass(frozen=True)
class WrittenFile:
    """A file that the page shows."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line of a shell, and what it prints."""

    line: str
    printed: str


@dataclass(frozen=True)
class Gesture:
    """A code action at some text of a file, or on it, and the figure that the page tells then."""

    file: str
    text: str
    ordinal: int
    is_selected: bool
    title: str
    measure: str
    figure: str

    def start(self, text: str) -> int:
        """Where its text begins in the text of the file. Raises ValueError if it is not there."""
        place = -1
        for _ in range(self.ordinal + 1):
            place = text.index(self.text, place + 1)
        return place


Step = WrittenFile | Command | Gesture


def steps(page: str) -> Iterator[Step]:
    """The steps of a page, in its order."""
    number = count()
    found = [
        (match.start(), next(number), step) for match in FENCE.finditer(page) for step in _of_fence(match)
    ]
    found += [
        (match.start(), next(number), step) for match in TABLE.finditer(page) for step in _of_table(match)
    ]
    yield from (step for *_, step in sorted(found, key=lambda each: each[:2]))


def _of_fence(fence: re.Match[str]) -> Iterator[Step]:
    if fence["language"] == "console":
        for command in COMMAND.split(fence["text"])[1:]:
            line, _, printed = command.partition("\n")
            yield Command(line, printed)
    elif fence["name"]:
        yield WrittenFile(fence["name"], fence["text"])


def _of_table(table: re.Match[str]) -> Iterator[Step]:
    for line in table["rows"].splitlines():
        row = ROW.match(line)
        assert row, f"a row of another form: {line}"
        selected = not row["at"]
        place = ORDINALS[row["ordinal"]]
        yield Gesture(
            table["file"], row["text"], place, selected, row["title"], table["figure"], row["figure"]
        )
