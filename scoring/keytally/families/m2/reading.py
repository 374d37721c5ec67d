"""Read gold files and system output: edits, tokens, gold blocks, sentences, and units."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from keytally.families.contract import ORDINAL, Mark
from keytally.families.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Edit, Finding
from keytally.measures.ratios import f_measure
from keytally.tallies.status import Status
from keytally.text.positions import LINE_END
from keytally.text.rendering import markdown_code, markdown_prose, quantity


class GoldEdit(NamedTuple):
    """A gold edit: source tokens from `start` to `end`, and the alternatives that may replace them.

    `line` is the annotation's number within its sentence, for reports and marks.
    """

    start: int
    end: int
    alternatives: tuple[str, ...]
    line: int = 0

    @property
    def is_insertion(self) -> bool:
        """Return whether the edit only inserts tokens."""
        return self.start == self.end


class SystemEdit(NamedTuple):
    """A system's edit, which replaces source tokens `start` to `end` with output tokens `first` to `last`.

    `gold` is the gold edit that it matches; None for a spurious edit.
    """

    start: int
    end: int
    first: int
    last: int
    gold: GoldEdit | None = None


class EditCounts(NamedTuple):
    """The numbers of correct, proposed and gold edits."""

    correct: int
    proposed: int
    gold: int

    def plus(self, other: "EditCounts") -> "EditCounts":
        """Return the sum."""
        return EditCounts(
            self.correct + other.correct, self.proposed + other.proposed, self.gold + other.gold
        )

    def minus(self, other: "EditCounts") -> "EditCounts":
        """Return the difference."""
        return EditCounts(
            self.correct - other.correct, self.proposed - other.proposed, self.gold - other.gold
        )

    @property
    def precision(self) -> float:
        """Return correct / proposed; 1 if nothing is proposed."""
        return self.correct / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        """Return correct / gold; 1 if there are no gold edits."""
        return self.correct / self.gold if self.gold else 1.0

    def f(self, beta: float) -> float:
        """Return F of precision and recall as in the totals; 0 if both are 0."""
        return f_measure(self.precision, self.recall, beta)

    def f_of_counts(self, beta: float) -> float:
        """Return F computed from the counts, which is used to choose annotators; 1 if there are no edits."""
        weight = beta * beta
        divisor = weight * self.gold + self.proposed
        return (1 + weight) * float(self.correct) / divisor if divisor else float(not self.correct)


NOTHING = EditCounts(0, 0, 0)


_PLACE = itemgetter(0, 1)


def without_duplicates(edits: Iterable[GoldEdit]) -> list[GoldEdit]:
    """Return the edits without repetitions, sorted by range; edits with the same range stay in order."""
    first: dict[tuple[int, int, tuple[str, ...]], GoldEdit] = {}
    for edit in edits:
        first.setdefault(edit[:3], edit)
    return sorted(first.values(), key=_PLACE) if len(first) > 1 else [*first.values()]


def is_whitespace_or_case(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether two token sequences differ only in whitespace and case."""
    return "".join(before).lower() == "".join(after).lower()


_TOKEN = re.compile(r"\S+")


class M2Token(NamedTuple):
    """A token and its place in its unit."""

    text: str
    start: int
    end: int


def tokens_in(text: str, start: int = 0, end: int | None = None) -> list[M2Token]:
    """Return the tokens of `text` from `start` to `end`, split at whitespace, which includes U+00A0."""
    found = _TOKEN.finditer(text, start, len(text) if end is None else end)
    return [M2Token(match[0], match.start(), match.end()) for match in found]


def gap(tokens: list[M2Token], number: int, otherwise: int) -> int:
    """Return the place of an insertion before token `number`: after the previous token."""
    if number:
        return tokens[number - 1].end
    return tokens[0].start if tokens else otherwise


def stretch(tokens: list[M2Token], first: int, last: int, otherwise: int) -> tuple[int, int]:
    """Return the range of the tokens from `first` to `last`; an empty range if there are none."""
    if first < last:
        return tokens[first].start, tokens[last - 1].end
    place = gap(tokens, first, otherwise)
    return place, place


