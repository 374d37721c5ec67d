"""Builds the tree of a unit from tokens: the slot, alternative and record of each fill."""

import re
from collections.abc import Sequence
from functools import partial

from keytally.evaluations.muc.formats.templates.headers import BLANKS, Header, Identity, header_at
from keytally.evaluations.muc.formats.templates.scanner import FILLS, TemplateToken, TemplateTokenKind, scan
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import (
    Alternative,
    Link,
    Record,
    SingleFill,
    SlotEntry,
    Tree,
)
from keytally.text.lines import BLANK_LINE

_THREE_PIECES = re.compile(r"<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>")
_BETWEEN_LINES = BLANKS + "\r\n"
_COUNT = 9
"""The number of digits of an offset that are read: no file is longer."""


def read_tree(text: str, syntax: TemplateSyntax, passed_over: Sequence[SlotEntry] = ()) -> Tree:
    """The tree of one unit; never fails.

    The tree has slots that are `passed_over` as they are given, and no tokens of them. They stand behind a
    sound header, and nothing but a slot follows one.
    """
    builder = _Builder(text, syntax)
    start = builder.sound_header() if passed_over else 0
    for slot in passed_over:
        if start < slot.start and (written := text[start : slot.start].rstrip(_BETWEEN_LINES)):
            builder.read(start, start + len(written))
        builder.pass_over(slot)
        start = slot.passed_over
    if start < len(text):
        builder.read(start, len(text))
    return builder.tree()


# Fills are what is read most of; this takes half the time of calling the class.
_single_fill = partial(tuple.__new__, SingleFill)


class _Builder:
    """The state of building the tree of one unit."""

    __slots__ = (
        "_compound",
        "_fills",
        "_inner_slot",
        "_odd",
        "_record",
        "_records",
        "_slot",
        "_text",
        "_tokens",
    )

    def __init__(self, text: str, syntax: TemplateSyntax) -> None:
        self._text = text
        self._tokens: list[TemplateToken] = []
        self._odd: list[tuple[int, int]] = []
        self._inner_slot = syntax.inner_slot
        self._compound = syntax.compound_classes
        self._record = Record(None)
        self._records = [self._record]
        self._slot: SlotEntry | None = None
        self._fills = self._record.stray

    def read(self, first: int, last: int) -> None:
        """Add the lines from `first` to `last`."""
        tokens, odd = scan(self._text, self._inner_slot, first, last)
        before = len(self._tokens)
        self._tokens += tokens
        if odd:
            self._odd += [(before + start, before + end) for start, end in odd]
        slot, fills = TemplateTokenKind.SLOT, FILLS
        for index, (kind, start, end) in enumerate(tokens, before):
            if kind in fills:
                self.fill(index, kind, start, end)
            elif kind is slot:
                self.slot(start, end)
            elif kind is TemplateTokenKind.LINK:
                self.link(start, end)
            elif kind is TemplateTokenKind.SLASH:
                self.slash(start)
            elif kind is TemplateTokenKind.HEADER:
                self.header(start, end)

    def sound_header(self) -> int:
        """Add the header of a text that begins with a sound one; returns its end."""
        text = self._text
        closing = text.index(">")
        end = text.index(":=", closing) + 2
        self._tokens.append(TemplateToken(TemplateTokenKind.HEADER, 0, end))
        self._begin(Header(0, end, Identity(*text[1:closing].split("-", 2))))
        return end

    def pass_over(self, slot: SlotEntry) -> None:
        """Add a slot as it is."""
        self._record.slots.append(slot)
        self._record.end = slot.passed_over

    def tree(self) -> Tree:
        """The tree, after all tokens."""
        loose, *records = self._records
        has_loose = loose.slots or loose.stray or not records
        return Tree(self._tokens, self._odd, records, loose if has_loose else None)

    def header(self, start: int, end: int) -> None:
        """Begin a record."""
        self._begin(header_at(self._text, start, end, self._compound))

    def _begin(self, header: Header) -> None:
        self._record = Record(header, end=header.end)
        self._records.append(self._record)
        self._slot, self._fills = None, self._record.stray

    def slot(self, start: int, end: int) -> None:
        """Begin a slot."""
        first = Alternative([])
        slot = SlotEntry(self._text[start : end - 1].lower(), start, end - 1, [first])
        self._slot, self._fills = slot, first.fills
        self._record.slots.append(slot)
        self._record.end = end

    def slash(self, start: int) -> None:
        """A slash before a slot's very first fill makes the slot optional; others separate alternatives."""
        slot = self._slot
        self._record.end = start + 1
        if slot is None:
            return
        if slot.slash is None and len(slot.alternatives) == 1 and not self._fills:
            slot.slash = start
            return
        alternative = Alternative(slash=start)
        slot.alternatives.append(alternative)
        self._fills = alternative.fills

    def fill(self, index: int, kind: TemplateTokenKind, start: int, end: int) -> None:
        """Add a fill."""
        text = self._text
        if kind is TemplateTokenKind.POINTER and self._is_header(index):
            self._tokens[index] = TemplateToken(TemplateTokenKind.HEADER, start, end)
            self.header(start, end)
            return
        if kind is TemplateTokenKind.QUOTED:
            content = text[start + 1 : end - 1]
        else:
            content = text[start + 1 : end] if kind is TemplateTokenKind.UNCLOSED else text[start:end]
        self._fills.append(_single_fill((kind, content, start, end, None)))
        self._record.end = end

    def link(self, start: int, end: int) -> None:
        """Add the link of the previous fill into the texts."""
        first, last, texts = self._text[start + 2 : end].split("#", 2)
        self._record.end = end
        if self._fills and len(first) <= _COUNT and len(last) <= _COUNT:
            link = Link(int(first), int(last), texts, start, end)
            self._fills[-1] = self._fills[-1]._replace(link=link)

    def _is_header(self, index: int) -> bool:
        """Whether an identification string is a header without its `:=`.

        It is alone on its line in column 1, a slot follows, and it continues no list of pointers.
        """
        if index + 1 >= len(self._tokens) or self._tokens[index + 1].kind is not TemplateTokenKind.SLOT:
            return False
        text, start, end = self._text, self._tokens[index].start, self._tokens[index].end
        if text[start - 1 : start] not in ("\n", "\r", "") or not _THREE_PIECES.fullmatch(text, start, end):
            return False
        if not set("\r\n").intersection(text[end : self._tokens[index + 1].start]):
            return False
        before = self._tokens[index - 1] if index else None
        if before is None or BLANK_LINE.search(text, before.end, start):
            return True
        return bool(self._fills) and before.kind not in (TemplateTokenKind.POINTER, TemplateTokenKind.SLASH)
