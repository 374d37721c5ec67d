"""The lines of a file of flat templates: its templates, their slots, and the values of each."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from keytally.evaluations.converted import Fault, FaultKind, Loss, Place, SourceText
from keytally.evaluations.muc.conversion.flat.slots import MESSAGE, SLOTS
from keytally.text.lines import LINE_END

_SLOT = re.compile(r"[ \t]*(\d{1,9})[ \t]*\.[ \t]*(.*)", re.ASCII)
_BLANKS = re.compile(r"[ \t]+")
_UNFINISHED = ("/", ":")


class FlatValue(NamedTuple):
    """A value of a slot, which may go on over several lines, and the line that it begins on."""

    text: str
    place: Place


@dataclass
class FlatTemplate:
    """A template as it is written: the values of its slots by their numbers."""

    place: Place
    values: dict[int, list[FlatValue]] = field(default_factory=dict)


class ReadLines(NamedTuple):
    """The templates of a file, and what is on none of their slots."""

    templates: list[FlatTemplate]
    losses: list[Loss]


def read_lines(source: SourceText) -> ReadLines:
    """The templates of a file; never fails."""
    reader = _LineReader()
    for number, line in enumerate(LINE_END.split(source.text), 1):
        reader.line(line, Place(source.shown, number))
    return ReadLines(reader.templates, reader.losses)


class _LineReader:
    def __init__(self) -> None:
        self.templates: list[FlatTemplate] = []
        self.losses: list[Loss] = []
        self._values: list[FlatValue] | None = None

    def line(self, line: str, place: Place) -> None:
        """Read the next line."""
        text = line.strip()
        if text.startswith(";"):
            self.losses.append(Loss(place, f"the comment {text} is left out"))
        elif (slot := _SLOT.match(line)) is not None:
            self._slot(int(slot[1]), slot[2], place)
        elif text and line[0] in " \t" and self._values is not None:
            self._go_on(text, place)
        elif text:
            self._wrong(place, "a line is a numbered slot, or begins with blanks and goes on with one", text)

    def _slot(self, number: int, rest: str, place: Place) -> None:
        self._values = None
        if number >= len(SLOTS):
            self._wrong(place, f"there is no slot {number}; the last is {len(SLOTS) - 1}", rest)
            return
        value = _behind(SLOTS[number].label, rest)
        if value is None:
            self._wrong(place, f"slot {number} is called {SLOTS[number].label}", rest)
            return
        if number == MESSAGE or not self.templates:
            self.templates.append(FlatTemplate(place))
            if number != MESSAGE:
                self._wrong(place, f"a template begins with slot {MESSAGE}, {SLOTS[MESSAGE].label}", "")
        values = self.templates[-1].values
        if number in values:
            self._wrong(place, f"slot {number} stands twice in a template", "")
        self._values = values.setdefault(number, [])
        if value:
            self._go_on(value, place)

    def _go_on(self, text: str, place: Place) -> None:
        """A further value, or the rest of one whose line ends within it."""
        values = self._values if self._values is not None else []
        if values and (text.startswith(_UNFINISHED) or values[-1].text.endswith(_UNFINISHED)):
            values[-1] = values[-1]._replace(text=f"{values[-1].text} {text}")
        else:
            values.append(FlatValue(text, place))

    def _wrong(self, place: Place, why: str, lost: str) -> None:
        what = f"{why}: {lost.strip()} is left out" if lost.strip() else why
        self.losses.append(Loss(place, what, Fault(FaultKind.LINE, why)))


def _behind(label: str, rest: str) -> str | None:
    """What stands behind a label, whatever blanks are in that; None for another label."""
    words = map(re.escape, label.split())
    found = re.match(rf"{_BLANKS.pattern.join(words)}(?![^ \t])(.*)", rest, re.IGNORECASE)
    return found[1].strip() if found else None