# A block of a gold file: a source sentence and the annotators' edits of it.
#
# S The cat sat at mat .
# A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
# A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0
#
# An `S` line starts a block, an empty line ends its annotations. `|||` separates the six fields of
# a line, `||` the alternatives of a correction; `-NONE-` and an empty correction both mean a deletion.
# Offsets count tokens. The type `noop` or the offsets -1 -1 state that an annotator changes nothing.


FIELDS = 6
NONE = "-NONE-"
NOOP = "noop"

_OFFSETS = re.compile(r"\s*([+-]?\d{1,9})\s+([+-]?\d{1,9})(?:\s.*)?", re.S)
_TARGET = re.compile(r"T[0-9]+-A[0-9]+(?:[ \t]|$)")
_ANNOTATOR = re.compile(r"\s*(\d{1,9})\s*")


class BlockLine(NamedTuple):
    """A line of a block without its line end; `next` is the start of the next line."""

    text: str
    start: int
    next: int

    @property
    def end(self) -> int:
        """Return the offset of the end of the text."""
        return self.start + len(self.text)


class Field(NamedTuple):
    """A field of an annotation."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return the offset of the end of the field."""
        return self.start + len(self.text)


class AnnotationLine(NamedTuple):
    """An `A` line: the texts of its fields and their parsed values, which are None if invalid."""

    line: BlockLine
    texts: Sequence[str]
    offsets: tuple[int, int] | None
    """The offsets of the replaced source tokens, as written."""

    annotator: int | None

    @property
    def fields(self) -> list[Field]:
        """Return the fields with their places."""
        fields, start = [], self.line.start + 2
        for text in self.texts:
            fields.append(Field(text, start))
            start += len(text) + 3
        return fields

    @property
    def kind(self) -> str:
        """Return the error type."""
        return self.texts[1] if len(self.texts) > 1 else ""

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Return the alternative corrections; "" deletes the tokens."""
        if len(self.texts) < 3:
            return ("",)
        return tuple(["" if each == NONE else each.strip() for each in self.texts[2].split("||")])

    @property
    def is_noop(self) -> bool:
        """Return whether the annotation states that nothing needs to change."""
        return self.kind == NOOP or self.offsets == (-1, -1)

    def edit(self, length: int, number: int) -> GoldEdit | None:
        """Return the edit for a sentence of `length` tokens; None if there is no edit or it is out of
        range.
        """
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
    annotations: Sequence[AnnotationLine]

    @property
    def tokens(self) -> list[M2Token]:
        """Return the tokens of the source sentence with their places."""
        return tokens_in(self.lines[0].text, 1) if self.words else []

    @property
    def source(self) -> str:
        """Return the source sentence as printed text."""
        return self.lines[0].text[2:].strip() if self.lines else ""

    def by_annotator(self) -> dict[int, list[GoldEdit]]:
        """Return each annotator's edits in file order; without annotations, annotator 0 has no edits."""
        edits: dict[int, list[GoldEdit]] = {}
        for number, annotation in enumerate(self.annotations):
            if annotation.annotator is not None and len(annotation.texts) >= FIELDS:
                mine = edits.setdefault(annotation.annotator, [])
                edit = annotation.edit(len(self.words), number)
                if edit is not None:
                    mine.append(edit)
        return dict(sorted(edits.items())) or {0: []}

    def may_lose(self, annotators: Mapping[int, Sequence[GoldEdit]]) -> bool:
        """Return whether a line or an edit may be missing from `by_annotator`."""
        count = len(self.annotations)
        read = sum(map(len, annotators.values()))
        if read < count:
            read += sum(
                annotation.kind == NOOP and len(annotation.texts) == FIELDS for annotation in self.annotations
            )
        further = len(self.lines) - 1 - count
        return read != count or further > 1 or (further == 1 and bool(self.lines[-1].text.strip()))


