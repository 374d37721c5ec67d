"""The entities that nervaluate 1.2 reads."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.model import OUTSIDE, Entity


def nervaluate_entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """The entities of a sentence: one that begins with B or I goes on through all labels of its type but B.

    The program stops where an entity begins with another prefix. Here such a one has one token, and a text
    that is no label begins none.
    """
    return tuple(_entities(labels))


def _entities(labels: Sequence[str]) -> Iterator[Entity]:
    start, type_ = -1, ""
    for number, label in enumerate([*labels, OUTSIDE]):
        if start >= 0:
            if label != OUTSIDE and label[2:] == type_ and label[:1] != "B" and labels[start][:1] in "BI":
                continue
            yield Entity(start, number, type_)
            start = -1
        if label != OUTSIDE and is_label(label):
            start, type_ = number, label[2:]
