"""Read column files: headers, rows of cells, and sentences as units."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, Protocol

from keytally.families.columns.labels import is_label, label_parts, may_mark_token, read_label
from keytally.families.columns.model import OUTSIDE, LabelForm
from keytally.families.contract import ORDINAL, Mark
from keytally.families.presentation import Heading, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Finding
from keytally.text.positions import LINE_END

_HEADER = re.compile(r"(?:#[^\r\n]*(?:\r\n|\n|\r))*?#[ \t]*global\.columns[ \t]*=([^\r\n]*)")
_TOKEN = "FORM"


def token_column(text: str) -> int:
    """Return the token column, counted from 0: the column of FORM in a header before the first cells.

    Without such a header it is the first column, or the second if the first numbers the tokens of each
    sentence. Format of the header: https://universaldependencies.org/ext-format.html
    """
    found = _HEADER.match(text)
    names = found[1].split() if found else []
    return names.index(_TOKEN) if _TOKEN in names else int(_has_numbers(text))


_NUMBERED_LINES = 200
"""The number of lines that are searched for token numbers."""


def _has_numbers(text: str) -> bool:
    """Return whether the first cells of sentences number their tokens, and a token and a label follow."""
    first: int | None = None
    count, expected = 0, {0, 1}
    for start, end in islice(_complete_lines(text), _NUMBERED_LINES):
        cells = cells_in(text, start, end)
        number = cells[0].text if cells else ""
        if not number:
            expected = expected if first is None else expected | {first}
        elif number[0] != "#" and number != DOCUMENT_START and not _NO_WORD.fullmatch(number):
            if len(cells) < 3 or number not in map(str, expected):
                return False
            first = int(number) if first is None else first
            expected, count = {int(number) + 1}, count + 1
    return count > 1


def _complete_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of lines that have a line end, because the last line of a partial text may be
    incomplete.
    """
    start = 0
    for found in LINE_END.finditer(text):
        yield start, found.start()
        start = found.end()


DOCUMENT_START = "-DOCSTART-"

KEPT = 64
"""The number of units whose lines are cached: the presentation of a unit requests them several times."""

_NO_WORD = re.compile(r"\d+[-.]\d+")
_CELL = re.compile(r"[^ \t]+")
_TAB_CELL = re.compile(r"[^\t]+")


class Cell(NamedTuple):
    """A cell and its place in the unit."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """A line with a token: its cells, and its range without the line end."""

    cells: tuple[Cell, ...]
    start: int
    end: int

    def cell(self, column: int) -> Cell | None:
        """Return the cell in a column, counted from 0 or, if negative, from the end.

        The result is None for the first column, which contains the token, and for a column that the line
        lacks.

        A line with a single cell contains a token and no label.
        """
        at = column if column >= 0 else len(self.cells) + column
        return self.cells[at] if 0 < at < len(self.cells) else None

    def token(self, column: int) -> Cell:
        """Return the token's cell; the first cell if `column` is the last column or is missing."""
        return self.cells[column if column < len(self.cells) - 1 else 0]


class Lines(NamedTuple):
    """The lines of a unit by kind; all except rows are ranges without line ends.

    `passed` contains lines whose cells are not words of the text: multiword ranges and empty nodes.
    """

    rows: tuple[Row, ...]
    comments: tuple[tuple[int, int], ...]
    parting: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...] = ()


@lru_cache(KEPT)
def lines_of(
    text: str, *, all_tokens: bool = False, numbered: bool = False, form: LabelForm = LabelForm.PREFIX
) -> Lines:
    """Return the lines of a unit; with `all_tokens`, a line that begins a document is an ordinary row.

    A line with a tab is split at tabs, any other at spaces. A line that begins with `#` and a space, or is
    `#` alone, is a comment. Such a line is a row instead if it has as many cells as the rows of its sentence
    and a label in the last cell. In `numbered` rows, as in CoNLL-U Plus, `3-4` and `8.1` are not words.
    """
    rows: list[Row] = []
    comments, parting, passed = [], [], []
    lines = [(start, end) for start, end in _ranges(text) if start < end]
    width = _width(text, lines)
    for start, end in lines:
        cells = cells_in(text, start, end)
        if not cells:
            continue
        if cells[0].text == DOCUMENT_START and not all_tokens:
            parting.append((start, end))
        elif _is_comment(cells, width, form):
            comments.append((start, end))
        elif numbered and _NO_WORD.fullmatch(cells[0].text):
            passed.append((start, end))
        else:
            rows.append(Row(cells, start, end))
    return Lines(tuple(rows), tuple(comments), tuple(parting), tuple(passed))


