"""Read documents of CoNLL-2012 and CorefUD as units."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from keytally.families.conll.brackets import (
    FIELDS,
    NONE,
    WORD_STEP,
    ChainBuilder,
    StretchBuilder,
    cell_brackets,
    entity_brackets,
    entity_field,
)
from keytally.families.conll.lines import (
    BEGIN,
    END,
    ENTITY_FIELDS,
    NEW_DOCUMENT,
    LazyRows,
    MarkedCell,
    StartedLine,
    has_empty_cells,
    last_place,
    lines_of,
    plain_lines,
    shape_of,
    token_place,
)
from keytally.families.conll.model import (
    Chain,
    Defect,
    DefectKind,
    Document,
    Layout,
    Mention,
    Place,
    Row,
    Zero,
)
from keytally.families.presentation import Heading, Note, Piece, PieceKind, PresentedUnit
from keytally.findings.finding import Finding
from keytally.text.positions import count_line_ends
from keytally.text.rendering import quantity

_ID = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?$")
_RANGE = re.compile(r"[0-9]+-[0-9]+$")
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")
_CELLS = 10
_HEADS = 8
_IN_SENTENCE = 10**9


class _Word(NamedTuple):
    """A row with its word number and sentence number."""

    row: Row
    number: int
    sentence: int


def corefud_document(text: str) -> Document:
    """Return the document with this text. Never fails."""
    words, defects = _words(text)
    numbers = [word.number for word in words]
    fields = fields_in(text)
    builder = StretchBuilder(numbers, lambda number: _zero(words, numbers, number))
    defects += _no_entities(text, fields)
    for at, word in enumerate(words if entity_field(fields) is not None else ()):
        if "Entity=" in word.row.cells[-1]:
            brackets, others = entity_brackets(word.row.cells[-1], word.row.last.start, fields)
            builder.put(at, brackets)
            defects += [
                Defect(DefectKind.NO_BRACKET, other, text[other.start : other.end]) for other in others
            ]
    chains = builder.chains()
    found = sorted([*defects, *builder.defects], key=lambda each: each.place)
    rows = tuple(word.row for word in words)
    return Document(_head(text), rows, chains, tuple(found), Layout.COREFUD, numbers)


def fields_in(text: str) -> Sequence[str]:
    """Return the fields of mentions that a document declares (default: FIELDS)."""
    stated = ENTITY_FIELDS.search(text)
    return [each.strip() for each in stated[1].split("-")] if stated else FIELDS


def _no_entities(text: str, fields: Sequence[str]) -> Iterator[Defect]:
    """Yield a defect if a header declares fields but not the entity field."""
    if entity_field(fields) is None and (stated := ENTITY_FIELDS.search(text)):
        yield Defect(DefectKind.NO_FIELD, Place(*stated.span(1)), stated[1].strip())


def _head(text: str) -> Place:
    """Return the place of the line that begins the document; if there is none, of the first line."""
    first = NEW_DOCUMENT.match(text) or _LINE.match(text)
    return Place(0, first.end(1) if first else 0)


def _words(text: str) -> tuple[list[_Word], list[Defect]]:
    """Return the rows of words in order, and defects; word numbers ascend regardless of the first cells."""
    words: list[_Word] = []
    defects: list[Defect] = []
    sentence, blank = 0, True
    for found in _LINE.finditer(text):
        line = found[1]
        if not line.strip(" \t"):
            blank = True
        if line[:1] in ("", "#") or not line.strip(" \t"):
            continue
        sentence, blank = sentence + blank, False
        cells = tuple(line.split("\t"))
        place = Place(found.start(), found.end(1))
        number = _ID.match(cells[0])
        if len(cells) != _CELLS or not (number or _RANGE.match(cells[0])):
            defects.append(Defect(DefectKind.CELLS, place, str(len(cells))))
        elif number:
            words.append(_word(cells, place, sentence, words))
    return words, defects


def _word(cells: tuple[str, ...], place: Place, sentence: int, before: Sequence[_Word]) -> _Word:
    number = _ID.match(cells[0])
    whole, part = (int(number[1]), int(number[2] or 0)) if number else (0, 0)
    stated = sentence * _IN_SENTENCE + whole * WORD_STEP + part
    last = Place(place.end - len(cells[-1]), place.end)
    row = Row(cells, place.start, last, 1, bool(number and number[2]))
    return _Word(row, max(stated, before[-1].number + 1 if before else 0), sentence)


def _zero(words: Sequence[_Word], numbers: Sequence[int], number: int) -> Zero | None:
    """Return the empty node with this number; None for a word of the text."""
    word = words[bisect_left(numbers, number)]
    if not word.row.empty:
        return None
    heads = (each.partition(":") for each in word.row.cells[_HEADS].split("|") if each != "_")
    return Zero(word.sentence, frozenset((head, relation) for head, _, relation in heads))


UNNAMED = "document without a name"
"""The name of an unnamed document of CorefUD."""

_WORD_LINE = re.compile(r"^[0-9.]+\t", re.M)

KEPT = 16
"""The number of documents that are cached, because each is requested several times when it is shown."""


@dataclass(slots=True)
class _Lines:
    """The lines of a document by kind; `behind` is the first line after the end of the document.

    The lists contain, for each row, its start, its text, the number of its cells, its last cell, and the
    first row of its sentence. The rows of a sentence have the same number of cells, with a cell for each
    predicate at the end. With `has_empty`, a tab at the end of a line precedes an empty last cell.
    """

    starts: list[int]
    texts: list[str]
    widths: list[int]
    cells: list[str]
    firsts: list[int]
    head: Place | None = None
    end: Place | None = None
    behind: Place | None = None
    has_empty: bool = False

    @property
    def rows(self) -> LazyRows:
        """Return the rows."""

        def lines() -> list[StartedLine]:
            return [*zip(self.starts, self.texts, strict=True)]

        return LazyRows(len(self.starts), lines, has_empty=self.has_empty)

    @property
    def marked(self) -> Iterator[MarkedCell]:
        """Yield the last cells that may contain brackets; in rows with an irregular number of cells, only
        those with a parenthesis.
        """
        for row, cell in enumerate(self.cells):
            if cell not in NONE and (self.is_usual(row) or "(" in cell or ")" in cell):
                yield MarkedCell(row, cell, self.place(row).start)

    def is_usual(self, row: int) -> bool:
        """Return whether a row has as many cells as the first row of its sentence."""
        return self.widths[row] == self.widths[self.firsts[row]]

    def place(self, row: int) -> Place:
        """Return the place of the last cell of a row."""
        return last_place(self.starts[row], self.texts[row], self.cells[row])

    def add(self, start: int, line: str, shape: tuple[int, str], *, begins_sentence: bool) -> None:
        """Add a row, given the number of its cells and the last of them."""
        self.firsts.append(self.firsts[-1] if self.firsts and not begins_sentence else len(self.starts))
        self.starts.append(start)
        self.texts.append(line)
        self.widths.append(shape[0])
        self.cells.append(shape[1])


@lru_cache(KEPT)
def document_of(text: str) -> Document:
    """Return the document with this text. Never fails.

    A unit in neither of the two formats has rows but no chains.
    """
    return corefud_document(text) if layout_in(text) is Layout.COREFUD else _conll_document(text)


def layout_in(text: str) -> Layout:
    """Return the format of a unit: CorefUD if it begins with `# newdoc` or declares fields of entities."""
    if NEW_DOCUMENT.match(text):
        return Layout.COREFUD
    is_corefud = not BEGIN.match(text) and ENTITY_FIELDS.search(text) and _WORD_LINE.search(text)
    return Layout.COREFUD if is_corefud else Layout.CONLL


def name_in(text: str) -> str | None:
    """Return the name of the document that the first line begins, such as `(bc/cnn_0000); part 000`; None
    if a CoNLL unit does not begin with such a line.
    """
    if begin := BEGIN.match(text):
        return begin[1].strip(" \t")
    if layout_in(text) is Layout.CONLL:
        return None
    begin = NEW_DOCUMENT.match(text)
    return (begin and begin[1].strip(" \t")) or UNNAMED


def _conll_document(text: str) -> Document:
    plain = plain_lines(text)
    if plain is not None:
        return _with_chains(plain.head, plain.rows, plain.marked, ())
    lines = _lines(text)
    defects = [*_frame(lines), *_widths(lines)]
    return _with_chains(lines.head, lines.rows, lines.marked if lines.head else (), defects)


def _with_chains(
    head: Place | None, rows: LazyRows, marked: Iterable[MarkedCell], odd: Sequence[Defect]
) -> Document:
    """Return the document with the chains of its marked cells."""
    builder = ChainBuilder()
    defects = list(odd)
    for row, cell, start in marked:
        brackets, others = cell_brackets(cell)
        builder.put(row, brackets, start)
        for at, end in others:
            defects.append(Defect(DefectKind.NO_BRACKET, Place(start + at, start + end), cell[at:end]))
    chains = builder.chains()
    defects += builder.defects
    found = sorted(defects, key=lambda each: each.place) if defects and head is not None else defects
    return Document(head, rows, chains, tuple(found))


def _lines(text: str) -> _Lines:
    lines = _Lines([], [], [], [], [], has_empty=has_empty_cells(text))
    behind, parted = 0, True
    for start, line in lines_of(text):
        parted = parted or count_line_ends(text[behind:start]) > 1
        behind = start + len(line)
        if line[0] == "#" and start == 0 and BEGIN.match(line):
            lines.head = Place(start, len(line))
        elif line[0] == "#" and lines.head is not None and lines.end is None and END.match(line):
            lines.end = Place(start, start + len(line))
        elif line[0] == "#" and lines.head is None and lines.starts and END.match(line):
            continue  # The lines before it are not scored, which is reported.
        else:
            width, cell = shape_of(line, has_empty=lines.has_empty)
            if width and lines.end is not None:
                lines.behind = lines.behind or Place(start, start + len(line))
            elif width:
                lines.add(start, line, (width, cell), begins_sentence=parted)
            parted = not width
    return lines


def _frame(lines: _Lines) -> Iterator[Defect]:
    """Yield the defects of the lines that begin and end a document."""
    if lines.head is None and lines.starts:
        yield Defect(DefectKind.NO_BEGIN, Place(lines.starts[0], lines.place(0).end))
    if lines.head is not None and lines.end is None:
        yield Defect(DefectKind.NO_END, lines.head)
    if lines.behind is not None:
        yield Defect(DefectKind.BEHIND_END, lines.behind)


def _widths(lines: _Lines) -> Iterator[Defect]:
    """Yield a defect for each row with a single cell, or with a different number of cells from the rest of
    its sentence.
    """
    if len({*lines.widths}) == 1 and lines.widths[0] > 1:
        return
    for row, width in enumerate(lines.widths):
        if not lines.is_usual(row) or width == 1:
            at = lines.firsts[row]
            place = Place(lines.starts[row], lines.place(row).end)
            first = Place(lines.starts[at], lines.place(at).end)
            yield Defect(DefectKind.CELLS, place, str(width), first, str(lines.widths[at]))


FindingsOf = Callable[["DocumentUnit"], tuple[Finding, ...]]

_LONGEST = 60
_SHOWN = 12
"""The maximum number of mentions shown in a hover."""


class DocumentUnit(PresentedUnit):
    """A document; text before the first document of a file is a unit without a document."""

    __slots__ = ("_findings", "_findings_of", "_may_lose", "document", "text")

    def __init__(self, text: str, findings_of: FindingsOf | None = None) -> None:
        self.text = text
        self.document = name_in(text)
        self._findings_of = findings_of
        self._findings: tuple[Finding, ...] | None = None
        self._may_lose: bool | None = None

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only the document, in text order."""
        if self._findings is None:
            self._findings = self._findings_of(self) if self._findings_of else ()
        return self._findings

    def read(self) -> Document:
        """Return the rows and chains of the document."""
        read = document_of(self.text)
        if self._may_lose is None:
            self._may_lose = _is_odd(read)
        return read

    @property
    def may_lose(self) -> bool:
        """Return whether part of the document might not be scored."""
        if self._may_lose is None:
            self.read()
        return bool(self._may_lose)

    def tokens(self) -> Sequence[str]:
        """Return the tokens of the text, in order."""
        rows = self._text_rows()
        return rows.tokens() if isinstance(rows, LazyRows) else [row.token for row in rows]

    def token_place(self, number: int) -> Place:
        """Return the place of a token, by its number in `tokens`."""
        row = self._text_rows()[number]
        return token_place(row, self.text[row.start : row.last.end])

    def tokens_on(self, lines: Collection[int]) -> set[int]:
        """Return the numbers of the tokens whose lines begin at these offsets."""
        return {at for at, row in enumerate(self._text_rows()) if row.start in lines} if lines else set()

    def missing_place(self, word: int) -> int:
        """Return the offset at which to insert a bracket at a word: the end of the word's row, or of the
        last row.
        """
        read = self.read()
        if not read.rows:
            return len(self.text.rstrip())
        return read.rows[min(read.row_number(word), len(read.rows) - 1)].last.end

    def words_of(self, mention: Mention) -> str:
        """Return the tokens of a mention in quotes, shortened."""
        text = self.text_of(mention)
        return f'"{text}"' if len(text) <= _LONGEST else f'"{text[: _LONGEST - 1].rstrip()}…"'

    def text_of(self, mention: Mention) -> str:
        """Return the tokens of a mention, separated by spaces."""
        read = self.read()
        numbers = (read.row_number(word) for word in mention.words)
        return " ".join(read.rows[number].token for number in numbers if number < len(read.rows))

    def tokens_at(self, words: Sequence[int]) -> list[str] | None:
        """Return the tokens of the words with the given numbers; None if the document lacks one of them."""
        read = self.read()
        numbers = [read.row_number(word) for word in words]
        return [read.rows[number].token for number in numbers] if numbers[-1] < len(read.rows) else None

    def _text_rows(self) -> Sequence[Row]:
        return _with_text(self.read().rows)

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the range of the document as a single fold; nothing if it has no first line or no rows."""
        read = self.read()
        return [(read.head.start, len(self.text.rstrip()))] if read.head and read.rows else []

    def pieces(self) -> Iterator[Piece]:
        """Yield the line that begins the document, and the brackets."""
        read = self.read()
        if read.head is not None:
            yield Piece(*read.head, PieceKind.KEYWORD)
        mentions = [mention for chain in read.chains for mention in chain.mentions]
        for place in sorted({place for each in mentions for place in (each.opening, each.closing)}):
            yield Piece(*place, PieceKind.TYPE)

    def outline(self) -> Iterable[Heading]:
        """Return a heading for the document, with a heading for each chain at its first mention."""
        read = self.read()
        if read.head is None or self.document is None:
            return ()
        chains = tuple(map(self._chain_heading, read.chains))
        return (
            Heading(
                self.document,
                quantity(len(chains), "chain"),
                0,
                len(self.text.rstrip()),
                *read.head,
                children=chains,
            ),
        )

    def note_at(self, place: int) -> Note | None:
        """Return a note that lists the chain of the mention with a bracket at an offset."""
        for chain in self.read().chains:
            for mention in chain.mentions:
                for bracket in (mention.opening, mention.closing):
                    if bracket.start <= place <= bracket.end:
                        return Note(*bracket, self._chain_note(chain, mention))
        return None

    def _chain_heading(self, chain: Chain) -> Heading:
        first = chain.mentions[0]
        name = f"{chain.name}: {self.words_of(first)}"
        start, end = first.opening.start, first.closing.end
        return Heading(name, quantity(len(chain.mentions), "mention"), start, end, *first.opening)

    def _chain_note(self, chain: Chain, asked: Mention) -> str:
        """Return a note with the mentions of a chain around the requested mention."""
        at = chain.mentions.index(asked)
        first = max(0, min(at - _SHOWN // 2, len(chain.mentions) - _SHOWN))
        shown = chain.mentions[first : first + _SHOWN]
        lines = [f"* {self._listed(each, each is asked)}" for each in shown]
        left = len(chain.mentions) - len(shown)
        more = [f"* and {left} more"] if left else []
        head = f"Chain {chain.name}: mention {at + 1} of {len(chain.mentions)}"
        return "\n".join([head, "", *lines, *more])

    def _listed(self, mention: Mention, is_asked: bool) -> str:
        """Return a list item for a mention; the requested mention is bold."""
        text = _plain(self.words_of(mention))
        return f"**{text}**" if is_asked else text


def _with_text(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows without empty nodes; lazy rows come from CoNLL-2012, which has no empty nodes."""
    return rows if isinstance(rows, LazyRows) else [row for row in rows if not row.empty]


def _is_odd(read: Document) -> bool:
    """Return whether a document has a defect, or two mentions with the same words."""
    words = [mention.words for chain in read.chains for mention in chain.mentions]
    return bool(read.defects) or len({*words}) < len(words)


def _plain(text: str) -> str:
    """Return a text with escaped Markdown characters."""
    return "".join(f"\\{each}" if each in "\\`*_[]<>#|~" else each for each in text)
