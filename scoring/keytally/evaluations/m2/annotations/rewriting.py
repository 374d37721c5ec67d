"""The edits of `A` lines that make wanted corrections; sentences and all other lines stay.

New lines stand among those of their annotator in the order of places, behind those of annotators with lower
numbers. An annotator whose last correction goes away gets a noop, and loses a noop with the first correction;
a wanted noop is written where its annotator has no line.
A line is copied from the file that says it, with its comment. Refused are corrections of a sentence with
other words.
"""

from collections.abc import Iterable, Sequence
from itertools import count, islice

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.m2.annotations.edits import ReadEdit, name_of, ranks_of, read_edits
from keytally.evaluations.m2.annotations.rows import Row, edits_of, noop, noop_of, put, row_of, rows_of
from keytally.evaluations.m2.formats.gold import NOOP, Block
from keytally.evaluations.m2.formats.unit import GoldUnit
from keytally.findings.finding import Edit

OTHER_WORDS = "the sentence has other words in the gold"


def rewriting(units: Sequence[GoldUnit], changes: Sequence[Change]) -> Rewriting:
    """The edits of the units of a sentence in the gold, in file order."""
    edits: list[tuple[GoldUnit, Edit]] = []
    made: set[int] = set()
    for number, unit in enumerate(units):
        block = unit.block()
        own = [at for at, each in enumerate(changes) if _concerns(each, number, unit) and _fits(each, block)]
        made.update(own)
        if own:
            rows = _Rows(block).after([changes[at] for at in own])
            edits += [(unit, edit) for edit in edits_of(unit, block, rows)]
    return Rewriting(edits, dict.fromkeys(sorted({*range(len(changes))} - made), OTHER_WORDS))


def _fits(change: Change, block: Block) -> bool:
    """Whether a sentence has the words that a change is about."""
    wanted = change.wanted
    if wanted is None:
        return True
    if wanted.unit is not None:
        return bool(wanted.unit.block().words == block.words)
    return (
        bool(block.words) and name_of(block.words, int(wanted.place[1]), int(wanted.place[2])) == wanted.name
    )


def _concerns(change: Change, number: int, unit: GoldUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    return change.wanted is not None and change.wanted.place[0] == number


class _Rows:
    """The lines of a sentence while changes are made."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._rows = rows_of(block)
        self._edits = read_edits(block)
        self._concerned: set[int] = set()
        self._count = 0

    def after(self, changes: Sequence[Change]) -> list[Row]:
        """The lines after the changes."""
        for change in changes:
            self._make(change)
        for annotator in sorted(self._concerned):
            self._settle(annotator)
        for change in changes:
            if change.wanted is not None and change.wanted.kind == NOOP:
                self._state_nothing(change.wanted)
        self._complete()
        return self._rows

    def _make(self, change: Change) -> None:
        known, wanted = self._read(change), change.wanted
        if known is not None:
            self._replace(known, change)
        elif change.present is None and wanted is not None and wanted.kind != NOOP:
            rank = int(wanted.place[3])
            self._count = max(self._count, rank + 1)
            self._add(row_of(wanted, self._number(rank)))

    def _replace(self, known: ReadEdit, change: Change) -> None:
        """Make the lines of an edit say what is wanted, or take them away; repetitions go."""
        wanted, present = change.wanted, change.present
        if wanted and present and (wanted.place, wanted.value) == (present.place, present.value):
            return
        numbers = [self._line_number(line) for line in known.lines]
        self._concerned.add(known.annotator)
        if wanted is not None:
            row = row_of(wanted, known.annotator, numbers[0])
            if row.place == known.edit[:2]:
                self._rows = [row if each.number == numbers[0] else each for each in self._rows]
                numbers = numbers[1:]
            else:
                self._add(row._replace(number=None))
        self._rows = [each for each in self._rows if each.number is None or each.number not in numbers]

    def _add(self, row: Row) -> None:
        assert row.annotator is not None, "an edit is an annotator's"
        self._concerned.add(row.annotator)
        put(self._rows, row)

    def _read(self, change: Change) -> ReadEdit | None:
        """The edit of this sentence that a change concerns."""
        if change.present is None:
            return None
        start = change.present.start
        lines = self._block.annotations
        return next((each for each in self._edits if lines[each.lines[0]].line.start == start), None)

    def _line_number(self, annotation: int) -> int:
        """The number of an annotation's line in the block."""
        start = self._block.annotations[annotation].line.start
        return next(number for number, line in enumerate(self._block.lines) if line.start == start)

    def _number(self, rank: int) -> int:
        """The gold's number of an annotator; there may be none yet."""
        return next(islice(_numbers(list(ranks_of(self._block))), rank, None))

    def _state_nothing(self, wanted: Annotation) -> None:
        """Copy a noop, unless the gold has a line of its annotator."""
        rank = int(wanted.place[3])
        self._count = max(self._count, rank + 1)
        annotator = self._number(rank)
        if not self._has(annotator):
            put(self._rows, noop_of(wanted, annotator))

    def _complete(self) -> None:
        """Give a noop to annotators without a line before one that is new, so that their order stays."""
        for annotator in map(self._number, range(self._count)):
            if not self._has(annotator):
                put(self._rows, noop(annotator))

    def _has(self, annotator: int) -> bool:
        return any(row.annotator == annotator for row in self._rows)

    def _settle(self, annotator: int) -> None:
        """Give an annotator a noop without corrections, and none beside them."""
        own = [row for row in self._rows if row.annotator == annotator]
        if any(row.is_edit for row in own):
            self._rows = [row for row in self._rows if row.annotator != annotator or not row.is_noop]
        elif not own:
            put(self._rows, noop(annotator))


def _numbers(known: Sequence[int]) -> Iterable[int]:
    """Known numbers in order, then those behind them."""
    yield from known
    yield from count(known[-1] + 1 if known else 0)
