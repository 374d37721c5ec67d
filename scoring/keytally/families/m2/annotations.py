"""Edits as annotations, and the `A` lines that write changed edits."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count, islice
from typing import NamedTuple

from keytally.families import annotations as families_annotations
from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.m2.reading import FIELDS, NONE, NOOP, AnnotationLine, Block, GoldEdit, GoldUnit
from keytally.findings.finding import Edit, apply_edits
from keytally.measures.assignment import Pair, Stretch, nearest_pairs
from keytally.text.positions import own_line_end

# Edits as annotations of the sentences of a gold file.
#
# The value of an edit is its type, its corrections in the order of the alphabet as `on||at`, `-NONE-` for a
# deletion, and the fourth field unless that is REQUIRED. A place is the range of tokens and the rank of the
# annotator: 0 for the first annotator of the sentence with edits or a noop, by the numbers of the file, 1 for
# the next. A file with one annotator may therefore use any number, and several annotators stay distinct.
# Lines that the scorer does not read are ignored, and so are edits that cannot be applied (`is_sound`),
# noops, and repetitions of an edit.


KIND = "edit"
REQUIRED = "REQUIRED"
_SEPARATOR = "||"


class ReadEdit(NamedTuple):
    """An edit that the scorer reads, and its `A` lines: the first occurrence, then repetitions."""

    annotator: int
    edit: GoldEdit
    lines: tuple[int, ...]


def read_edits(block: Block) -> list[ReadEdit]:
    """Return the edits of a sentence by annotator, in text order."""
    found: dict[tuple[int, int, int, tuple[str, ...]], ReadEdit] = {}
    for annotator, edits in block.by_annotator().items():
        for edit in edits:
            if is_sound(edit):
                place = (annotator, *edit[:3])
                known = found.setdefault(place, ReadEdit(annotator, edit, ()))
                found[place] = known._replace(lines=(*known.lines, edit.line))
    return sorted(found.values(), key=lambda each: (each.annotator, each.edit[:2]))


def is_sound(edit: GoldEdit) -> bool:
    """Return whether an edit can be applied: its range is valid, and it is not an empty insertion."""
    return edit.start < edit.end or (edit.is_insertion and any(edit.alternatives))


def annotations(units: Sequence[GoldUnit]) -> list[families_annotations.Annotation]:
    """Return the edits of a sentence."""
    shifts = accumulate(map(len, bare(units)), initial=0)
    numbered = enumerate(zip(units, shifts, strict=False))
    found = [each for number, (unit, shift) in numbered for each in _of_unit(unit, number, shift)]
    return sorted(found, key=lambda each: each.place)


def bare(units: Sequence[GoldUnit]) -> list[str]:
    """Return the text of each unit without its `A` lines."""
    texts = []
    for unit in units:
        removed = (
            Edit(annotation.line.start, annotation.line.next, "") for annotation in unit.block().annotations
        )
        texts.append(apply_edits(unit.text, removed))
    return texts


def _of_unit(unit: GoldUnit, number: int, shift: int) -> Iterator[families_annotations.Annotation]:
    block = unit.block()
    tokens = block.tokens
    edits = read_edits(block)
    ranks = ranks_of(block)
    for annotator, edit, lines in edits:
        said = block.annotations[lines[0]]
        start, end = unit.place_of(tokens, edit.start, edit.end)
        yield families_annotations.Annotation(
            unit,
            said.line.start,
            said.line.end,
            KIND,
            name_of(block.words, edit.start, edit.end),
            (number, edit.start, edit.end, ranks[annotator]),
            value(said),
            extent=(shift + start, shift + end),
        )


def is_noop_line(said: AnnotationLine) -> bool:
    """Return whether an annotation is the noop of an annotator."""
    return said.annotator is not None and len(said.texts) >= FIELDS and said.is_noop


def ranks_of(block: Block) -> dict[int, int]:
    """Return the rank of each annotator of a sentence, counted from 0, by annotator number."""
    known = {read_edit.annotator for read_edit in read_edits(block)}
    known.update(
        annotation.annotator
        for annotation in block.annotations
        if is_noop_line(annotation) and annotation.annotator is not None
    )
    return {annotator: rank for rank, annotator in enumerate(sorted(known))}


def value(said: AnnotationLine) -> tuple[str, ...]:
    """Return the fields of an `A` line except the range and the annotator."""
    required = said.texts[3].strip() if len(said.texts) >= FIELDS else REQUIRED
    corrections = _SEPARATOR.join(sorted({alternative or NONE for alternative in said.alternatives}))
    return (said.kind, corrections, *([required] if required not in (REQUIRED, "") else []))


def name_of(words: Sequence[str], start: int, end: int) -> str:
    """Return the words that an edit replaces; for an insertion, the word before it."""
    if start < end:
        return " ".join(words[start:end])
    return f"after {words[start - 1]}" if 0 < start <= len(words) else "at the start"


def tokens(units: Sequence[GoldUnit]) -> list[tuple[int, int]]:
    """Return the ranges of the tokens of a sentence in its text without `A` lines, in order."""
    found: list[tuple[int, int]] = []
    shift = 0
    for unit, text in zip(units, bare(units), strict=True):
        found += ((shift + token.start, shift + token.end) for token in unit.block().tokens)
        shift += len(text)
    return found


def counterparts(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """Return the pairs of aligned edits, in order.

    The first annotator of one file is compared with the first of the other. Edits of the same tokens are
    aligned first: equal edits, then the others in order. Then overlapping edits are aligned, starting with
    the largest share of common tokens. An insertion overlaps an edit that replaces the tokens on both sides
    of it.
    """
    pairs = [*_equal(first, second, with_values=True)]
    pairs += _equal(first, second, with_values=False, pairs=pairs)
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    left = [i for i in range(len(first)) if i not in taken[0]]
    right = [j for j in range(len(second)) if j not in taken[1]]
    candidates = [(i, j) for i in left for j in right if overlap(first[i], second[j])]
    spans = [*map(_span, first)], [*map(_span, second)]
    return sorted([*pairs, *nearest_pairs(candidates, *spans)])


def _equal(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    *,
    with_values: bool,
    pairs: Sequence[Pair] = (),
) -> Iterator[Pair]:
    """Yield the remaining pairs of edits with the same range, in order."""
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    waiting: dict[object, list[int]] = {}
    for j, each in enumerate(second):
        if j not in taken[1]:
            waiting.setdefault((each.place, each.value if with_values else ()), []).append(j)
    for i, each in enumerate(first):
        same = waiting.get((each.place, each.value if with_values else ())) if i not in taken[0] else None
        if same:
            yield i, same.pop(0)


def _span(edit: Annotation) -> Stretch:
    _, start, end, _ = edit.place
    return int(start), int(end)


def overlap(some: Annotation, other: Annotation) -> bool:
    """Return whether two edits of one annotator change the same tokens."""
    (low, end), (high, last) = sorted((_span(some), _span(other)))
    is_beside = (some.place[0], some.place[3]) != (other.place[0], other.place[3])
    return not is_beside and low <= high < end and (high < last or low < high)


def common_noops(files: Sequence[Sequence[GoldUnit]]) -> list[families_annotations.Annotation]:
    """Return the noops of a sentence by annotators who are in all files, each taken from the first file
    that contains it.
    """
    common = set.intersection(*(set(_annotators(units)) for units in files)) if files else set()
    found: dict[tuple[int, int], families_annotations.Annotation] = {}
    for units in files:
        for noop in _noops(units):
            number, _, _, rank = map(int, noop.place)
            if (number, rank) in common:
                found.setdefault((number, rank), noop)
    return [found[key] for key in sorted(found)]


def _annotators(units: Sequence[GoldUnit]) -> Iterator[tuple[int, int]]:
    """Yield the annotators of a sentence as (unit number, annotator rank)."""
    for number, unit in enumerate(units):
        yield from ((number, rank) for rank in ranks_of(unit.block()).values())


def _noops(units: Sequence[GoldUnit]) -> Iterator[families_annotations.Annotation]:
    for number, unit in enumerate(units):
        block = unit.block()
        ranks = ranks_of(block)
        for said in block.annotations:
            if is_noop_line(said) and said.annotator is not None:
                place = (number, -1, -1, ranks[said.annotator])
                yield families_annotations.Annotation(
                    unit, said.line.start, said.line.end, NOOP, "", place, (NOOP,)
                )


Answer = Sequence[Annotation]


def versions(answers: Sequence[Answer]) -> Sequence[Annotation] | None:
    """Return the edits of each distinct answer, with an annotator number for each answer; an empty answer
    becomes a noop.

    Return None if an answer already contains edits of several annotators.
    """
    homes = {(each.place[0], each.place[3]) for answer in answers for each in answer}
    if len(homes) != 1 or any(rank != 0 for _, rank in homes):
        return None
    ((unit, _),) = homes
    different = {tuple(sorted((each.place, each.value) for each in answer)): answer for answer in answers}
    return [said for rank, answer in enumerate(different.values()) for said in _of(answer, int(unit), rank)]


def _of(answer: Answer, unit: int, rank: int) -> Iterator[Annotation]:
    for each in answer:
        yield each._replace(place=(*each.place[:3], rank))
    if not answer:
        yield Annotation(None, 0, 0, NOOP, name_of((), -1, -1), (unit, -1, -1, rank), (NOOP,))


_NOWHERE = (-1, -1)


class Row(NamedTuple):
    """A line of a block: its text, and its number in the block, which is None for a new line.

    `annotator` is None for a line that the scorer does not read. `place` is its range of tokens; -1 -1 for a
    noop.
    """

    text: str
    number: int | None
    annotator: int | None = None
    place: tuple[int, int] = _NOWHERE

    @property
    def is_noop(self) -> bool:
        """Return whether the line is a noop."""
        return self.annotator is not None and self.place == _NOWHERE

    @property
    def is_edit(self) -> bool:
        """Return whether the line is an edit of an annotator."""
        return self.annotator is not None and self.place != _NOWHERE


def rows_of(block: Block) -> list[Row]:
    """Return the lines of a block, starting with the sentence, up to the empty line after its annotations."""
    said = {each.line.start: each for each in block.annotations}
    rows: list[Row] = []
    for number, line in enumerate(block.lines):
        if not line.text.strip() and number:
            break
        annotation = said.get(line.start)
        row = Row(line.text, number)
        if annotation and annotation.annotator is not None and len(annotation.texts) >= FIELDS:
            edit = annotation.edit(len(block.words), 0)
            if edit is not None and is_sound(edit):
                row = Row(line.text, number, annotation.annotator, edit[:2])
            elif annotation.is_noop:
                row = Row(line.text, number, annotation.annotator)
        rows.append(row)
    return rows


def noop(annotator: int) -> Row:
    """Return the noop line of an annotator."""
    text = f"A -1 -1|||{NOOP}|||{NONE}|||{REQUIRED}|||{NONE}|||{annotator}"
    return Row(text, None, annotator)


def noop_of(wanted: Annotation, annotator: int) -> Row:
    """Return a copy of a noop line with another annotator's number."""
    lines = wanted.unit.block().annotations if wanted.unit is not None else ()
    said = next((line for line in lines if line.line.start == wanted.start), None)
    if said is None:
        return noop(annotator)
    fields = [*said.texts[: FIELDS - 1], str(annotator)]
    written = said.line.text if said.annotator == annotator else f"A {'|||'.join(fields)}"
    return Row(written, None, annotator)


