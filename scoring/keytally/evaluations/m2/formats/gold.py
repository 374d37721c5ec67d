"""A block of a gold file: a source sentence and the annotators' edits of it.

    S The cat sat at mat .
    A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
    A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0

An `S` line starts a block, an empty line ends its annotations. `|||` separates the six fields of
a line, `||` the alternatives of a correction; `-NONE-` and an empty correction both mean a deletion.
Offsets count tokens. The type `noop` or the offsets -1 -1 state that an annotator changes nothing.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.formats.tokens import M2Token, tokens_in
from keytally.evaluations.m2.model import GoldEdit
from keytally.text.lines import LINE_END

FIELDS = 6
NONE = "-NONE-"
NOOP = "noop"

_OFFSETS = re.compile(r"\s*([+-]?\d{1,9})\s+([+-]?\d{1,9})(?:\s.*)?", re.S)
_ANNOTATOR = re.compile(r"\s*(\d{1,9})\s*")


class BlockLine(NamedTuple):
    """A line of a block without its line end; `next` is the start of the next line."""

    text: str
    start: int
    next: int

    @property
    def end(self) -> int:
        """The offset of the end of the text."""
        return self.start + len(self.text)


class Field(NamedTuple):
    """A field of an annotation."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset of the end of the field."""
        return self.start + len(self.text)


class Annotation(NamedTuple):
    """An `A` line: the texts of its fields, and their parsed values; None for a value that cannot be read."""

    line: BlockLine
    texts: Sequence[str]
    offsets: tuple[int, int] | None
    """The offsets of the replaced source tokens, as written."""

    annotator: int | None

    @property
    def fields(self) -> list[Field]:
        """The fields with their places."""
        fields, start = [], self.line.start + 2
        for text in self.texts:
            fields.append(Field(text, start))
            start += len(text) + 3
        return fields

    @property
    def kind(self) -> str:
        """The type of error."""
        return self.texts[1] if len(self.texts) > 1 else ""

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The alternative corrections; "" deletes."""
        if len(self.texts) < 3:
            return ("",)
        return tuple(["" if each == NONE else each.strip() for each in self.texts[2].split("||")])

    @property
    def is_noop(self) -> bool:
        """Whether the annotation states that nothing needs to change."""
        return self.kind == NOOP or self.offsets == (-1, -1)

    def edit(self, length: int, number: int) -> GoldEdit | None:
        """The edit of a sentence of `length` tokens; None without an edit or if it is out of range."""
        if self.is_noop or self.offsets is None:
            return None
        start, end = self.offsets
        if not (0 <= start <= length and 0 <= end <= length):
            return None
        return GoldEdit(start, end, self.alternatives, number)


class Block(NamedTuple):
    """The lines of a unit, and their parsed content; `words` are the tokens of the source sentence."""

    lines: Sequence[BlockLine]
    words: list[str]
    annotations: Sequence[Annotation]

    @property
    def tokens(self) -> list[M2Token]:
        """The tokens of the source sentence with their places."""
        return tokens_in(self.lines[0].text, 1) if self.words else []

    @property
    def source(self) -> str:
        """The source sentence as printed text."""
        return self.lines[0].text[2:].strip() if self.lines else ""

    def by_annotator(self) -> dict[int, list[GoldEdit]]:
        """Each annotator's edits in file order; without annotations, annotator 0 has no edits."""
        edits: dict[int, list[GoldEdit]] = {}
        for number, annotation in enumerate(self.annotations):
            if annotation.annotator is not None and len(annotation.texts) >= FIELDS:
                mine = edits.setdefault(annotation.annotator, [])
                edit = annotation.edit(len(self.words), number)
                if edit is not None:
                    mine.append(edit)
        return dict(sorted(edits.items())) or {0: []}

    def may_lose(self, annotators: Mapping[int, Sequence[GoldEdit]]) -> bool:
        """Whether a line, or an edit, may be missing from what `by_annotator` has read."""
        count = len(self.annotations)
        read = sum(map(len, annotators.values()))
        if read < count:
            read += sum(each.kind == NOOP and len(each.texts) == FIELDS for each in self.annotations)
        further = len(self.lines) - 1 - count
        return read != count or further > 1 or (further == 1 and bool(self.lines[-1].text.strip()))


def block_of(text: str) -> Block:
    """Parse a unit's text; lines that belong to no sentence are in `lines` only."""
    lines = lines_of(text)
    if not lines or not is_source(lines[0].text):
        return Block(lines, [], ())
    annotations = [annotation_of(line) for line in annotation_lines(lines)]
    return Block(lines, lines[0].text[1:].split(), annotations)


def annotation_lines(lines: Sequence[BlockLine]) -> list[BlockLine]:
    """The annotations of the sentence on the first line: those before an empty line."""
    found = []
    for line in lines[1:]:
        if not line.text.strip():
            break
        if is_annotation(line.text):
            found.append(line)
    return found


def lines_of(text: str) -> list[BlockLine]:
    """The lines of a block."""
    lines, start = [], 0
    for end in LINE_END.finditer(text):
        lines.append(BlockLine(text[start : end.start()], start, end.end()))
        start = end.end()
    if start < len(text):
        lines.append(BlockLine(text[start:], start, len(text)))
    return lines


def is_source(line: str) -> bool:
    """Whether a line gives a source sentence."""
    return line[:1] == "S" and (len(line) == 1 or line[1].isspace())


def is_annotation(line: str) -> bool:
    """Whether a line gives an annotation."""
    return line.startswith("A ")


def annotation_of(line: BlockLine) -> Annotation:
    """Parse the annotation on an `A` line."""
    texts = line.text[2:].split("|||")
    place = _OFFSETS.fullmatch(texts[0])
    offsets = (int(place[1]), int(place[2])) if place else None
    number = _ANNOTATOR.fullmatch(texts[FIELDS - 1]) if len(texts) >= FIELDS else None
    return Annotation(line, texts, offsets, int(number[1]) if number else None)