def block_of(text: str) -> Block:
    """Parse a unit's text; lines that do not belong to a sentence are only in `lines`."""
    lines = lines_of(text)
    if not lines or not is_source(lines[0].text):
        return Block(lines, [], ())
    annotations = [annotation_of(line) for line in annotation_lines(lines)]
    return Block(lines, lines[0].text[1:].split(), annotations)


def annotation_lines(lines: Sequence[BlockLine]) -> list[BlockLine]:
    """Return the annotations of the sentence on the first line, up to an empty line."""
    found = []
    for line in lines[1:]:
        if not line.text.strip():
            break
        if is_annotation(line.text):
            found.append(line)
    return found


def lines_of(text: str) -> list[BlockLine]:
    """Return the lines of a block."""
    lines, start = [], 0
    for end in LINE_END.finditer(text):
        lines.append(BlockLine(text[start : end.start()], start, end.end()))
        start = end.end()
    if start < len(text):
        lines.append(BlockLine(text[start:], start, len(text)))
    return lines


def is_source(line: str) -> bool:
    """Return whether a line contains a source sentence."""
    return line[:1] == "S" and (len(line) == 1 or line[1].isspace())


def is_annotation(line: str) -> bool:
    """Return whether a line contains an annotation."""
    return line.startswith("A ")


def is_skipped(line: str) -> bool:
    """Return whether a line is ignored in scoring: an input (`I`) or a corrected sentence (`T0-A0`)."""
    return line.startswith("I ") or _TARGET.match(line) is not None


def annotation_of(line: BlockLine) -> AnnotationLine:
    """Parse the annotation on an `A` line."""
    texts = line.text[2:].split("|||")
    place = _OFFSETS.fullmatch(texts[0])
    offsets = (int(place[1]), int(place[2])) if place else None
    number = _ANNOTATOR.fullmatch(texts[FIELDS - 1]) if len(texts) >= FIELDS else None
    return AnnotationLine(line, texts, offsets, int(number[1]) if number else None)


LONGEST = 60