def row_of(wanted: Annotation, annotator: int, number: int | None = None) -> Row:
    """Return the line of a wanted edit with an annotator's number.

    The line is a copy of the edit's own line with the fields of the wanted value.
    """
    unit: GoldUnit | None = wanted.unit
    lines = unit.block().annotations if unit is not None else ()
    said = next((line for line in lines if line.line.start == wanted.start), None)
    _, start, end, _ = wanted.place
    fields = ["", "", NONE, REQUIRED, NONE, ""] if said is None else [*said.texts[:FIELDS]]
    if said is None or value(said) != wanted.value:
        fields[1:4] = [*map(str, wanted.value), REQUIRED][:3]
    fields[0], fields[FIELDS - 1] = f"{start} {end}", str(annotator)
    return Row(f"A {'|||'.join(fields)}", number, annotator, (int(start), int(end)))


def put(rows: list[Row], new: Row) -> None:
    """Insert a row among its annotator's rows by range, or after the rows of annotators with lower
    numbers.
    """
    assert new.annotator is not None, "a new edit has an annotator"
    own = [at for at, row in enumerate(rows) if row.annotator == new.annotator]
    lower = [at for at, row in enumerate(rows) if row.annotator is not None and row.annotator < new.annotator]
    higher = [at for at, row in enumerate(rows) if row.annotator is not None]
    before = [at for at in own if rows[at].place <= new.place]
    if before:
        rows.insert(before[-1] + 1, new)
    elif own:
        rows.insert(own[0], new)
    elif lower:
        rows.insert(lower[-1] + 1, new)
    else:
        rows.insert(higher[0] if higher else len(rows), new)


