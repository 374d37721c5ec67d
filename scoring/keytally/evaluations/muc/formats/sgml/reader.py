"""Reading a unit: its tags in order, its sections, its elements and its document number."""

import re
from collections import Counter
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.boundaries import begins_document
from keytally.evaluations.muc.formats.sgml.elements import Element, Matcher, Section
from keytally.evaluations.muc.formats.sgml.lexer import Found, TagLexer
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.text.span import Span

DATELINE = "DD"
_BY_START = attrgetter("open.start")


class Reading(NamedTuple):
    """A unit that was read, and the matcher that knows which of its tags do not pair."""

    unit: SgmlUnit
    matcher: Matcher


class _Reader:
    """The state of reading one unit."""

    def __init__(self, text: str, syntax: SgmlSyntax, lexer: TagLexer) -> None:
        self.text = text
        self.tags: list[Tag] = []
        self.sections: list[Section] = []
        self.matcher = Matcher(tuple(tag.name for tag in syntax.tags))
        self._lexer = lexer
        self._doc = syntax.doc_gid.lower()
        self._spelling = {name.lower(): name for name in syntax.sections}
        self._open_sections: list[tuple[str, int]] = []
        self._open_names = Counter[str]()
        self._innermost: str | None = None
        self._removed = 0

    def read(self) -> None:
        """Read the whole unit."""
        lexer, passed = self._lexer, 0
        for match in lexer.find(self.text):
            if match.start() < passed:
                continue
            kind = match.lastindex
            if kind == Found.ELEMENT:
                self._element(match)
            elif kind == Found.SECTION:
                self._section(match)
            elif kind == Found.OPEN:
                self._tag(lexer.open_tag(match))
            elif kind == Found.CLOSE:
                self._tag(lexer.close_tag(match))
            else:
                tag = lexer.broken_tag(match)
                passed = tag.end
                self._tag(tag)
        self._end_sections(0, len(self.text))

    def _tag(self, tag: Tag) -> None:
        """A tag by itself, to be matched with others."""
        start, end, shape = tag
        previous = self.tags[-1] if self.tags else None
        self.tags.append(tag)
        if shape.is_close:
            self.matcher.close(tag, start - self._removed, previous)
        else:
            self.matcher.open(tag, self._innermost, start - self._removed)
        self._removed += end - start

    def _element(self, match: re.Match[str]) -> None:
        """An element with nothing but text inside."""
        opened = self._lexer.open_tag(match)
        closed = self._lexer.close_of(match, opened)
        start, open_end, _ = opened
        close_start, end, _ = closed
        self.tags += (opened, closed)
        stripped = start - self._removed
        length = close_start - open_end
        self._removed += end - start - length
        section = self._innermost
        self.matcher.elements.append(
            Element(opened, closed, section, section is not None, stripped, stripped + length)
        )

    def _section(self, match: re.Match[str]) -> None:
        """A section's open or close tag: no element reaches across it."""
        name = match[6].lower()
        self.matcher.barrier()
        if not match[5]:
            self._open_sections.append((name, match.start()))
            self._open_names[name] += 1
        else:
            self._close_section(name, _tag_end(self.text, match.end()))
        self._innermost = next(
            (self._spelling[name] for name, _ in reversed(self._open_sections) if name in self._spelling),
            None,
        )

    def _close_section(self, name: str, end: int) -> None:
        """Close the innermost section of that name and those inside it; `</DOC>` closes all."""
        if name == self._doc:
            self._end_sections(0, end)
        elif self._open_names[name]:
            inside = takewhile(lambda section: section[0] != name, reversed(self._open_sections))
            self._end_sections(len(self._open_sections) - 1 - sum(1 for _ in inside), end)

    def _end_sections(self, first: int, end: int) -> None:
        self.matcher.barrier()
        for name, start in self._open_sections[first:]:
            self.sections.append(Section(self._spelling.get(name, name), start, end))
            self._open_names[name] -= 1
        del self._open_sections[first:]


def read_unit(text: str, syntax: SgmlSyntax, lexer: TagLexer) -> Reading:
    """Read one unit; any text can be read."""
    reader = _Reader(text, syntax, lexer)
    reader.read()
    elements = sorted(reader.matcher.elements, key=_BY_START)
    if syntax.dd_last_only:
        elements = _last_dateline_only(elements, reader.sections)
    sections = sorted(reader.sections, key=attrgetter("start"))
    unit = SgmlUnit(text, tags=reader.tags, elements=elements, sections=sections)
    if begins_document(text, syntax.doc_gid):
        unit.number = _number(unit, syntax)
        unit.document = "" if unit.number is None else _digits(unit, unit.number)
    return Reading(unit, reader.matcher)


def _last_dateline_only(elements: list[Element], sections: list[Section]) -> list[Element]:
    """Elements of an earlier dateline are not scored where the document has several."""
    starts = [section.start for section in sections if section.name.upper() == DATELINE]
    if len(starts) < 2:
        return elements
    last = max(starts)
    return [
        element._replace(scored=False)
        if element.open.start < last and (element.section or "").upper() == DATELINE
        else element
        for element in elements
    ]


@lru_cache(maxsize=64)
def _number_section(gid: str) -> re.Pattern[str]:
    name = re.escape(gid)
    return re.compile(rf"<{name}(?:\s[^<>]*)?>", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=64)
def _number_section_end(gid: str) -> re.Pattern[str]:
    """The section's close tag, or the line's end where that comes first and no close tag follows."""
    return re.compile(rf"</{re.escape(gid)}(?=[\s>]|\Z)", re.IGNORECASE | re.ASCII)


def _number(unit: SgmlUnit, syntax: SgmlSyntax) -> Span | None:
    """Where the text of the document number's section stands, without the blanks around it.

    A section that is never closed ends with its line.
    """
    for gid in syntax.number_gids:
        opening = _number_section(gid).search(unit.text)
        if opening:
            closing = _number_section_end(gid).search(unit.text, opening.end())
            end = closing.start() if closing else _line_end(unit.text, opening.end())
            content = unit.text[opening.end() : end]
            first = opening.end() + len(content) - len(content.lstrip())
            return Span(first, max(first, opening.end() + len(content.rstrip())))
    return None


def _digits(unit: SgmlUnit, section: Span) -> str:
    """Every digit of the section, which is the document's number (manual, `sgml_DOCNUM_gid`)."""
    tagged = bool(unit.tags) and unit.tags[0].start < section.end
    text = unit.stripped(*section) if tagged else unit.text[section.start : section.end]
    return "".join(character for character in text if character in "0123456789")


def _line_end(text: str, start: int) -> int:
    ends = [place for place in (text.find("\n", start), text.find("\r", start)) if place >= 0]
    return min(ends, default=len(text))


def _tag_end(text: str, start: int) -> int:
    """Where a section tag ends whose name ends at `start`."""
    point, opening = text.find(">", start), text.find("<", start)
    return point + 1 if point >= 0 and (opening < 0 or point < opening) else start
