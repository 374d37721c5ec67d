"""A unit of a file of columns: the blank line before a sentence, and the lines of its tokens."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from keytally.evaluations.columns.formats.labels import is_label, label_of
from keytally.evaluations.columns.formats.rows import DOCUMENT_START, Cell, Lines, lines_of
from keytally.evaluations.columns.model import OUTSIDE
from keytally.evaluations.interface import ORDINAL, Mark
from keytally.evaluations.presentation import Heading, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Finding

LAST = -1

_PLAIN = re.compile(r"\n*(?:[^\t\n\r# ]+[\t ][^\t\n\r# ]+(?:\n+|\Z))*")
_PLAIN_TOKEN = re.compile(r"^[^\t \n]+", re.M)
_PLAIN_LABEL = re.compile(r"[\t ]([^\n]+)")
_LONGEST = 60


class Judge(Protocol):
    """What is said of a sentence by the rules of its language."""

    def findings_of(self, unit: "SentenceUnit") -> tuple[Finding, ...]:
        """The findings of a sentence alone."""
        ...

    def proposal_of(self, unit: "SentenceUnit", mark: Mark) -> Proposal | None:
        """What the key asks for at a mark of a sentence."""
        ...


class SentenceUnit(PresentedUnit):
    """A sentence with the labels of one column; `column` counts from 0, or from the end if negative.

    `token` is the column of the tokens; behind a first one of numbers, as in CoNLL-U Plus, it is not 0.

    With `all_tokens` a line that begins a document is a token like any other, as programs have it.
    """

    __slots__ = (
        "_all_tokens",
        "_findings",
        "_judge",
        "_labels",
        "_plain",
        "column",
        "document",
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
        token: int = 0,
    ) -> None:
        self.text = text
        self.token = token
        self.column = column
        self._all_tokens = all_tokens
        self._judge = judge
        self._findings: tuple[Finding, ...] | None = None
        self._labels: tuple[str, ...] | None = None
        self._plain: bool | None = None
        self.document = ORDINAL if self.labels() else None

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the sentence alone, in the order of their kinds."""
        if self._findings is None:
            self._findings = self._judge.findings_of(self) if self._judge else ()
        return self._findings

    def lines(self) -> Lines:
        """The lines of the unit by kind."""
        return lines_of(self.text, all_tokens=self._all_tokens, numbered=self.token > 0)

    def labels(self) -> tuple[str, ...]:
        """The label of each token as it is written; `O` for a token without one."""
        if self._labels is None:
            is_plain = self._is_plain()
            self._labels = tuple(_PLAIN_LABEL.findall(self.text) if is_plain else self._written_labels())
        return self._labels

    def tokens(self) -> Sequence[str]:
        """The tokens: the cell of each row that has it."""
        if self._is_plain():
            return _PLAIN_TOKEN.findall(self.text)
        return [row.token(self.token).text for row in self.lines().rows]

    @property
    def may_lose(self) -> bool:
        """Whether a label may be none, or be missing, or lines may have other numbers of cells."""
        return not self._is_plain() or not all(map(is_label, set(self.labels())))

    @property
    def separator(self) -> str:
        """What stands between the cells of a new label and of the one before it."""
        return "\t" if "\t" in self.text else " "

    def with_text(self, text: str) -> "SentenceUnit":
        """A unit of another text that is read as this one is."""
        return SentenceUnit(text, self.column, self._judge, all_tokens=self._all_tokens, token=self.token)

    def label_cell(self, number: int) -> Cell:
        """The place of a token's label; of zero width at the end of its line where there is none."""
        row = self.lines().rows[number]
        return row.cell(self.column) or Cell("", row.end, row.end)

    def place_of(self, start: int, end: int) -> tuple[int, int]:
        """The place of the labels of the tokens from `start` to `end`.

        It is of zero width behind the label before if there are none.
        """
        count = len(self.lines().rows)
        if start >= count:
            place = self.label_cell(count - 1).end if count else 0
            return place, place
        return self.label_cell(start).start, self.label_cell(min(end, count) - 1).end

    def tokens_at(self, start: int, end: int) -> tuple[int, int]:
        """The tokens whose lines a stretch of the unit touches, the end not included."""
        rows = self.lines().rows
        first = bisect_left(rows, start, key=lambda row: row.end)
        return first, max(first, bisect_right(rows, end, key=lambda row: row.start))

    @property
    def group(self) -> str | None:
        """A sentence folds by itself."""
        return None

    def folds(self) -> Iterable[tuple[int, int]]:
        """The rows of a sentence."""
        rows = self.lines().rows
        return [(rows[0].start, rows[-1].end)] if len(rows) > 1 else []

    def pieces(self) -> Iterator[Piece]:
        """Comments and labels of entities: a prefix in another colour than the type."""
        lines = self.lines()
        ranges = [(start, end, None) for start, end in (*lines.comments, *lines.parting, *lines.passed)]
        labels = [(cell.start, cell.end, cell) for cell in map(self.label_cell, range(len(lines.rows)))]
        for start, end, cell in sorted([*ranges, *labels], key=lambda each: each[0]):
            if cell is None:
                yield Piece(start, end, PieceKind.COMMENT)
            elif label_of(cell.text).prefix != OUTSIDE:
                yield Piece(start, start + 1, PieceKind.KEYWORD)
                yield Piece(start + 2, end, PieceKind.TYPE)

    def outline(self) -> Iterable[Heading]:
        """The sentence by its first words, and the number of its tokens."""
        rows = self.lines().rows
        if not rows:
            return ()
        words = " ".join(self.tokens())
        name = words if len(words) <= _LONGEST else words[: _LONGEST - 1].rstrip() + "…"
        return (Heading(name, f"{len(rows)}", rows[0].start, rows[-1].end, rows[0].start, rows[0].end),)

    def proposal(self, mark: Mark) -> Proposal | None:
        """The key's entity in place of what the response has."""
        return self._judge.proposal_of(self, mark) if self._judge else None

    def _written_labels(self) -> Iterator[str]:
        for row in self.lines().rows:
            cell = row.cell(self.column)
            yield cell.text if cell is not None else OUTSIDE

    def _is_plain(self) -> bool:
        """Whether each line has two cells, parted by one character, and the second one is read."""
        if self._plain is None:
            self._plain = (
                self.column == LAST
                and not self.token
                and _PLAIN.fullmatch(self.text) is not None
                and DOCUMENT_START not in self.text
            )
        return self._plain
