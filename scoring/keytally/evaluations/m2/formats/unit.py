"""Units of the two kinds of files: blocks of gold, lines of system output."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from keytally.evaluations.interface import ORDINAL, Mark
from keytally.evaluations.m2.formats.gold import FIELDS, Annotation, Block, BlockLine, block_of, is_source
from keytally.evaluations.m2.formats.proposals import made, taken_back
from keytally.evaluations.m2.formats.tokens import M2Token, stretch, tokens_in
from keytally.evaluations.m2.formats.wording import described, shortened, titled
from keytally.evaluations.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Finding
from keytally.tallies.status import Status
from keytally.text.lines import LINE_END
from keytally.text.plural import quantity

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


class GoldUnit(PresentedUnit):
    """A source sentence with its annotations, or the text before the first one.

    Its parts are parsed on demand: cached, they would take more memory than the file. `may_lose` is set once
    the sentence is scored: whether an annotation may have been left out.
    """

    __slots__ = ("_found", "_judge", "document", "may_lose", "text")

    def __init__(self, text: str, judge: Judge | None = None) -> None:
        self.text = text
        self._judge = judge
        self._found: Sequence[Finding] | None = None
        self.document = ORDINAL if is_source(text[:2]) else None
        self.may_lose = self.document is None

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings in the block, computed on first use."""
        if self._found is None:
            self._found = () if self._judge is None else self._judge(self)
        return self._found

    def block(self) -> Block:
        """The parsed text of the unit."""
        return block_of(self.text)

    def source_words(self) -> list[str]:
        """The source sentence's tokens."""
        return LINE_END.split(self.text, maxsplit=1)[0][1:].split()

    def pieces(self) -> Iterator[Piece]:
        """The letters at the start of lines, and the fields of annotations."""
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
        """The sentence, and its edits below it."""
        if self.document is None:
            return ()
        block = self.block()
        edits = tuple(_heading(block, annotation) for annotation in block.annotations)
        count = sum(not annotation.is_noop for annotation in block.annotations)
        detail = quantity(count, "edit")
        end = _last_line(block).end
        return (Heading(shortened(block.source) or "(empty)", detail, 0, end, 0, block.lines[0].end, edits),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """The annotations below their sentence."""
        block = self.block()
        return ((0, _last_line(block).end),) if block.annotations else ()

    def note_at(self, place: int) -> Note | None:
        """The edits that touch a token, or the content of an annotation."""
        block = self.block()
        for annotation in block.annotations:
            if annotation.line.start <= place < annotation.line.next:
                return Note(annotation.line.start, annotation.line.end, described(block, annotation))
        return self._note_on_token(block, place)

    def _note_on_token(self, block: Block, place: int) -> Note | None:
        for number, token in enumerate(block.tokens):
            if token.start <= place <= token.end:
                touching = [each for each in block.annotations if _touches(each, number)]
                lines = [f"* {described(block, each)}" for each in touching]
                return Note(token.start, token.end, "\n".join([f"token {number}", "", *lines]).rstrip())
        return None

    def place_of(self, tokens: list[M2Token], start: int, end: int) -> tuple[int, int]:
        """The place of source tokens on the `S` line."""
        return stretch(tokens, start, end, min(2, len(self.text)))


class SentenceUnit(PresentedUnit):
    """A line of system output: a sentence, with tokens separated by blanks."""

    __slots__ = ("document", "findings", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.findings: Sequence[Finding] = ()
        self.document = ORDINAL if text else None

    def tokens(self) -> list[M2Token]:
        """The sentence's tokens."""
        return tokens_in(self.text)

    @property
    def group(self) -> str | None:
        """Sentences fold together up to an empty line."""
        return _SENTENCES if self.text.strip() else None

    def pieces(self) -> Iterator[Piece]:
        """The tokens that are numbers or punctuation; words have no colour."""
        for token in self.tokens():
            if _NUMBER.fullmatch(token.text):
                yield Piece(token.start, token.end, PieceKind.NUMBER)
            elif _PUNCTUATION.fullmatch(token.text):
                yield Piece(token.start, token.end, PieceKind.OPERATOR)

    def outline(self) -> Iterable[Heading]:
        """The sentence by its first words, and how many tokens it has."""
        if self.document is None:
            return ()
        end = len(self.text.rstrip("\r\n"))
        detail = quantity(len(self.tokens()), "token")
        return (Heading(shortened(self.text.strip()) or "(empty)", detail, 0, end, 0, end),)

    def note_at(self, place: int) -> Note | None:
        """The number of a token, as offsets count them."""
        for number, token in enumerate(self.tokens()):
            if token.start <= place <= token.end:
                return Note(token.start, token.end, f"token {number}")
        return None

    def proposal(self, mark: Mark) -> Proposal | None:
        """A spurious edit taken back, or a missing one made."""
        if mark.partner is None:
            return None
        gold, start, end = mark.partner
        if mark.status is Status.SPURIOUS:
            return taken_back(self.text, mark, gold.text[start:end])
        if mark.status is Status.MISSING:
            return made(self.text, self.tokens(), mark, gold.block(), start)
        return None

    def place_of(self, tokens: list[M2Token], first: int, last: int) -> tuple[int, int]:
        """The place of tokens in the line."""
        return stretch(tokens, first, last, 0)


def _heading(block: Block, annotation: Annotation) -> Heading:
    line = annotation.line
    kind = annotation.kind if len(annotation.texts) >= FIELDS else "?"
    name = titled(block, annotation)
    return Heading(name, kind, line.start, line.end, line.start, line.end)


def _last_line(block: Block) -> BlockLine:
    return block.annotations[-1].line if block.annotations else block.lines[0]


def _touches(annotation: Annotation, number: int) -> bool:
    if annotation.is_noop or annotation.offsets is None:
        return False
    start, end = annotation.offsets
    return start <= number < end or start == end in (number, number + 1)
