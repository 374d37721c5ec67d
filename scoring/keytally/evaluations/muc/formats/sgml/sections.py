"""Sections: where they begin and end, and the innermost one between two section tags."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax

DATELINE = "DD"


class Section(NamedTuple):
    """A section: its name as configured, its start and end (including its tags)."""

    name: str
    start: int
    end: int


class SectionTag(NamedTuple):
    """An open or close tag of a section: its lower-case name, and the number of task tags before it."""

    name: str
    is_close: bool
    start: int
    end: int
    before: int


class Sections:
    """The sections of a unit from its section tags, which may be missing or in any order.

    `innermost` holds, for each of the tags, the section of the text after it, as configured; None outside of
    all sections.
    """

    def __init__(self, tags: Sequence[SectionTag], syntax: SgmlSyntax, length: int) -> None:
        self.innermost: list[str | None] = []
        self._doc = syntax.doc_gid.lower()
        self._spelling = {name.lower(): name for name in syntax.sections}
        self._open: list[tuple[str, int]] = []
        self._open_names = Counter[str]()
        self._ended: list[Section] = []
        for tag in tags:
            self._take(tag)
        self._end(0, length)

    def in_order(self) -> list[Section]:
        """The sections in the order of their open tags."""
        return sorted(self._ended, key=lambda section: section.start)

    def _take(self, tag: SectionTag) -> None:
        if tag.is_close:
            self._close(tag.name, tag.end)
        else:
            self._open.append((tag.name, tag.start))
            self._open_names[tag.name] += 1
        self.innermost.append(next(self._spelled(), None))

    def _spelled(self) -> Iterator[str]:
        return (self._spelling[name] for name, _ in reversed(self._open) if name in self._spelling)

    def _close(self, name: str, end: int) -> None:
        """Close the innermost section of that name and those inside it; `</DOC>` closes all."""
        if name == self._doc:
            self._end(0, end)
        elif self._open_names[name]:
            inside = takewhile(lambda section: section[0] != name, reversed(self._open))
            self._end(len(self._open) - 1 - sum(1 for _ in inside), end)

    def _end(self, first: int, end: int) -> None:
        for name, start in self._open[first:]:
            self._ended.append(Section(self._spelling.get(name, name), start, end))
            self._open_names[name] -= 1
        del self._open[first:]


def last_dateline(sections: Sequence[Section], tags: Sequence[SectionTag]) -> int:
    """The number of task tags before the last dateline of several; 0 without several."""
    starts = [section.start for section in sections if section.name.upper() == DATELINE]
    if len(starts) < 2:
        return 0
    last = max(starts)
    return next(tag.before for tag in tags if tag.start == last)
