"""Patterns and their filled slots as annotations."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.cpa.formats.columns import SLOTS, SUBJECT
from keytally.evaluations.cpa.formats.ontology import types_in
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.slots import Credits, best_alignment, patterns
from keytally.measures.symmetric_pairs import Pair, symmetric_pairs

PATTERN, SLOT = "pattern", "slot"


def patterns_said(units: Sequence[CpaUnit], credits: Credits) -> list[Annotation]:
    """The patterns of a verb, each followed by its filled slots; they are known by what they say."""
    rows = [(_place(row, credits), unit, row) for unit in units for row in unit.rows]
    found = list[Annotation]()
    for place, unit, row in sorted(rows, key=lambda each: each[0]):
        name = row.text(SUBJECT) or PATTERN
        found.append(Annotation(unit, row.start, row.end, PATTERN, name, place, (PATTERN,)))
        found += _slots(found[-1], len(found) - 1, row)
    return found


def _place(row: CpaRow, credits: Credits) -> tuple[str, ...]:
    """The cells; semantic types count in any order, but not in the official program."""
    [cells] = patterns([row], official=credits.official)
    return cells if credits.official else tuple(" | ".join(sorted(types_in(cell))) for cell in cells)


def _slots(pattern: Annotation, index: int, row: CpaRow) -> Iterator[Annotation]:
    for column, (slot, said) in enumerate(zip(SLOTS, pattern.place, strict=True)):
        if said:
            place = *pattern.place, column
            yield Annotation(pattern.unit, *row.place(column), SLOT, slot, place, (str(said),), index)


def paired_patterns(
    first: Sequence[Annotation], second: Sequence[Annotation], credits: Credits
) -> list[Pair]:
    """The pairs of patterns that an alignment with the most credit has, with either file as the key."""
    mine, others = _rows(first), _rows(second)
    sides = [patterns(side.values(), official=credits.official) for side in (mine, others)]
    there = best_alignment(sides[0], sides[1], credits)
    back = best_alignment(sides[1], sides[0], credits)
    pairs = symmetric_pairs(
        ((i, j) for i, j in enumerate(there) if j is not None),
        ((i, j) for j, i in enumerate(back) if i is not None),
    )
    places = [*mine], [*others]
    return sorted((places[0][i], places[1][j]) for i, j in pairs)


def _rows(said: Sequence[Annotation]) -> dict[int, CpaRow]:
    """The row of each pattern, by the index of its annotation."""
    return {
        index: next(row for row in each.unit.rows if row.start == each.start)
        for index, each in enumerate(said)
        if each.kind == PATTERN
    }
