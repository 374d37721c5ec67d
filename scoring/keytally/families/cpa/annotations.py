"""Tags, cluster items, patterns and slots as annotations, for inter-annotator agreement."""

from collections.abc import Iterator, Sequence

from keytally.families.annotations import Annotation, Reference
from keytally.families.cpa.reading import (
    CLUSTER,
    ID,
    SLOTS,
    SUBJECT,
    TAG,
    TOKEN,
    TYPE,
    VERB_TAG,
    CpaRow,
    CpaUnit,
    types_in,
)
from keytally.families.cpa.scoring import Credits, best_alignment, clusters, patterns, tagged
from keytally.measures.assignment import Pair, symmetric_pairs


def at_one_place(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """Return the pairs of annotations with the same place; places are unique in each file."""
    index_of = {each.place: index for index, each in enumerate(second)}
    return [(i, index_of[each.place]) for i, each in enumerate(first) if each.place in index_of]


KINDS = {"syntactic tag": TAG, "semantic type": TYPE}
"""The kinds of annotations, each with its column."""


def bare_sentence(unit: CpaUnit) -> str:
    """Return the ids and tokens of a sentence, one per line, with the verb marked."""
    return "".join(map(_given, unit.rows))


def tokens(units: Sequence[CpaUnit]) -> list[tuple[int, int]]:
    """Return the ranges of tokens in the bare text, except the verb's."""
    return [place for row, place in _placed(units) if not _is_verb(row)]


def label_annotations(units: Sequence[CpaUnit], *, official: bool) -> list[Annotation]:
    """Return the token labels that the scorer reads, by line and column."""
    placed = [(number, row, place) for number, (row, place) in enumerate(_placed(units))]
    found = list[Annotation]()
    for kind, column in KINDS.items():
        counted = {id(each.row): each for each in tagged(units, column, official=official).values()}
        for number, row, place in placed:
            if (each := counted.get(id(row))) is not None:
                cell = row.place(column)
                name = row.text(TOKEN)
                value = (each.category,)
                found.append(Annotation(each.unit, *cell, kind, name, (number, column), value, extent=place))
    return sorted(found, key=lambda each: each.place)


def _placed(units: Sequence[CpaUnit]) -> list[tuple[CpaRow, tuple[int, int]]]:
    """Return the rows of a verb, each with its range in the bare text."""
    found, end = list[tuple[CpaRow, tuple[int, int]]](), 0
    for unit in units:
        for row in unit.rows:
            start, end = end, end + len(_given(row))
            found.append((row, (start, end)))
    return found


def _given(row: CpaRow) -> str:
    """Return the given part of a token, which annotators do not change."""
    return f"{row.text(ID)}\t{row.text(TOKEN)}{chr(9) + VERB_TAG if _is_verb(row) else ''}\n"


def _is_verb(row: CpaRow) -> bool:
    return row.text(TAG) == VERB_TAG


ITEM = "item"
CLUSTERED = "clustered"
"""The value of an item in a cluster; an item without a cluster has the content of its line, such as `x`."""

_DIGITS = 18


def cluster_annotations(units: Sequence[CpaUnit], *, official: bool) -> list[Annotation]:
    """Return the items of a verb, sorted by id; if several lines have the same id, the first one counts."""
    first: dict[str, tuple[CpaUnit, CpaRow]] = {}
    for unit in units:
        for row in unit.rows:
            first.setdefault(row.cell(ID), (unit, row))
    cluster_of = {each.item: each.cluster for each in reversed(clusters(units, official=official))}
    found, last = list[Annotation](), dict[str, int]()
    for item in sorted(first, key=_id_order):
        unit, row = first[item]
        cluster = cluster_of.get(item)
        before = () if cluster is None or cluster not in last else (Reference(last[cluster]),)
        value = (row.text(CLUSTER),) if cluster is None else (CLUSTERED, *before)
        if cluster is not None:
            last[cluster] = len(found)
        found.append(Annotation(unit, row.start, row.end, ITEM, item.strip(), _id_order(item), value))
    return found


def _id_order(item: str) -> tuple[int, str]:
    """Return the sort key of an item's id; numeric ids are sorted by value."""
    item = item.strip()
    is_number = item.isascii() and item.isdigit() and len(item) <= _DIGITS
    return (int(item) if is_number else 0, item)


PATTERN, SLOT = "pattern", "slot"


def pattern_annotations(units: Sequence[CpaUnit], credits: Credits) -> list[Annotation]:
    """Return the patterns of a verb, each followed by its filled slots; they are identified by content."""
    rows = [(_pattern_cells(row, credits), unit, row) for unit in units for row in unit.rows]
    found = list[Annotation]()
    for place, unit, row in sorted(rows, key=lambda each: each[0]):
        name = row.text(SUBJECT) or PATTERN
        found.append(Annotation(unit, row.start, row.end, PATTERN, name, place, (PATTERN,)))
        found += _slots(found[-1], len(found) - 1, row)
    return found


def _pattern_cells(row: CpaRow, credits: Credits) -> tuple[str, ...]:
    """Return the cells; the order of semantic types is ignored, except in the official program."""
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
    """Return the pairs of patterns in the alignment with the most credit; it does not matter which file is
    the key.
    """
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
    """Return the row of each pattern, by the index of its annotation."""
    return {
        index: next(row for row in each.unit.rows if row.start == each.start)
        for index, each in enumerate(said)
        if each.kind == PATTERN
    }
