"""A sentence or a line of a file, and what an editor shows of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from keytally.evaluations.cpa.formats.columns import (
    CLUST,
    CLUSTER,
    ID,
    PARSE,
    PAT,
    SLOTS,
    SUBJECT,
    TAG,
    TOKEN,
    TYPE,
    VERB_TAG,
    Format,
)
from keytally.evaluations.cpa.formats.proposals import cell_of_key, emptied, filled
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.sentences import Inputs, sentences_for
from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Finding
from keytally.tallies.status import Status
from keytally.text.markdown import prose

_KINDS = {
    "cpa-parsing": (PieceKind.NUMBER, PieceKind.STRING, PieceKind.KEYWORD, PieceKind.TYPE),
    "cpa-clustering": (PieceKind.PROPERTY, PieceKind.NUMBER),
}
LONGEST_NAME = 60


class CpaUnit(PresentedUnit):
    """A sentence of a `.parse` file, or a line of another (keytally.evaluations.interface.Unit).

    `document` is the verb. `inputs` is the task's input file, or the folder of input files. `ids` are the ids
    of the rows. `memo` caches results computed from the rows, which never change.
    """

    __slots__ = ("document", "findings", "format", "ids", "inputs", "memo", "rows", "text")

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        text: str,
        document: str | None,
        format: Format,
        rows: tuple[CpaRow, ...],
        findings: Sequence[Finding] = (),
        inputs: Inputs | None = None,
        ids: frozenset[str] = frozenset(),
    ) -> None:
        self.text = text
        self.document = document
        self.format = format
        self.rows = rows
        self.findings = findings
        self.inputs = inputs
        self.ids = ids
        self.memo: dict[Any, Any] = {}

    @property
    def group(self) -> str | None:
        """Adjacent lines of one cluster fold together, and so do patterns of one subject."""
        if not self.rows or self.format is PARSE:
            return None
        return self.rows[0].text(SUBJECT if self.format is PAT else CLUSTER) or None

    def pieces(self) -> Iterator[Piece]:
        """Each cell in the colour of its column."""
        for row in self.rows:
            for column, cell in enumerate(row.cells[: len(self.format.columns)]):
                if cell:
                    yield Piece(*row.place(column), self._kind(row, column))

    def _kind(self, row: CpaRow, column: int) -> PieceKind:
        if self.format is PAT:
            return PieceKind.STRING if SLOTS[column].startswith(("prep", "verb")) else PieceKind.TYPE
        if self.format is PARSE and row.text(TAG) == VERB_TAG and column in (TOKEN, TAG):
            return PieceKind.MACRO
        return _KINDS[self.format.task][column]

    def outline(self) -> Iterable[Heading]:
        """The sentence with its tagged tokens, the pattern, or the item with its cluster."""
        if not self.rows:
            return ()
        first, last = self.rows[0], self.rows[-1]
        if self.format is PAT:
            name = " ".join(cell for cell in first.cells if cell.strip()) or "empty pattern"
            return (Heading(name, "", first.start, first.end, first.start, first.end),)
        if self.format is CLUST:
            return (_item(first),)
        detail = f"{first.cell(ID)} to {last.cell(ID)}"
        children = tuple(map(_heading, filter(_is_tagged, self.rows)))
        name = _short(self.sentence())
        return (Heading(name, detail, first.start, last.end, first.start, first.end, children),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """A sentence folds into its first line."""
        if len(self.rows) > 1:
            return ((self.rows[0].start, self.rows[-1].end),)
        return ()

    def note_at(self, place: int) -> Note | None:
        """The sentence of a line, with the verb and the line's own token in bold type."""
        row = next((row for row in self.rows if row.start <= place <= row.end), None)
        if row is None or self.format is PAT:
            return None
        text = self.sentence(row) if self.format is PARSE else self._input_sentence(row)
        return Note(row.start, row.end, text) if text else None

    def proposal(self, mark: Mark) -> Proposal | None:
        """The key's value in the cell, or an empty cell; each side names its clusters as it likes."""
        if self.format is CLUST:
            return None
        if mark.status is Status.SPURIOUS:
            return emptied(self.rows, mark)
        is_wrong = mark.status in (Status.INCORRECT, Status.PARTIAL, Status.MISSING)
        key = cell_of_key(mark) if is_wrong else None
        return filled(self.rows, mark, key, self.format) if key is not None else None

    def sentence(self, marked: CpaRow | None = None) -> str:
        """The tokens of a `.parse` unit; given a row, its token and the verb are in bold type."""
        if marked is None:
            return " ".join(row.cell(TOKEN) for row in self.rows)
        return " ".join(
            _bold(row.cell(TOKEN)) if row is marked or row.text(TAG) == VERB_TAG else prose(row.cell(TOKEN))
            for row in self.rows
        )

    def _input_sentence(self, row: CpaRow) -> str | None:
        sentences = sentences_for(self.document or "", self.inputs)
        tokens = sentences.around(row.text(ID)) if sentences else ()
        return " ".join(_bold(each.text) if each.is_verb else prose(each.text) for each in tokens) or None


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _is_tagged(row: CpaRow) -> bool:
    return bool(row.text(TAG) or row.text(TYPE))


def _heading(row: CpaRow) -> Heading:
    detail = " ".join(filter(None, (row.text(TAG), row.text(TYPE))))
    return Heading(row.cell(TOKEN) or row.cell(ID) or "token", detail, row.start, row.end, *row.place(TOKEN))


def _item(row: CpaRow) -> Heading:
    """A line of a `.clust` file; its sentence is in another file."""
    cluster = row.text(CLUSTER)
    detail = f"cluster {cluster}" if cluster else "no cluster"
    return Heading(row.text(ID) or "no id", detail, row.start, row.end, *row.place(ID))


def _bold(text: str) -> str:
    return f"**{prose(text)}**" if text.strip() else text
