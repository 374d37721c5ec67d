"""A unit of an SGML file: its text, its tags, its elements, and its offsets without task tags."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.elements import Elements
from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.sections import Section, Sections, SectionTag
from keytally.evaluations.muc.formats.sgml.structure import Structure
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag, TagPlaces, Tags
from keytally.findings.finding import Finding
from keytally.text.counterparts import Counterparts
from keytally.text.span import Span

RECENT_TEXTS = 8


ScoredElement = tuple[int, int, str | None]
"""The numbers of an element's open and close tags, and its section."""


class TokenKind(Enum):
    """The kind of a piece of a unit."""

    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    MARKUP = "markup"


class SgmlToken(NamedTuple):
    """A piece of a unit; `tag` is its task tag, None for text and given markup."""

    kind: TokenKind
    start: int
    end: int
    tag: Tag | None = None


class SgmlUnit:
    """A document with the text after it, or the text before the first document.

    Places count code points from the unit's start. `document` is the document's number, "" for a document
    without one, None for the text before the first. `number` is the range of the text in the number's
    section. "Stripped" offsets leave the task tags out; `stripped_text` is the text without them, if it is
    known from an edit.
    """

    __slots__ = (
        *("_findings", "document", "judge", "number", "places"),
        *("section_tags", "stripped_text", "structure", "syntax", "text"),
    )

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        text: str,
        places: TagPlaces,
        structure: Structure,
        section_tags: Sequence[SectionTag],
        syntax: SgmlSyntax,
        document: str | None = None,
        number: Span | None = None,
        stripped_text: str | None = None,
        judge: "Callable[[SgmlUnit], Sequence[Finding]] | None" = None,
    ) -> None:
        self.text = text
        self.places = places
        self.structure = structure
        self.section_tags = section_tags
        self.syntax = syntax
        self.document = document
        self.number = number
        self.stripped_text = stripped_text
        self.judge = judge
        self._findings: Sequence[Finding] = ()

    @property
    def findings(self) -> Sequence[Finding]:
        """What is wrong in the unit by itself.

        `judge` finds it when it is first asked for, which a run that only scores never does.
        """
        if self.judge is not None:
            self._findings = self.judge(self)
            self.judge = None
        return self._findings

    @property
    def written_number(self) -> str:
        """The document's number as it is written, without the full stop behind it: `950103-0038`."""
        if not self.document or self.number is None:
            return ""
        return " ".join(self.stripped(*self.number).split()).rstrip(". ") or self.document

    @property
    def tags(self) -> Tags:
        """The task tags in order."""
        return Tags(self.structure.shapes, self.places)

    @property
    def elements(self) -> Elements:
        """The elements in the order of their open tags."""
        return Elements(self.structure, self.places)

    @property
    def sections(self) -> Sequence[Section]:
        """The sections in the order of their open tags."""
        return Sections(self.section_tags, self.syntax, len(self.text)).in_order()

    def scored_elements(self) -> Sequence[ScoredElement]:
        """The elements that are scored, in the order of their open tags."""
        pairing, unscored = self.structure.pairing, self.structure.unscored
        elements = list(zip(pairing.opens, pairing.closes, pairing.sections, strict=True))
        if not unscored:
            return elements
        return [element for number, element in enumerate(elements) if number not in unscored]

    def tokens(self, start: int = 0, end: int | None = None) -> Iterator[SgmlToken]:
        """Every piece of the unit in order; together they are its text.

        With two offsets only those between the tags around them.
        """
        starts, tags = self.places.starts, self.tags
        first = max(bisect_right(starts, start) - 1, 0)
        last = len(starts) if end is None else bisect_right(starts, end)
        cursor = self.places.ends[first - 1] if first else 0
        for tag in tags[first:last]:
            yield from self._given(cursor, tag.start)
            kind = TokenKind.CLOSE if tag.is_close else TokenKind.OPEN
            yield SgmlToken(kind, tag.start, tag.end, tag)
            cursor = tag.end
        yield from self._given(cursor, starts[last] if last < len(starts) else len(self.text))

    def stripped(self, start: int = 0, end: int | None = None) -> str:
        """The text from `start` to `end` without its task tags."""
        end = len(self.text) if end is None else end
        if start == 0 and end == len(self.text):
            return _whole_stripped(self) if self.stripped_text is None else self.stripped_text
        kept, cursor = [], start
        for tag in self.tags_within(start, end):
            kept.append(self.text[cursor : tag.start])
            cursor = tag.end
        kept.append(self.text[cursor:end])
        return "".join(kept)

    @property
    def stripped_length(self) -> int:
        """The number of characters of the unit without its task tags."""
        return len(self.text) - (self._removed(len(self.places.starts)))

    def tags_within(self, start: int, end: int) -> Sequence[Tag]:
        """The task tags that lie wholly between two offsets."""
        starts = self.places.starts
        first, last = bisect_right(starts, start - 1), bisect_right(starts, end - 1)
        within = self.tags[first:last]
        return within[:-1] if within and within[-1].end > end else within

    def stripped_offset(self, offset: int) -> int:
        """The stripped offset of a place; a place inside a task tag counts as the tag's start."""
        before = bisect_right(self.places.starts, offset - 1)
        if not before:
            return offset
        return max(offset, self.places.ends[before - 1]) - self._removed(before)

    def source_offset(self, stripped: int, *, after_tags: bool = False) -> int:
        """The place of a stripped offset: before the task tags there, or after them; at most the end."""
        before = bisect_right(self.places.stripped, stripped if after_tags else stripped - 1)
        return min(stripped + self._removed(before), len(self.text))

    def missing_offset(self, stripped: int, other: "SgmlUnit") -> int:
        """The place for what starts at a stripped offset of the other side's document and is missing here.

        It lies within the document, before its close tag, even where the other side has more text.
        """
        place = self.counterparts_of(other).start(stripped)
        return min(self.source_offset(place), self._document_end())

    def counterparts_of(self, other: "SgmlUnit") -> Counterparts:
        """The stripped offsets of the other side's document in this unit, whose text may be altered."""
        return _counterparts(self, other)

    def _document_end(self) -> int:
        """The start of the document's close tag; without one, the end of what is not blank."""
        doc = self.syntax.doc_gid.lower()
        closing = (tag.start for tag in self.section_tags if tag.is_close and tag.name == doc)
        end = next(closing, None)
        return len(self.text.rstrip()) if end is None else end

    def _removed(self, tags: int) -> int:
        """The number of characters of the first tags, given their number."""
        return self.places.ends[tags - 1] - self.places.stripped[tags - 1] if tags else 0

    def _given(self, start: int, end: int) -> Iterator[SgmlToken]:
        for is_markup, first, last in pieces(self.text, start, end):
            yield SgmlToken(TokenKind.MARKUP if is_markup else TokenKind.TEXT, first, last)


@lru_cache(maxsize=RECENT_TEXTS)
def _whole_stripped(unit: SgmlUnit) -> str:
    """A unit's text without its task tags; cached for rules, comparison and scoring."""
    text, (starts, ends, _) = unit.text, unit.places
    stretches = zip(chain((0,), ends), chain(starts, (len(text),)), strict=True)
    return "".join([text[start:end] for start, end in stretches])


@lru_cache(maxsize=RECENT_TEXTS)
def _counterparts(unit: SgmlUnit, other: SgmlUnit) -> Counterparts:
    return Counterparts(other.stripped(), unit.stripped())


def starts_of(units: Iterable[SgmlUnit]) -> dict[SgmlUnit | None, int]:
    """The start of each unit in its file, task tags not counted."""
    listed = list(units)
    starts = accumulate((unit.stripped_length for unit in listed), initial=0)
    return dict(zip(listed, starts, strict=False))
