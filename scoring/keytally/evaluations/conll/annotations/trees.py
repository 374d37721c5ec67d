"""The head of new mentions, by the dependencies of CoNLL-U."""

from collections.abc import Sequence

from keytally.evaluations.conll.model import Row

_HEAD = 6


def head_of(rows: Sequence[Row]) -> int:
    """The number, from 1, of the first word that depends on none of the others.

    Rows are those of one mention. An empty node has its head elsewhere and counts only where all are empty.
    """
    inside = {row.cells[0] for row in rows}
    free = [at for at, row in enumerate(rows) if not row.empty and row.cells[_HEAD] not in inside]
    return free[0] + 1 if free else 1
