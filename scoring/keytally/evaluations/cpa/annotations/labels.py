"""The tags and types of tokens as annotations; both stand in the lines of a sentence."""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.cpa.formats.columns import ID, TAG, TOKEN, TYPE, VERB_TAG
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.parsing import tagged

KINDS = {"syntactic tag": TAG, "semantic type": TYPE}
"""The kinds of annotations, and the column that holds each."""


def bare_sentence(unit: CpaUnit) -> str:
    """The ids and tokens of a sentence, a line each, and which of them is the verb."""
    return "".join(map(_given, unit.rows))


def tokens(units: Sequence[CpaUnit]) -> list[tuple[int, int]]:
    """The stretches of the bare text with tokens that are judged: all but the verb's."""
    return [place for row, place in _placed(units) if not _is_verb(row)]


def labels(units: Sequence[CpaUnit], *, official: bool) -> list[Annotation]:
    """The labels of tokens that the scorer reads, by line and column."""
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
    """The rows of a verb, each with its stretch of the bare text."""
    found, end = list[tuple[CpaRow, tuple[int, int]]](), 0
    for unit in units:
        for row in unit.rows:
            start, end = end, end + len(_given(row))
            found.append((row, (start, end)))
    return found


def _given(row: CpaRow) -> str:
    """What annotators are given of a token."""
    return f"{row.text(ID)}\t{row.text(TOKEN)}{chr(9) + VERB_TAG if _is_verb(row) else ''}\n"


def _is_verb(row: CpaRow) -> bool:
    return row.text(TAG) == VERB_TAG
