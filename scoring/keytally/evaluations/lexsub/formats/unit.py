"""A line as the engine's unit: its scored content, its findings, and what editors show."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.lexsub.formats.line import ParsedLine, counted, line_of
from keytally.evaluations.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Finding
from keytally.tallies.status import Status

if TYPE_CHECKING:
    from keytally.evaluations.lexsub.formats.sentences import Sentence

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


class Entry(NamedTuple):
    """The scored content of a line: its lexelt, its item, and its list unchanged."""

    lexelt: str
    id: str
    list: str


class LineReader(Protocol):
    """The parts of a language that a line needs."""

    @property
    def is_key(self) -> bool:
        """Whether the line is one of a gold standard."""
        ...

    @property
    def is_one_guess(self) -> bool:
        """Whether the whole list of a system is one guess, as in mw."""
        ...

    @property
    def sentences(self) -> "Mapping[str, Sentence]":
        """The sentences of the task's input file, by the item's id."""
        ...

    def judge(self, text: str) -> Sequence[Finding]:
        """The findings of one line by itself."""
        ...


class LexsubUnit(PresentedUnit):
    """A line of a gold standard or a system's output, with its line end.

    `list` is the scored content of the line, None if nothing is scored. `document` is the id of its item,
    even if a misplaced blank or a colon keeps the line from being scored.
    """

    __slots__ = ("_reader", "document", "lexelt", "list", "text")

    def __init__(
        self,
        text: str,
        reader: LineReader,
        document: str | None,
        lexelt: str = "",
        list: str | None = None,
    ) -> None:
        self.text = text
        self._reader = reader
        self.document = document
        self.lexelt = lexelt
        self.list = list

    def read_by(self, reader: LineReader) -> "LexsubUnit":
        """The same line with other parts of a language."""
        return LexsubUnit(self.text, reader, self.document, self.lexelt, self.list)

    @property
    def entry(self) -> Entry | None:
        """The scored content of the line; None for a line that is not scored."""
        if self.list is None or self.document is None:
            return None
        return Entry(self.lexelt, self.document, self.list)

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings that the line alone gives."""
        return self._reader.judge(self.text)

    @property
    def line(self) -> ParsedLine | None:
        """The parts of the line; None for a line without all the parts."""
        return line_of(self.text)

    @property
    def group(self) -> str | None:
        """Adjacent items of one lexelt fold together."""
        line = None if self.lexelt else self.line
        return self.lexelt or (line.lexelt if line else None)

    def pieces(self) -> Iterable[Piece]:
        """Lexelt, id, colons, and the list's substitutes and frequencies."""
        line = self.line
        if line is None:
            return
        kinds = (("lexelt", PieceKind.TYPE), ("id", PieceKind.NUMBER), ("colons", PieceKind.OPERATOR))
        for part, kind in kinds:
            yield Piece(*line.span(part), kind)
        for item in line.items:
            gold = counted(item) if self._reader.is_key else None
            if gold is not None:
                yield Piece(gold.start, gold.end, PieceKind.STRING)
                yield Piece(gold.count_start, gold.count_end, PieceKind.NUMBER)
            elif item.word:
                yield Piece(item.word_start, item.word_end, PieceKind.STRING)

    def outline(self) -> Iterator[Heading]:
        """The item, with its lexelt and its first substitute."""
        line = self.line
        if line is None:
            return
        items = line.items
        detail = items[0].word if items else ""
        name = f"{line.lexelt} {line.id}"
        start, end = line.span("lexelt").start, line.span("list").end
        yield Heading(name, detail, start, end, start, line.span("id").end)

    def note_at(self, place: int) -> Note | None:
        """The sentence of the item, if the task's input file is given."""
        line = self.line
        if line is None or place > line.span("list").end:
            return None
        sentence = self._reader.sentences.get(line.id)
        start, end = line.span("lexelt").start, line.span("id").end
        return Note(start, end, sentence.markdown) if sentence else None

    def proposal(self, mark: Mark) -> Proposal | None:
        """A guess that the gold standard lacks removed, or a word of it added.

        Where the whole list is one guess, a word behind it only changes that guess; an empty list takes one.
        """
        from keytally.evaluations.lexsub.formats.proposals import added, removed

        line = self.line
        if line is None or mark.level is not Level.ITEM:
            return None
        if mark.status is Status.SPURIOUS:
            return removed(line, mark)
        if mark.status is Status.MISSING and mark.partner is not None:
            if self._reader.is_one_guess and line.list.strip():
                return None
            key, start, end = mark.partner
            return added(line, key.text[start:end])
        return None