def settled(rows: Sequence[Row], annotator: int) -> list[Row]:
    """Return the rows, changed so that an annotator has either corrections or a noop."""
    own = [row for row in rows if row.annotator == annotator]
    if any(row.is_edit for row in own):
        return [row for row in rows if row.annotator != annotator or not row.is_noop]
    complete = [*rows]
    if not own:
        put(complete, noop(annotator))
    return complete


def edits_of(unit: GoldUnit, block: Block, rows: Sequence[Row]) -> Iterator[Edit]:
    """Yield the edits that turn the lines of a unit into the given rows; existing lines keep their order."""
    line_end = own_line_end(unit.text)
    count, before = len(rows_of(block)), 0
    new: list[str] = []
    for row in (*rows[1:], Row("", count)):
        if row.number is None:
            new.append(f"{line_end}{row.text}")
            continue
        start, end = block.lines[before].end, block.lines[row.number - 1].end
        if new or end > start:
            yield Edit(start, end, "".join(new))
        if row.number < count and row.text != block.lines[row.number].text:
            line = block.lines[row.number]
            yield Edit(line.start, line.end, row.text)
        before, new = row.number, []


# The edits of `A` lines that make the wanted corrections; sentences and all other lines are kept.
#
# New lines are inserted among those of their annotator by range, after those of annotators with lower
# numbers. An annotator whose last correction is deleted gets a noop, which is deleted with the first new
# correction. A wanted noop is written if its annotator has no line. A line is copied from its file with its
# comment. Corrections of a sentence with other words are rejected.