def shortened(text: str) -> str:
    """Return a text, shortened for an outline."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def replaced(before: Sequence[str], after: Sequence[str]) -> str:
    """Return a correction such as `at → on`; ε marks the empty side of an insertion or deletion."""
    return f"{' '.join(before) or 'ε'} → {' '.join(after) or 'ε'}"


def wording(block: Block, annotation: AnnotationLine) -> str:
    """Return the correction of an annotation with its type: `at → on (Prep)`."""
    start, end = annotation.offsets or (0, 0)
    choices = " or ".join(alternative or "ε" for alternative in annotation.alternatives)
    return f"{replaced(block.words[start:end], choices.split())} ({annotation.kind})"


def described(block: Block, annotation: AnnotationLine) -> str:
    """Return the correction of an annotation in Markdown, such as `at → on` Prep, annotator 0."""
    return _in_words(block, annotation, markdown_code, markdown_prose)


def titled(block: Block, annotation: AnnotationLine) -> str:
    """Return the correction of an annotation as plain text."""
    return _in_words(block, annotation, str, str)


def _in_words(
    block: Block, annotation: AnnotationLine, as_code: Callable[[str], str], as_prose: Callable[[str], str]
) -> str:
    annotator = "" if annotation.annotator is None else f", annotator {annotation.annotator}"
    if annotation.is_noop:
        return f"nothing to change{annotator}"
    if annotation.offsets is None:
        return f"an edit without offsets{annotator}"
    start, end = annotation.offsets
    before = block.words[max(start, 0) : max(end, 0)]
    choices = " or ".join(alternative or "ε" for alternative in annotation.alternatives)
    return f"{as_code(replaced(before, choices.split()))} {as_prose(annotation.kind)}{annotator}"


def propose_undo(text: str, mark: Mark, source: str) -> Proposal:
    """Return a proposal that restores the source tokens of a spurious edit."""
    return Proposal(f"Undo {mark.subject}", _written(text, mark.start, mark.end, source), drops=True)


def propose_correction(
    text: str, tokens: Sequence[M2Token], mark: Mark, block: Block, line: int
) -> Proposal | None:
    """Return a proposal that applies the first correction of a missing annotation, whose line starts at the
    offset `line` of the block.

    The result is None if the sentence differs from the source there.
    """
    annotation = next((each for each in block.annotations if each.line.start == line), None)
    if annotation is None or annotation.offsets is None:
        return None
    start, end = annotation.offsets
    first = sum(token.end <= mark.start for token in tokens)
    last = first + end - start
    if [token.text for token in tokens[first:last]] != block.words[start:end]:
        return None
    place = stretch(list(tokens), first, last, 0)
    return Proposal(f"Make {mark.subject}", _written(text, *place, annotation.alternatives[0]))


def _written(text: str, start: int, end: int, wanted: str) -> Edit:
    """Return the edit that writes tokens at a place, separated from adjacent tokens by one space."""
    before, behind = text[:start].rstrip(" "), text[end:].lstrip(" ")
    has_left, has_right = bool(before), bool(behind.strip())
    if wanted and start < end:
        return Edit(start, end, wanted)
    if wanted:
        return Edit(start, end, f" {wanted}" if has_left else f"{wanted} " if has_right else wanted)
    return Edit(len(before), end, "") if has_left else Edit(start, len(text) - len(behind), "")


_NUMBER = re.compile(r"[+-]?\d+(?:[.,:/-]\d+)*%?")
_PUNCTUATION = re.compile(r"[^\w\s]+")
_SENTENCES = "sentences"

_FIELD_KINDS = (
    PieceKind.NUMBER,
    PieceKind.TYPE,
    PieceKind.STRING,
    PieceKind.COMMENT,
    PieceKind.COMMENT,
    PieceKind.MACRO,
)


Judge = Callable[["GoldUnit"], Sequence[Finding]]
Propose = Callable[["GoldUnit", Mark], Proposal | None]


class GoldUnit(PresentedUnit):
    """A source sentence with its annotations, or the text before the first source sentence.

    Its parts are parsed on demand, because caching them would take more memory than the file. `may_lose` is
    set during scoring if an annotation may have been skipped.
    """

    __slots__ = ("_found", "_judge", "_propose", "document", "may_lose", "text")

    def __init__(self, text: str, judge: Judge | None = None, propose: Propose | None = None) -> None:
        self.text = text
        self._judge = judge
        self._propose = propose
        self._found: Sequence[Finding] | None = None
        self.document = ORDINAL if is_source(text[:2]) else None
        self.may_lose = self.document is None

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings in the block, computed on first use."""
        if self._found is None:
            self._found = () if self._judge is None else self._judge(self)
        return self._found

    def block(self) -> Block:
        """Return the parsed text of the unit."""
        return block_of(self.text)

    def source_words(self) -> list[str]:
        """Return the source sentence's tokens."""
        return LINE_END.split(self.text, maxsplit=1)[0][1:].split()

    def pieces(self) -> Iterator[Piece]:
        """Yield the letters at the start of lines, and the fields of annotations."""
        block = self.block()
        if self.document is not None:
            yield Piece(0, 1, PieceKind.KEYWORD)
        for annotation in block.annotations:
            start = annotation.line.start
            yield Piece(start, start + 1, PieceKind.KEYWORD)
            for field, kind in zip(annotation.fields, _FIELD_KINDS, strict=False):
                if field.text:
                    yield Piece(field.start, field.end, kind)

    def outline(self) -> Iterable[Heading]:
        """Return a heading for the sentence, with its edits below it."""
        if self.document is None:
            return ()
        block = self.block()
        edits = tuple(_heading(block, annotation) for annotation in block.annotations)
        count = sum(not annotation.is_noop for annotation in block.annotations)
        detail = quantity(count, "edit")
        end = _last_line(block).end
        return (Heading(shortened(block.source) or "(empty)", detail, 0, end, 0, block.lines[0].end, edits),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the range of the annotations, which fold under their sentence."""
        block = self.block()
        return ((0, _last_line(block).end),) if block.annotations else ()

    def note_at(self, place: int) -> Note | None:
        """Return a note on the edits that touch a token, or on the content of an annotation."""
        block = self.block()
        for annotation in block.annotations:
            if annotation.line.start <= place < annotation.line.next:
                return Note(annotation.line.start, annotation.line.end, described(block, annotation))
        return self._note_on_token(block, place)

    def _note_on_token(self, block: Block, place: int) -> Note | None:
        for number, token in enumerate(block.tokens):
            if token.start <= place <= token.end:
                touching = [annotation for annotation in block.annotations if _touches(annotation, number)]
                lines = [f"* {described(block, each)}" for each in touching]
                return Note(token.start, token.end, "\n".join([f"token {number}", "", *lines]).rstrip())
        return None

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return the edit that makes a marked edit as in the key; None in a key."""
        return self._propose(self, mark) if self._propose else None

    def place_of(self, tokens: list[M2Token], start: int, end: int) -> tuple[int, int]:
        """Return the place of source tokens on the `S` line."""
        return stretch(tokens, start, end, min(2, len(self.text)))


class SentenceUnit(PresentedUnit):
    """A line of system output: a sentence of tokens separated by spaces."""

    __slots__ = ("document", "findings", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.findings: Sequence[Finding] = ()
        self.document = ORDINAL if text else None

    def tokens(self) -> list[M2Token]:
        """Return the sentence's tokens."""
        return tokens_in(self.text)

    @property
    def group(self) -> str | None:
        """Return the group of sentences that fold together, which ends at an empty line."""
        return _SENTENCES if self.text.strip() else None

    def pieces(self) -> Iterator[Piece]:
        """Yield the tokens that are numbers or punctuation; words have no colour."""
        for token in self.tokens():
            if _NUMBER.fullmatch(token.text):
                yield Piece(token.start, token.end, PieceKind.NUMBER)
            elif _PUNCTUATION.fullmatch(token.text):
                yield Piece(token.start, token.end, PieceKind.OPERATOR)

    def outline(self) -> Iterable[Heading]:
        """Return a heading with the first words and the number of tokens of the sentence."""
        if self.document is None:
            return ()
        end = len(self.text.rstrip("\r\n"))
        detail = quantity(len(self.tokens()), "token")
        return (Heading(shortened(self.text.strip()) or "(empty)", detail, 0, end, 0, end),)

    def note_at(self, place: int) -> Note | None:
        """Return a note with the number of a token, as used in offsets."""
        for number, token in enumerate(self.tokens()):
            if token.start <= place <= token.end:
                return Note(token.start, token.end, f"token {number}")
        return None

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that undoes a spurious edit or applies a missing edit."""
        if mark.partner is None:
            return None
        gold, start, end = mark.partner
        if mark.status is Status.SPURIOUS:
            return propose_undo(self.text, mark, gold.text[start:end])
        if mark.status is Status.MISSING:
            return propose_correction(self.text, self.tokens(), mark, gold.block(), start)
        return None

    def place_of(self, tokens: list[M2Token], first: int, last: int) -> tuple[int, int]:
        """Return the place of tokens in the line."""
        return stretch(tokens, first, last, 0)


def _heading(block: Block, annotation: AnnotationLine) -> Heading:
    line = annotation.line
    kind = annotation.kind if len(annotation.texts) >= FIELDS else "?"
    name = titled(block, annotation)
    return Heading(name, kind, line.start, line.end, line.start, line.end)


def _last_line(block: Block) -> BlockLine:
    return block.annotations[-1].line if block.annotations else block.lines[0]


def _touches(annotation: AnnotationLine, number: int) -> bool:
    if annotation.is_noop or annotation.offsets is None:
        return False
    start, end = annotation.offsets
    return start <= number < end or start == end in (number, number + 1)