@lru_cache(KEPT)
def _plain_labels(text: str) -> tuple[Cell, ...]:
    """Return the labels of a plain unit."""
    return tuple([Cell(found[1], *found.span(1)) for found in _PLAIN_LABEL.finditer(text)])


def cells_in(text: str, start: int, end: int) -> tuple[Cell, ...]:
    """Return the cells of the line from `start` to `end`."""
    if text.find("\t", start, end) < 0:
        return tuple(
            [Cell(found[0], found.start(), found.end()) for found in _CELL.finditer(text, start, end)]
        )
    found = (_stripped(each[0], each.start()) for each in _TAB_CELL.finditer(text, start, end))
    return tuple([cell for cell in found if cell.text])


def _stripped(text: str, start: int) -> Cell:
    left = len(text) - len(text.lstrip(" "))
    bare = text.strip(" ")
    return Cell(bare, start + left, start + left + len(bare))


def _ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of all lines without their line ends."""
    ranges, start = [], 0
    for end in LINE_END.finditer(text):
        ranges.append((start, end.start()))
        start = end.end()
    ranges.append((start, len(text)))
    return ranges


def _width(text: str, lines: list[tuple[int, int]]) -> int:
    """Return the number of cells in the first line that does not look like a comment; 0 if there is none."""
    for start, end in lines:
        if text[start] != "#":
            cells = cells_in(text, start, end)
            if cells and cells[0].text != DOCUMENT_START:
                return len(cells)
    return 0


def _is_comment(cells: tuple[Cell, ...], width: int, form: LabelForm) -> bool:
    if cells[0].text[0] != "#" or (len(cells[0].text) > 1 and cells[0].text[1] != " "):
        return False
    return len(cells) < 2 or len(cells) != width or not may_mark_token(cells[-1].text, form)


LAST = -1

_PLAIN = re.compile(r"\n*(?:[^\t\n\r# ]+[\t ][^\t\n\r# ]+(?:\n+|\Z))*")
_PLAIN_TOKEN = re.compile(r"^[^\t \n]+", re.M)
_PLAIN_LABEL = re.compile(r"[\t ]([^\n]+)")
_LONGEST = 60


class Judge(Protocol):
    """The rules of a sentence's language."""

    def findings_of(self, unit: "SentenceUnit") -> tuple[Finding, ...]:
        """Return the findings that need only the sentence."""
        ...

    def proposal_of(self, unit: "SentenceUnit", mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's annotation at a mark of a sentence."""
        ...


class CellForms(NamedTuple):
    """The token column, which is not 0 if a column of token numbers precedes it, as in CoNLL-U Plus, and
    the form of labels.
    """

    token: int = 0
    form: LabelForm = LabelForm.PREFIX


USUAL_CELLS = CellForms()


class SentenceUnit(PresentedUnit):
    """A sentence with its labels in one column; `column` is counted from 0, or from the end if negative.

    With `all_tokens`, a line that begins a document is an ordinary token, as in the reference programs.
    """

    __slots__ = (
        "_all_tokens",
        "_findings",
        "_judge",
        "_labels",
        "_plain",
        "_read",
        "column",
        "document",
        "form",
        "text",
        "token",
    )

    def __init__(
        self,
        text: str,
        column: int = LAST,
        judge: Judge | None = None,
        *,
        all_tokens: bool = False,
        cells: CellForms = USUAL_CELLS,
    ) -> None:
        self.text = text
        self.token, self.form = cells
        self.column = column
        self._all_tokens = all_tokens
        self._judge = judge
        self._findings: tuple[Finding, ...] | None = None
        self._labels: tuple[str, ...] | None = None
        self._read: tuple[str, ...] | None = None
        self._plain: bool | None = None
        self.document = ORDINAL if self.written_labels() else None

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only the sentence, in order of their kinds."""
        if self._findings is None:
            self._findings = self._judge.findings_of(self) if self._judge else ()
        return self._findings

    def lines(self) -> Lines:
        """Return the lines of the unit by kind."""
        return lines_of(self.text, all_tokens=self._all_tokens, numbered=self.token > 0, form=self.form)

    def labels(self) -> tuple[str, ...]:
        """Return the label of each token as a prefix and a type, whatever its form in the file."""
        if self.form is LabelForm.PREFIX:
            return self.written_labels()
        if self._read is None:
            self._read = tuple([read_label(text, self.form) for text in self.written_labels()])
        return self._read

    def written_labels(self) -> tuple[str, ...]:
        """Return the label of each token as written; `O` for a token without a label."""
        if self._labels is None:
            is_plain = self._is_plain()
            self._labels = tuple(_PLAIN_LABEL.findall(self.text) if is_plain else self._label_texts())
        return self._labels

    def tokens(self) -> Sequence[str]:
        """Return the tokens, one for each row."""
        if self._is_plain():
            return _PLAIN_TOKEN.findall(self.text)
        return [row.token(self.token).text for row in self.lines().rows]

    @property
    def may_lose(self) -> bool:
        """Return whether labels may be invalid or missing, or lines may have different numbers of cells."""
        return not self._is_plain() or not all(
            is_label(text, self.form) for text in set(self.written_labels())
        )

    @property
    def separator(self) -> str:
        """Return the separator to insert between the last cell of a line and a new label."""
        return "\t" if "\t" in self.text else " "

    def with_text(self, text: str) -> "SentenceUnit":
        """Return a unit with another text that is read with the same settings."""
        return SentenceUnit(
            text,
            self.column,
            self._judge,
            all_tokens=self._all_tokens,
            cells=CellForms(self.token, self.form),
        )

    def label_cell(self, number: int) -> Cell:
        """Return the cell of a token's label; if the label is missing, an empty cell at the end of the
        line.
        """
        if self._is_plain():
            return _plain_labels(self.text)[number]
        row = self.lines().rows[number]
        return row.cell(self.column) or Cell("", row.end, row.end)

    def place_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the labels of the tokens from `start` to `end`.

        The result is an empty range after the previous label if the range contains no tokens.
        """
        count = len(self.written_labels())
        if start >= count:
            place = self.label_cell(count - 1).end if count else 0
            return place, place
        return self.label_cell(start).start, self.label_cell(min(end, count) - 1).end

    def tokens_at(self, start: int, end: int) -> tuple[int, int]:
        """Return the tokens whose lines a range of the unit touches, as a range that excludes its end."""
        rows = self.lines().rows
        first = bisect_left(rows, start, key=lambda row: row.end)
        return first, max(first, bisect_right(rows, end, key=lambda row: row.start))

    @property
    def group(self) -> str | None:
        """Return None, because each sentence folds separately."""
        return None

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the range of the sentence's rows."""
        rows = self.lines().rows
        return [(rows[0].start, rows[-1].end)] if len(rows) > 1 else []

    def pieces(self) -> Iterator[Piece]:
        """Yield comments and the labels of entities, with the prefix in a different colour from the type."""
        lines = self.lines()
        ranges = [(start, end, None) for start, end in (*lines.comments, *lines.parting, *lines.passed)]
        labels = [(cell.start, cell.end, cell) for cell in map(self.label_cell, range(len(lines.rows)))]
        for start, end, cell in sorted([*ranges, *labels], key=lambda each: each[0]):
            if cell is None:
                yield Piece(start, end, PieceKind.COMMENT)
            elif parts := label_parts(cell.text, self.form):
                kinds = ((PieceKind.KEYWORD, parts.letter), (PieceKind.TYPE, parts.type))
                places = [(*place, kind) for kind, place in kinds if place]
                for first, last, kind in sorted(places):
                    yield Piece(start + first, start + last, kind)

    def outline(self) -> Iterable[Heading]:
        """Return a heading with the first words of the sentence and the number of its tokens."""
        rows = self.lines().rows
        if not rows:
            return ()
        words = " ".join(self.tokens())
        name = words if len(words) <= _LONGEST else words[: _LONGEST - 1].rstrip() + "…"
        return (Heading(name, f"{len(rows)}", rows[0].start, rows[-1].end, rows[0].start, rows[0].end),)

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that replaces the response's entity with the key's."""
        return self._judge.proposal_of(self, mark) if self._judge else None

    def _label_texts(self) -> Iterator[str]:
        for row in self.lines().rows:
            cell = row.cell(self.column)
            yield cell.text if cell is not None else OUTSIDE

    def _is_plain(self) -> bool:
        """Return whether each line has exactly two cells, separated by one character, and the second is
        the label.
        """
        if self._plain is None:
            self._plain = (
                self.column == LAST
                and not self.token
                and _PLAIN.fullmatch(self.text) is not None
                and DOCUMENT_START not in self.text
            )
        return self._plain
