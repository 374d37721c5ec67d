"""Which annotations of two files are about the same thing, where places tell it."""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.measures.symmetric_pairs import Pair


def at_one_place(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs with one place; no file has a place twice."""
    index_of = {each.place: index for index, each in enumerate(second)}
    return [(i, index_of[each.place]) for i, each in enumerate(first) if each.place in index_of]
