"""The SGML language: dividing files into units, tokenizing, reading and checking them."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from keytally.families.contract import Language, Role
from keytally.families.muc.sgml.structure import Structure, structure_of
from keytally.families.muc.sgml.syntax import Attribute, Judge, SectionTag, SgmlSyntax, TagPlaces, TagShape
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Finding
from keytally.text.difference import Difference, difference
from keytally.text.positions import Span

if TYPE_CHECKING:
    from keytally.families.muc.sgml.broken_tags import BrokenTags


@lru_cache(maxsize=64)
def _document_start(gid: str) -> re.Pattern[str]:
    return re.compile(rf"<{re.escape(gid)}(?=[\s>])", re.IGNORECASE | re.ASCII)


def unit_boundaries(text: str, gid: str) -> list[int]:
    """Return the starts of units in `text`, without 0, in order.

    A unit begins at `<DOC` (or the configured name, in any case) followed by whitespace or `>`.
    """
    return [match.start() for match in _document_start(gid).finditer(text) if match.start()]


def begins_document(text: str, gid: str) -> bool:
    """Return whether a unit is a document rather than the text before the first document."""
    return _document_start(gid).match(text) is not None


def boundary_lookahead(gid: str) -> int:
    """Return the number of characters that determine whether a unit begins at an offset."""
    return len(gid) + 2


def numbers_possibly_in(text: str, documents: Collection[str], gids: Sequence[str]) -> set[str]:
    """Return the numbers in `documents` that units of a text may have, or all of them if a number is written
    in an unusual way.

    `gids` are the sections that may contain a number; the number consists of all digits of the section (see
    `reader`).
    """
    found: set[str] = set()
    for _, content, close in _section(tuple(gids)).findall(text):
        if not close:
            return set(documents)
        found.add(digits_in(content))
    return found & set(documents)


def digits_in(text: str) -> str:
    """Return all digits of a text; in a number section, these form the document's number
    (`sgml_DOCNUM_gid`).
    """
    return "".join(character for character in text if character in "0123456789")


@lru_cache(maxsize=16)
def _section(gids: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for a number section: its text without tags, and its close tag if required."""
    names = "|".join(map(re.escape, gids))
    return re.compile(rf"<({names})(?:\s[^<>]*)?>([^<>\"']*)(</\1(?=[\s>]|\Z))?", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=64)
def _number_section(gid: str) -> re.Pattern[str]:
    name = re.escape(gid)
    return re.compile(rf"<{name}(?:\s[^<>]*)?>", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=64)
def _number_section_end(gid: str) -> re.Pattern[str]:
    """Return a pattern for the close tag of a number section."""
    return re.compile(rf"</{re.escape(gid)}(?=[\s>]|\Z)", re.IGNORECASE | re.ASCII)


def number_section(text: str, gids: Sequence[str]) -> Span | None:
    """Return the range of the text in the document number's section, excluding surrounding whitespace.

    A section without a close tag ends at the end of its line.
    """
    for gid in gids:
        opening = _number_section(gid).search(text)
        if opening:
            closing = _number_section_end(gid).search(text, opening.end())
            end = closing.start() if closing else _line_end(text, opening.end())
            content = text[opening.end() : end]
            first = opening.end() + len(content) - len(content.lstrip())
            return Span(first, max(first, opening.end() + len(content.rstrip())))
    return None


def _line_end(text: str, start: int) -> int:
    ends = [place for place in (text.find("\n", start), text.find("\r", start)) if place >= 0]
    return min(ends, default=len(text))


# Finds task tags and section tags in a text: well-formed tags by one expression, others step by step.
#
# Reading a tag always ends before the next task tag begins, so that the total time is linear in the text.


CACHED_SHAPES = 1 << 15
_NOTHING = re.compile(r"\s*(?:<|\Z)", re.ASCII)


class TagMatch(IntEnum):
    """The kind of a match, which is the number of its last group."""

    OPEN = 1
    ELEMENT = 2
    CLOSE = 3
    BROKEN = 4
    SECTION = 6


def names_pattern(names: Iterable[str]) -> str:
    """Return a pattern that matches any of the names, or nothing if there are none."""
    longest_first = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(map(re.escape, longest_first)) or r"(?!)"