OTHER_WORDS = "the sentence has different words in the gold"


def rewriting(units: Sequence[GoldUnit], changes: Sequence[Change]) -> Rewriting:
    """Return the edits of the units of a gold sentence, in file order."""
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
    """Return whether a sentence contains the words that a change refers to."""
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
    """The lines of a sentence while it is edited."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._rows = rows_of(block)
        self._edits = read_edits(block)
        self._concerned: set[int] = set()
        self._count = 0

    def after(self, changes: Sequence[Change]) -> list[Row]:
        """Return the lines after the changes."""
        for change in changes:
            self._make(change)
        for annotator in sorted(self._concerned):
            self._rows = settled(self._rows, annotator)
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
        """Replace the line of an edit with the wanted line, or delete it; in both cases, delete its
        repetitions.
        """
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
        assert row.annotator is not None, "an edit has an annotator"
        self._concerned.add(row.annotator)
        put(self._rows, row)

    def _read(self, change: Change) -> ReadEdit | None:
        """Return the edit of this sentence that a change refers to."""
        if change.present is None:
            return None
        start = change.present.start
        lines = self._block.annotations
        return next((edit for edit in self._edits if lines[edit.lines[0]].line.start == start), None)

    def _line_number(self, annotation: int) -> int:
        """Return the number of an annotation's line in the block."""
        start = self._block.annotations[annotation].line.start
        return next(number for number, line in enumerate(self._block.lines) if line.start == start)

    def _number(self, rank: int) -> int:
        """Return the number of an annotator in the gold; the annotator may be new."""
        return next(islice(_numbers(list(ranks_of(self._block))), rank, None))

    def _state_nothing(self, wanted: Annotation) -> None:
        """Copy a noop, unless the gold already has a line of the annotator."""
        rank = int(wanted.place[3])
        self._count = max(self._count, rank + 1)
        annotator = self._number(rank)
        if not self._has(annotator):
            put(self._rows, noop_of(wanted, annotator))

    def _complete(self) -> None:
        """Add noops for annotators without lines before a new annotator, to keep the order of annotators."""
        for annotator in map(self._number, range(self._count)):
            if not self._has(annotator):
                put(self._rows, noop(annotator))

    def _has(self, annotator: int) -> bool:
        return any(row.annotator == annotator for row in self._rows)


def _numbers(known: Sequence[int]) -> Iterable[int]:
    """Yield the known annotator numbers in order, followed by unused numbers."""
    yield from known
    yield from count(known[-1] + 1 if known else 0)
