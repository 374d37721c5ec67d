"""Units of SGML files: text, tags, elements, offsets without tags, and elements as objects."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.muc.model import Extent, Fill, MucObject, MultiFill, Slot
from keytally.families.muc.sgml.structure import Elements, Structure
from keytally.families.muc.sgml.syntax import (
    OPTIONAL_VALUES,
    Attribute,
    Section,
    Sections,
    SectionTag,
    SgmlSyntax,
    Tag,
    TagPlaces,
    Tags,
    TagShape,
)
from keytally.findings.finding import Finding
from keytally.text.difference import OffsetMap
from keytally.text.positions import Span

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|<![^<>]*>")


def markup_pieces(text: str, start: int, end: int) -> Iterator[tuple[bool, int, int]]:
    """Yield the pieces between two offsets in order, as (is markup, start, end)."""
    cursor = start
    for match in _MARKUP.finditer(text, start, end):
        if cursor < match.start():
            yield False, cursor, match.start()
        yield True, *match.span()
        cursor = match.end()
    if cursor < end:
        yield False, cursor, end


def normalized_words(text: str) -> str:
    """Return the words of a text for comparison: case-folded, and separated by single spaces."""
    return " ".join(text.split()).casefold()


def contains_words(text: str, words: str) -> bool:
    """Return whether a text contains these words, which have no surrounding whitespace."""
    return words in text or normalized_words(words) in normalized_words(text)


RECENT_TEXTS = 8


ScoredElement = tuple[int, int, str | None]
"""The numbers of an element's open and close tags, and its section."""


class TokenKind(Enum):
    """The kind of token in a unit."""

    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    MARKUP = "markup"


class SgmlToken(NamedTuple):
    """A token of a unit; `tag` is its task tag, or None for text and existing markup."""

    kind: TokenKind
    start: int
    end: int
    tag: Tag | None = None


class SgmlUnit:
    """A document with the text after it, or the text before the first document.

    Positions are code points from the start of the unit. `document` is the document's number, "" for a
    document without a number, or None for the text before the first document. `number` is the range of the
    text in the number's section. "Stripped" offsets do not count task tags; `stripped_text` is the text
    without task tags, if it is known from an edit.
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
        """Return the findings for the unit that do not depend on its context.

        `judge` computes them on first use, which never happens in a run that only scores.
        """
        if self.judge is not None:
            self._findings = self.judge(self)
            self.judge = None
        return self._findings

    @property
    def written_number(self) -> str:
        """Return the document's number as written, without a trailing full stop: `950103-0038`."""
        if not self.document or self.number is None:
            return ""
        return " ".join(self.stripped(*self.number).split()).rstrip(". ") or self.document

    @property
    def tags(self) -> Tags:
        """Return the task tags in order."""
        return Tags(self.structure.shapes, self.places)

    @property
    def elements(self) -> Elements:
        """Return the elements in the order of their open tags."""
        return Elements(self.structure, self.places)

    @property
    def sections(self) -> Sequence[Section]:
        """Return the sections in the order of their open tags."""
        return Sections(self.section_tags, self.syntax, len(self.text)).in_order()

    def scored_elements(self) -> Sequence[ScoredElement]:
        """Return the scored elements in the order of their open tags."""
        pairing, unscored = self.structure.pairing, self.structure.unscored
        elements = list(zip(pairing.opens, pairing.closes, pairing.sections, strict=True))
        if not unscored:
            return elements
        return [element for number, element in enumerate(elements) if number not in unscored]

    def tokens(self, start: int = 0, end: int | None = None) -> Iterator[SgmlToken]:
        """Yield the tokens of the unit in order; they cover its text.

        With two offsets, yield only the tokens between the tags around them.
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
        """Return the text from `start` to `end` without its task tags."""
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
        """Return the number of characters of the unit without its task tags."""
        return len(self.text) - (self._removed(len(self.places.starts)))

    def tags_within(self, start: int, end: int) -> Sequence[Tag]:
        """Return the task tags that are completely between two offsets."""
        starts = self.places.starts
        first, last = bisect_right(starts, start - 1), bisect_right(starts, end - 1)
        within = self.tags[first:last]
        return within[:-1] if within and within[-1].end > end else within

    def stripped_offset(self, offset: int) -> int:
        """Return the stripped offset of a position; a position inside a task tag has the offset of the
        tag's start.
        """
        before = bisect_right(self.places.starts, offset - 1)
        if not before:
            return offset
        return max(offset, self.places.ends[before - 1]) - self._removed(before)

    def source_offset(self, stripped: int, *, after_tags: bool = False) -> int:
        """Return the position of a stripped offset: before the task tags there, or after them if
        `after_tags` is true.
        """
        before = bisect_right(self.places.stripped, stripped if after_tags else stripped - 1)
        return min(stripped + self._removed(before), len(self.text))

    def missing_offset(self, stripped: int, other: "SgmlUnit") -> int:
        """Return the position for a missing item that starts at a stripped offset of the other side.

        It lies within the document, before the close tag, even if the other side has more text.
        """
        place = self.counterparts_of(other).start(stripped)
        return min(self.source_offset(place), self._document_end())

    def counterparts_of(self, other: "SgmlUnit") -> OffsetMap:
        """Return the map from the stripped offsets of the other side's document to this unit, whose text
        may be altered.
        """
        return _counterparts(self, other)

    def _document_end(self) -> int:
        """Return the start of the document's close tag, or the end of its content if there is none."""
        doc = self.syntax.doc_gid.lower()
        closing = (tag.start for tag in self.section_tags if tag.is_close and tag.name == doc)
        end = next(closing, None)
        return len(self.text.rstrip()) if end is None else end

    def _removed(self, tags: int) -> int:
        """Return the number of characters in the first `tags` task tags."""
        return self.places.ends[tags - 1] - self.places.stripped[tags - 1] if tags else 0

    def _given(self, start: int, end: int) -> Iterator[SgmlToken]:
        for is_markup, first, last in markup_pieces(self.text, start, end):
            yield SgmlToken(TokenKind.MARKUP if is_markup else TokenKind.TEXT, first, last)


