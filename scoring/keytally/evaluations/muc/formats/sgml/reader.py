"""Reads a unit: its tags in order, its sections, their pairing, and its document number.

After a small edit a unit is read again only around the edit: a tag depends on the text up to the start of the
next task tag at most, and on nothing before it.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from keytally.evaluations.muc.formats.sgml.boundaries import begins_document
from keytally.evaluations.muc.formats.sgml.lexer import TagLexer, TagMatch
from keytally.evaluations.muc.formats.sgml.numbers import digits_of, number_section
from keytally.evaluations.muc.formats.sgml.sections import SectionTag
from keytally.evaluations.muc.formats.sgml.structure import Structure, structure_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagPlaces, TagShape
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.text.difference import Difference, difference
from keytally.text.span import Span


class _Scan:
    """The task tags and the section tags of a part of the text, in order.

    `tags` counts the task tags before the part, `removed` their characters.
    """

    def __init__(self, tags: int = 0, removed: int = 0) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.stripped: list[int] = []
        self.shapes: list[TagShape] = []
        self.sections: list[SectionTag] = []
        self._tags = tags
        self.removed = removed

    def take(self, matches: Iterable[re.Match[str]], lexer: TagLexer) -> None:
        """Add what a lexer has found."""
        for match in matches:
            kind = match.lastindex
            if kind == TagMatch.ELEMENT:
                self._element(match, lexer)
            elif kind == TagMatch.SECTION:
                self._section(match)
            elif kind == TagMatch.OPEN:
                self._tag(match.start(), match.end(), lexer.opened(match[0], match[1]))
            elif kind == TagMatch.CLOSE:
                self._tag(match.start(), match.end(), lexer.closed(match[3]))
            else:
                self._tag(match.start(), *lexer.broken(match))

    def _tag(self, start: int, end: int, shape: TagShape) -> None:
        self.starts.append(start)
        self.ends.append(end)
        self.stripped.append(start - self.removed)
        self.shapes.append(shape)
        self.removed += end - start

    def _element(self, match: re.Match[str], lexer: TagLexer) -> None:
        """An element with only text inside: two tags at once."""
        start, end = match.span()
        text_start, text_end = match.span(2)
        shape = lexer.opened(match.string[start:text_start], match[1])
        stripped = start - self.removed
        self.starts += (start, text_end)
        self.ends += (text_start, end)
        self.stripped += (stripped, stripped + text_end - text_start)
        self.shapes += (shape, lexer.closed(shape.name))
        self.removed += end - start - (text_end - text_start)

    def _section(self, match: re.Match[str]) -> None:
        end = _tag_end(match.string, match.end())
        before = self._tags + len(self.shapes)
        self.sections.append(SectionTag(match[6].lower(), bool(match[5]), match.start(), end, before))


def read_unit(text: str, syntax: SgmlSyntax, lexer: TagLexer) -> SgmlUnit:
    """Read one unit; never fails."""
    scan = _Scan()
    scan.take(lexer.find(text), lexer)
    places = TagPlaces(array("i", scan.starts), array("i", scan.ends), array("i", scan.stripped))
    structure = structure_of(scan.shapes, places, scan.sections, syntax, len(text))
    return _unit(text, syntax, places, structure, scan.sections)


def reread_unit(old: SgmlUnit, text: str, syntax: SgmlSyntax, lexer: TagLexer) -> SgmlUnit:
    """Read one unit, reusing an old one that was edited; the result equals that of `read_unit`."""
    change = difference(old.text, text)
    if change is None:
        return read_unit(text, syntax, lexer)
    window = _Window(old, change, lexer)
    window.scan(text)
    places, sections = window.places(), window.sections()
    structure = window.structure(places, sections, syntax, len(text))
    unit = _unit(text, syntax, places, structure, sections)
    unit.stripped_text = window.stripped(text)
    return unit


class _Window:
    """The part around an edit in which tags are read again: the old tags from `first` up to `last`."""

    def __init__(self, old: SgmlUnit, change: Difference, lexer: TagLexer) -> None:
        self._old = old
        self._lexer = lexer
        self._shift = len(change.text) - (change.end - change.start)
        starts, ends, stripped = old.places
        self._first = max(bisect_right(starts, change.start - lexer.reach) - 1, 0)
        self._last = bisect_left(starts, change.end)
        self._start = starts[self._first] if self._first else 0
        self._removed = ends[self._first - 1] - stripped[self._first - 1] if self._first else 0
        self._new = _Scan(self._first, self._removed)

    def scan(self, text: str) -> None:
        """Read from the window's beginning to an unchanged old tag."""
        self._new.take(self._matches(text), self._lexer)

    def _matches(self, text: str) -> Iterator[re.Match[str]]:
        starts, shift = self._old.places.starts, self._shift
        for match in self._lexer.find(text, self._start):
            start = match.start() - shift
            while self._last < len(starts) and starts[self._last] < start:
                self._last += 1
            if self._last < len(starts) and starts[self._last] == start:
                return
            yield match
        self._last = len(starts)

    def places(self) -> TagPlaces:
        """The current places of all tags."""
        starts, ends, stripped = self._old.places
        first, last, new = self._first, self._last, self._new
        shift = 0
        if last < len(starts):
            shift = starts[last] + self._shift - new.removed - stripped[last]
        return TagPlaces(
            _spliced(starts, first, last, new.starts, self._shift),
            _spliced(ends, first, last, new.ends, self._shift),
            _spliced(stripped, first, last, new.stripped, shift),
        )

    def stripped(self, text: str) -> str:
        """The text without any task tags."""
        before, new, last = self._old.stripped(), self._new, self._last
        starts, _, stripped = self._old.places
        kept, cursor = [before[: self._start - self._removed]], self._start
        for start, end in zip(new.starts, new.ends, strict=True):
            kept.append(text[cursor:start])
            cursor = end
        if last < len(starts):
            kept += (text[cursor : starts[last] + self._shift], before[stripped[last] :])
        else:
            kept.append(text[cursor:])
        return "".join(kept)

    def sections(self) -> list[SectionTag]:
        """All current section tags."""
        before, behind = self._old_sections()
        old = self._old.section_tags
        more = len(self._new.shapes) - (self._last - self._first)
        moved = [
            tag._replace(start=tag.start + self._shift, end=tag.end + self._shift, before=tag.before + more)
            for tag in old[behind:]
        ]
        return [*old[:before], *self._new.sections, *moved]

    def _old_sections(self) -> tuple[int, int]:
        """The number of old section tags before the window, and before its end."""
        old, starts = self._old.section_tags, self._old.places.starts
        before = bisect_left(old, self._start, key=lambda tag: tag.start)
        if self._last == len(starts):
            return before, len(old)
        return before, bisect_left(old, starts[self._last], key=lambda tag: tag.start)

    def structure(
        self, places: TagPlaces, sections: list[SectionTag], syntax: SgmlSyntax, length: int
    ) -> Structure:
        """The tags and their pairing: the old structure if the edit does not change it."""
        old = self._old.structure
        before, new = old.shapes[self._first : self._last], self._new.shapes
        if old.pairing.unmatched or not self._is_alike():
            shapes = [*old.shapes[: self._first], *new, *old.shapes[self._last :]]
            return structure_of(shapes, places, sections, syntax, length)
        if before == new:
            return old
        shapes = [*old.shapes[: self._first], *new, *old.shapes[self._last :]]
        return Structure(shapes, old.pairing, old.unscored)

    def _is_alike(self) -> bool:
        """Whether the window's tags pair as before, the old ones with each other and with those around."""
        before, behind = self._old_sections()
        old = self._old.structure.shapes[self._first : self._last]
        return list(map(_kind, old)) == list(map(_kind, self._new.shapes)) and [
            (tag.name, tag.is_close, tag.before) for tag in self._old.section_tags[before:behind]
        ] == [(tag.name, tag.is_close, tag.before) for tag in self._new.sections]


