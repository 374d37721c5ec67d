"""A unit of an SGML file: its text, its tags, its elements, and its offsets without task tags."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.elements import Element, Section
from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.findings.finding import Finding
from keytally.text.span import Span


class TokenKind(Enum):
    """What a stretch of a unit is."""

    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    MARKUP = "markup"


class Token(NamedTuple):
    """A stretch of a unit; `tag` is the task tag that it is, None for text and given markup."""

    kind: TokenKind
    start: int
    end: int
    tag: Tag | None = None


@dataclass(slots=True, eq=False)
class SgmlUnit:
    """A document with what follows it, or what stands before the first document.

    Places count code points from the unit's start. `document` is the document's number, "" for a
    document without one, None for what stands before the first. `number` is where the number's
    section has its text. "Stripped" offsets leave the task tags out.
    """

    text: str
    document: str | None = None
    number: Span | None = None
    tags: Sequence[Tag] = ()
    elements: Sequence[Element] = ()
    sections: Sequence[Section] = ()
    findings: Sequence[Finding] = ()
    _sources: tuple[list[int], list[int], list[int]] | None = field(default=None, init=False, repr=False)

    def tokens(self, start: int = 0, end: int | None = None) -> Iterator[Token]:
        """Every stretch of the unit in order; together they are its text.

        With two places only those between the tags around them.
        """
        starts, _, _ = self._offsets()
        first = max(bisect_right(starts, start) - 1, 0)
        last = len(starts) if end is None else bisect_right(starts, end)
        cursor = self.tags[first - 1].end if first else 0
        for tag in self.tags[first:last]:
            yield from self._given(cursor, tag.start)
            kind = TokenKind.CLOSE if tag.is_close else TokenKind.OPEN
            yield Token(kind, tag.start, tag.end, tag)
            cursor = tag.end
        yield from self._given(cursor, self.tags[last].start if last < len(self.tags) else len(self.text))

    def stripped(self, start: int = 0, end: int | None = None) -> str:
        """The text from `start` to `end` without its task tags."""
        end = len(self.text) if end is None else end
        kept, cursor = [], start
        for tag in self.tags_within(start, end):
            kept.append(self.text[cursor : tag.start])
            cursor = tag.end
        kept.append(self.text[cursor:end])
        return "".join(kept)

    @property
    def stripped_length(self) -> int:
        """How many characters the unit has besides its task tags."""
        return len(self.text) - sum(tag.end - tag.start for tag in self.tags)

    def tags_within(self, start: int, end: int) -> Sequence[Tag]:
        """The task tags that stand wholly between two places."""
        if start == 0 and end >= len(self.text):
            return self.tags
        starts, _, _ = self._offsets()
        first, last = bisect_right(starts, start - 1), bisect_right(starts, end - 1)
        within = self.tags[first:last]
        return within[:-1] if within and within[-1].end > end else within

    def stripped_offset(self, offset: int) -> int:
        """The stripped offset of a place; of a place inside a task tag, where the tag stands."""
        starts, removed, _ = self._offsets()
        before = bisect_right(starts, offset - 1)
        if not before:
            return offset
        return max(offset, self.tags[before - 1].end) - removed[before - 1]

    def source_offset(self, stripped: int, *, after_tags: bool = False) -> int:
        """The place of a stripped offset: before the task tags that stand there, or after them."""
        _, removed, places = self._offsets()
        before = bisect_right(places, stripped if after_tags else stripped - 1)
        return stripped + (removed[before - 1] if before else 0)

    def _offsets(self) -> tuple[list[int], list[int], list[int]]:
        """The tags' starts, the characters of tags up to each one's end, and their stripped offsets."""
        if self._sources is None:
            starts = [tag.start for tag in self.tags]
            removed = list(accumulate(tag.end - tag.start for tag in self.tags))
            places = [tag.end - gone for tag, gone in zip(self.tags, removed, strict=True)]
            self._sources = starts, removed, places
        return self._sources

    def _given(self, start: int, end: int) -> Iterator[Token]:
        for is_markup, first, last in pieces(self.text, start, end):
            yield Token(TokenKind.MARKUP if is_markup else TokenKind.TEXT, first, last)


def starts_of(units: Iterable[SgmlUnit]) -> dict[SgmlUnit | None, int]:
    """Where each unit starts in its file, task tags not counted."""
    listed = list(units)
    starts = accumulate((unit.stripped_length for unit in listed), initial=0)
    return dict(zip(listed, starts, strict=False))
