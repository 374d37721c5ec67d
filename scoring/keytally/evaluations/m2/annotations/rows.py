"""The lines below a sentence as rows that can be removed, added and written anew."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.m2.annotations.edits import REQUIRED, is_sound, value
from keytally.evaluations.m2.formats.gold import FIELDS, NONE, NOOP, Block
from keytally.evaluations.m2.formats.unit import GoldUnit
from keytally.findings.finding import Edit
from keytally.text.lines import own_line_end

_NOWHERE = (-1, -1)


class Row(NamedTuple):
    """A line: its text, and its number in the block, None for a new one.

    `annotator` is None for a line that the scorer does not read; `place` are its tokens, -1 -1 for a noop.
    """

    text: str
    number: int | None
    annotator: int | None = None
    place: tuple[int, int] = _NOWHERE

    @property
    def is_noop(self) -> bool:
        """Whether it states that its annotator changes nothing."""
        return self.annotator is not None and self.place == _NOWHERE

    @property
    def is_edit(self) -> bool:
        """Whether it is an annotator's edit."""
        return self.annotator is not None and self.place != _NOWHERE


def rows_of(block: Block) -> list[Row]:
    """The lines of a block up to the empty line behind its annotations, the sentence first."""
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
    """The line of an annotator who changes nothing."""
    text = f"A -1 -1|||{NOOP}|||{NONE}|||{REQUIRED}|||{NONE}|||{annotator}"
    return Row(text, None, annotator)


def noop_of(wanted: Annotation, annotator: int) -> Row:
    """A copy of the line that says so, under an annotator's number."""
    lines = wanted.unit.block().annotations if wanted.unit is not None else ()
    said = next((each for each in lines if each.line.start == wanted.start), None)
    if said is None:
        return noop(annotator)
    fields = [*said.texts[: FIELDS - 1], str(annotator)]
    written = said.line.text if said.annotator == annotator else f"A {'|||'.join(fields)}"
    return Row(written, None, annotator)


def row_of(wanted: Annotation, annotator: int, number: int | None = None) -> Row:
    """The line of a wanted edit under an annotator's number: a copy of the line that says it.

    What the value says otherwise is written into it.
    """
    unit: GoldUnit | None = wanted.unit
    lines = unit.block().annotations if unit is not None else ()
    said = next((each for each in lines if each.line.start == wanted.start), None)
    _, start, end, _ = wanted.place
    fields = ["", "", NONE, REQUIRED, NONE, ""] if said is None else [*said.texts[:FIELDS]]
    if said is None or value(said) != wanted.value:
        fields[1:4] = [*map(str, wanted.value), REQUIRED][:3]
    fields[0], fields[FIELDS - 1] = f"{start} {end}", str(annotator)
    return Row(f"A {'|||'.join(fields)}", number, annotator, (int(start), int(end)))


def put(rows: list[Row], new: Row) -> None:
    """Add a row among those of its annotator, by places; else behind those with lower numbers."""
    assert new.annotator is not None, "a new line is an annotator's"
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


def edits_of(unit: GoldUnit, block: Block, rows: Sequence[Row]) -> Iterator[Edit]:
    """The edits of a unit that make its lines the rows; the old ones among them are in their order."""
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