class TagLexer:
    """Reads the task tags for one syntax.

    `judge` is called once for each spelling of a tag, when its problems are requested.
    """

    def __init__(self, syntax: SgmlSyntax, judge: Judge) -> None:
        task_names = [tag.name for tag in syntax.tags]
        task = names_pattern(task_names)
        start = rf"(?:{task})(?=[\s></]|\Z)|/(?:{task})(?![\w-])"
        values = "|".join(rf"{quote}{_value(quote, start)}{quote}" for quote in "\"'")
        section_names = (*syntax.sections, syntax.doc_gid)
        sections = names_pattern(section_names)
        names = (*task_names, *section_names)
        flags = re.IGNORECASE | re.ASCII
        self._attribute = re.compile(rf"\s+([^\s=<>\"'/]+)\s*=\s*({values})", flags)
        self._tags = re.compile(
            rf"<(?=[{_first_letters(names)}])(?:({task})(?:\s+[^\s=<>\"'/]+\s*=\s*(?:{values}))*\s*>(?:([^<]*)</\1\s*>)?"
            rf"|/({task})\s*>|({start})|(/?)({sections})(?=[\s>]))",
            flags,
        )
        self._reach = len("</") + max(map(len, names)) + 1
        self._judge = judge
        self._syntax = syntax
        self._shapes: dict[str, TagShape] = {}
        self._closes = {name: TagShape(name, is_close=True) for name in task_names}
        self._cut = {name: TagShape(name, complete=False).judged_by(judge, "<" + name) for name in task_names}

    @cached_property
    def _broken(self) -> "BrokenTags":
        from keytally.families.muc.sgml.broken_tags import BrokenTags

        return BrokenTags(self._syntax)

    def find(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """Yield every task tag and section tag that begins at `start` or later, in order.

        An element without markup inside is matched as a whole.
        """
        return self._tags.finditer(text, start)

    def opened(self, written: str, name: str) -> TagShape:
        """Return the shape of a well-formed open tag, given its text and its name."""
        shape = self._shapes.get(written)
        if shape is None:
            shape = self._remember(written, self._well_formed(written, name.lower()))
        return shape

    def closed(self, name: str) -> TagShape:
        """Return the shape of a well-formed close tag with that name."""
        return self._closes[name.lower()]

    def broken(self, match: re.Match[str]) -> tuple[int, TagShape]:
        """Return the end and the shape of a malformed tag, which ends after its last well-formed part."""
        start, name_end, text = match.start(), match.end(), match.string
        name = match[4].lower()
        if name in self._cut and _NOTHING.match(text, name_end):
            return name_end, self._cut[name]
        end, shape = self._broken.read(text, start, name_end, name)
        return end, shape.judged_by(self._judge, text[start:end])

    @property
    def reach(self) -> int:
        """Return the number of characters that determine whether a tag begins at an offset."""
        return self._reach

    def _well_formed(self, written: str, name: str) -> TagShape:
        attributes = []
        for match in self._attribute.finditer(written, 1 + len(name)):
            start, end = match.span(2)
            value = written[start + 1 : end - 1]
            attributes.append(Attribute(match[1].lower(), value, match.start(1), end, start + 1, end - 1))
        return TagShape(name, tuple(attributes)).judged_by(self._judge, written)

    def _remember(self, written: str, shape: TagShape) -> TagShape:
        if len(self._shapes) >= CACHED_SHAPES:
            self._shapes.clear()
        self._shapes[written] = shape
        return shape


def _first_letters(names: Iterable[str]) -> str:
    """Return the characters that may follow the `<` of a tag; the lexer skips a `<` before any other
    character.
    """
    letters = {case(name[:1]) for name in names for case in (str.lower, str.upper)}
    return "/" + "".join(map(re.escape, sorted(letters)))


def _value(quote: str, task_tag_start: str) -> str:
    """Return a pattern for text in quotes that contains neither a task tag nor a `>` followed by `<`."""
    opening = rf"<(?!(?:{task_tag_start}))"
    return rf"[^{quote}<>]*(?:(?:{opening}[^{quote}<>]*)+(?:>[^{quote}<]*)?|>[^{quote}<]*)?"


# Reads a unit: its tags in order, its sections, their pairing, and its document number.
#
# After a small edit a unit is read again only around the edit: a tag depends on the text up to the start of
# the next task tag at most, and on nothing before it.


class _Scan:
    """The task tags and the section tags of a part of the text, in order.

    `tags` counts the task tags before the part, and `removed` the characters in them.
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
        """Add the matches of a lexer."""
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
        """Add an element that contains only text, with both of its tags."""
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
    """Return an edited unit, reusing the old one; the result equals that of `read_unit`."""
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
    """The part around an edit in which tags are read again: it replaces the old tags from `first` to
    `last` (exclusive).
    """

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
        """Read from the beginning of the window until an unchanged old tag."""
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
        """Return the current positions of all tags."""
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
        """Return the text without any task tags."""
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
        """Return all current section tags."""
        before, behind = self._old_sections()
        old = self._old.section_tags
        more = len(self._new.shapes) - (self._last - self._first)
        moved = [
            tag._replace(start=tag.start + self._shift, end=tag.end + self._shift, before=tag.before + more)
            for tag in old[behind:]
        ]
        return [*old[:before], *self._new.sections, *moved]

    def _old_sections(self) -> tuple[int, int]:
        """Return the numbers of old section tags before the start and before the end of the window."""
        old, starts = self._old.section_tags, self._old.places.starts
        before = bisect_left(old, self._start, key=lambda tag: tag.start)
        if self._last == len(starts):
            return before, len(old)
        return before, bisect_left(old, starts[self._last], key=lambda tag: tag.start)

    def structure(
        self, places: TagPlaces, sections: list[SectionTag], syntax: SgmlSyntax, length: int
    ) -> Structure:
        """Return the tags and their pairing, reusing the old structure if the edit does not change it."""
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
        """Return whether the window's tags pair as before, both with each other and with surrounding tags."""
        before, behind = self._old_sections()
        old = self._old.structure.shapes[self._first : self._last]
        return list(map(_kind, old)) == list(map(_kind, self._new.shapes)) and [
            (tag.name, tag.is_close, tag.before) for tag in self._old.section_tags[before:behind]
        ] == [(tag.name, tag.is_close, tag.before) for tag in self._new.sections]


def _kind(shape: TagShape) -> tuple[str, bool, bool]:
    """Return the properties of a tag that are relevant to pairing."""
    return shape.name, shape.is_close, shape.is_bare


def _spliced(old: "array[int]", first: int, last: int, new: list[int], shift: int) -> "array[int]":
    """Return numbers with those from `first` to `last` (exclusive) replaced, and the following ones
    shifted.
    """
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
    """Return all digits of a section, which form the document's number (manual, `sgml_DOCNUM_gid`)."""
    starts = unit.places.starts
    tagged = bool(starts) and starts[0] < section.end
    text = unit.stripped(*section) if tagged else unit.text[section.start : section.end]
    return digits_in(text)


def _tag_end(text: str, start: int) -> int:
    """Return the end of a section tag with a name that ends at `start`."""
    point, opening = text.find(">", start), text.find("<", start)
    return point + 1 if point >= 0 and (opening < 0 or point < opening) else start


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415


class _SgmlLanguageFields(NamedTuple):
    syntax: SgmlSyntax
    role: Role


class SgmlLanguage(_SgmlLanguageFields, Language):
    """SGML files of one syntax in one role (see `keytally.families.contract.Language`)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Return the language's id."""
        return "muc-sgml"

    @property
    def lookahead(self) -> int:
        """Return the number of characters that determine whether a unit begins at an offset."""
        return boundary_lookahead(self.syntax.doc_gid)

    def boundaries(self, text: str) -> list[int]:
        """Return the starts of units in any text, without 0, in order."""
        return unit_boundaries(text, self.syntax.doc_gid)

    def read(self, text: str) -> SgmlUnit:
        """Parse one unit and check it; never fails."""
        return self._judged(read_unit(text, self.syntax, _lexer(self.syntax, self.role)))

    def reread(self, unit: SgmlUnit, text: str) -> SgmlUnit:
        """Parse a unit again, given its text after an edit."""
        return self._judged(reread_unit(unit, text, self.syntax, _lexer(self.syntax, self.role)))

    def _judged(self, unit: SgmlUnit) -> SgmlUnit:
        unit.judge = self._findings_of
        return unit

    def _findings_of(self, unit: SgmlUnit) -> Sequence[Finding]:
        from keytally.families.muc.sgml.rules import judge_unit

        return judge_unit(unit, self.syntax, self.role)

    def document_of(self, text: str) -> str | None:
        """Return the document number of a unit with that text."""
        if not begins_document(text, self.syntax.doc_gid):
            return None
        section = number_section(text, self.syntax.number_gids)
        content = "" if section is None else text[section.start : section.end]
        return self.read(text).document if "<" in content else digits_in(content)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Return the given documents that a text may contain."""
        return numbers_possibly_in(text, documents, self.syntax.number_gids)

    def suspects(self, units: Sequence[SgmlUnit]) -> Sequence[SgmlUnit]:
        """Return the documents with a suspicious tag or link."""
        from keytally.families.muc.sgml.rules import may_lose

        return [unit for unit in units if may_lose(unit, self.syntax, self.role)]

    def compare_duplicates(
        self, units: Sequence[SgmlUnit], apart: Collection[SgmlUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings for each unit that depend on the units before it; units are in file order."""
        from keytally.families.muc.sgml.rules import duplicate_numbers

        return duplicate_numbers(units)


def sgml_language(role: Role) -> SgmlLanguage:
    """Return the language of an unpaired SGML file, with the tags and sections of MUC-6 and MUC-7."""
    return SgmlLanguage(SgmlSyntax.of(None), role)


@lru_cache(maxsize=16)
def _lexer(syntax: SgmlSyntax, role: Role) -> TagLexer:
    """Return the lexer for a syntax and a role, which files share so that its cache of tags is reused."""
    from keytally.families.muc.sgml.attribute_rules import attribute_judge

    return TagLexer(syntax, attribute_judge(syntax, role))