@lru_cache(maxsize=RECENT_TEXTS)
def _whole_stripped(unit: SgmlUnit) -> str:
    """Return a unit's text without its task tags; cached for rules, comparisons and scoring."""
    text, (starts, ends, _) = unit.text, unit.places
    stretches = zip(chain((0,), ends), chain(starts, (len(text),)), strict=True)
    return "".join([text[start:end] for start, end in stretches])


@lru_cache(maxsize=RECENT_TEXTS)
def _counterparts(unit: SgmlUnit, other: SgmlUnit) -> OffsetMap:
    return OffsetMap(other.stripped(), unit.stripped())


def unit_starts(units: Iterable[SgmlUnit]) -> dict[SgmlUnit | None, int]:
    """Return the start of each unit in its file, not counting task tags."""
    listed = list(units)
    starts = accumulate((unit.stripped_length for unit in listed), initial=0)
    return dict(zip(listed, starts, strict=False))


REMEMBERED_TAGS = 4096
REMEMBERED_ELEMENTS = 1 << 12
_LINE_END = re.compile(r"\r\n?|\n")


def element_objects(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Sequence[MucObject]:
    """Return the scored elements of a unit as objects, in the order of their open tags.

    When a unit is read as a response, marks that only keys may use are ignored: no object is optional, ALT is
    dropped, and `A|B` is one value.
    """
    elements = unit.scored_elements()
    if not elements:
        return ()
    return objects_of_elements(unit, elements, syntax, role)


def objects_of_elements(
    unit: SgmlUnit, elements: Iterable[ScoredElement], syntax: SgmlSyntax, role: Role
) -> Sequence[MucObject]:
    """Return the objects of some elements of a unit, numbered within this selection."""
    return list(_made(unit, elements, _tag_reader(syntax, role is not Role.RESPONSE)))


def placeless_object(shape: TagShape, tagged: str, section: str, syntax: SgmlSyntax, role: Role) -> MucObject:
    """Return the object of an element with the given open tag and text, at position 0."""
    tags = _tag_reader(syntax, role is not Role.RESPONSE)
    optional, slots = tags.read(shape).optional, tags.slots(shape, tagged, 0, 0)
    return MucObject(shape.name, "", "", slots, 0, 0, optional, Extent(0, 0, section))


def _made(unit: SgmlUnit, elements: Iterable[ScoredElement], tags: "_TagReader") -> Iterator[MucObject]:
    """Yield the objects of elements, each numbered within its class."""
    shapes, (starts, ends, stripped), text = unit.structure.shapes, unit.places, unit.stripped()
    document, count = unit.document or "", defaultdict[str, int](int)
    for opened, close, section in elements:
        shape, start, first, last = shapes[opened], starts[opened], stripped[opened], stripped[close]
        tag = tags.read(shape)
        text_start = ends[opened] - start
        slots = tags.slots(shape, text[first:last], text_start, starts[close] - start)
        count[shape.name] = number = count[shape.name] + 1
        extent = Extent(first, last, section or "")
        yield MucObject(
            shape.name,
            document,
            str(number),
            slots,
            start,
            ends[close],
            tag.optional,
            extent,
            tag.starts,
            start,
        )


class _TagFills(NamedTuple):
    """The fills in an open tag; positions count from the start of the tag.

    `text` is true if the tagged text is a slot; `alternatives` are those in ALT. `starts` contains, for each
    slot, the offset from which its fills count; this is the start of the tag.
    """

    text: bool
    alternatives: tuple[MultiFill, ...]
    slots: dict[str, Slot]
    optional: bool
    starts: Mapping[str, int]


class _TagReader:
    """Reads open tags, once for each spelling."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        self.text_slot = syntax.text
        self._syntax = syntax
        self._is_key = is_key
        self._read: dict[TagShape, _TagFills] = {}
        self._slots: dict[tuple[TagShape, str, int], Mapping[str, Slot]] = {}

    def read(self, shape: TagShape) -> _TagFills:
        """Return the fills in a tag with this shape."""
        fills = self._read.get(shape)
        if fills is None:
            if len(self._read) >= REMEMBERED_TAGS:
                self._read.clear()
            fills = self._read[shape] = self._fills(shape)
        return fills

    def slots(self, shape: TagShape, text: str, start: int, end: int) -> Mapping[str, Slot]:
        """Return the slots of an element with this tag shape and text; equal elements share them.

        The text without task tags lies between `start` and `end`, which count from the tag, as fills do.
        """
        known = self._slots.get((shape, text, end))
        if known is None:
            if len(self._slots) >= REMEMBERED_ELEMENTS:
                self._slots.clear()
            known = self._slots[shape, text, end] = self._with_text(shape, Fill(one_line(text), start, end))
        return known

    def _with_text(self, shape: TagShape, text: Fill) -> Mapping[str, Slot]:
        written = self.read(shape)
        if not written.text:
            return written.slots
        return {self.text_slot: Slot(((text,), *written.alternatives)), **written.slots}

    def _fills(self, shape: TagShape) -> _TagFills:
        """Return the fills of a tag's declared attributes; the first of duplicates is used."""
        definition, syntax = self._syntax.tag(shape.name), self._syntax
        given: dict[str, Attribute] = {}
        for attribute in shape.attributes:
            if attribute.name in definition.attributes and not attribute.bare:
                given.setdefault(attribute.name, attribute)
        alternatives, status = given.pop(syntax.alt, None), given.get(syntax.status)
        if not self._is_key:
            alternatives = status = None
            given.pop(syntax.status, None)
        values = {name: self._values(attribute) for name, attribute in given.items()}
        slots = {name: Slot(each) for name, each in values.items() if each}
        return _TagFills(
            definition.has_text,
            self._alternatives(alternatives) if alternatives else (),
            slots,
            status is not None and status.value.strip().upper() in OPTIONAL_VALUES,
            dict.fromkeys((self.text_slot, *slots), 0),
        )

    def _values(self, attribute: Attribute) -> tuple[MultiFill, ...]:
        """Return the alternatives of TYPE in a key; otherwise, return the whole value."""
        if self._is_key and attribute.name == self._syntax.type:
            return self._alternatives(attribute)
        return ((self._fill(attribute.value, attribute.value_start),),)

    def _alternatives(self, attribute: Attribute) -> tuple[MultiFill, ...]:
        pieces = alternatives_of(attribute, self._syntax.separator)
        return tuple((self._fill(value, start),) for value, start in pieces)

    def _fill(self, value: str, start: int) -> Fill:
        text = value.strip()
        first = start + (len(value) - len(value.lstrip()) if text else 0)
        return Fill(one_line(text).replace(self._syntax.quote_char, '"'), first, first + len(text))


@lru_cache(maxsize=16)
def _tag_reader(syntax: SgmlSyntax, is_key: bool) -> _TagReader:
    return _TagReader(syntax, is_key)


def alternatives_of(attribute: Attribute, separator: str) -> list[tuple[str, int]]:
    """Return the alternatives of a value with their starts, which count like the attribute's positions.

    Empty alternatives are omitted.
    """
    found, start = [], attribute.value_start
    for piece in attribute.value.split(separator) if separator else [attribute.value]:
        if piece.strip():
            found.append((piece, start))
        start += len(piece) + len(separator)
    return found


def one_line(text: str) -> str:
    """Return the text with each line end replaced by a space."""
    return _LINE_END.sub(" ", text) if "\n" in text or "\r" in text else text