def _kind(shape: TagShape) -> tuple[str, bool, bool]:
    """The properties of a tag that pairing uses."""
    return shape.name, shape.is_close, shape.is_bare


def _spliced(old: "array[int]", first: int, last: int, new: list[int], shift: int) -> "array[int]":
    """Numbers with new ones from `first` up to `last`, and the following ones shifted."""
    behind = old[last:]
    if shift:
        behind = array("i", [each + shift for each in behind])
    return old[:first] + array("i", new) + behind


def _unit(
    text: str,
    syntax: SgmlSyntax,
    places: TagPlaces,
    structure: Structure,
    sections: list[SectionTag],
) -> SgmlUnit:
    unit = SgmlUnit(text, places, structure, sections, syntax)
    if begins_document(text, syntax.doc_gid):
        unit.number = number_section(text, syntax.number_gids)
        unit.document = "" if unit.number is None else _digits(unit, unit.number)
    return unit


def _digits(unit: SgmlUnit, section: Span) -> str:
    """Every digit of the section, which is the document's number (manual, `sgml_DOCNUM_gid`)."""
    starts = unit.places.starts
    tagged = bool(starts) and starts[0] < section.end
    text = unit.stripped(*section) if tagged else unit.text[section.start : section.end]
    return digits_of(text)


def _tag_end(text: str, start: int) -> int:
    """The end of a section tag whose name ends at `start`."""
    point, opening = text.find(">", start), text.find("<", start)
    return point + 1 if point >= 0 and (opening < 0 or point < opening) else start
