"""The entities that seqeval reads by default (chakki-works/seqeval 1.2)."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.model import OUTSIDE, Entity

_ENDING = frozenset(["BB", "BS", "BO", "IB", "IS", "IO"])
_STARTING = frozenset(["EE", "EI", "SE", "SI", "OE", "OI"])

Tag = tuple[str, str]


def seqeval_entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """The entities of a sentence in the program's default mode, which knows B, I, E and S, and no L or U."""
    return tuple(_entities(labels))


def _entities(labels: Sequence[str]) -> Iterator[Entity]:
    before, begin = (OUTSIDE, ""), 0
    for number, label in enumerate([*labels, OUTSIDE]):
        tag = label[:1], label[1:].split("-", maxsplit=1)[-1] or "_"
        if _ends(before, tag):
            yield Entity(begin, number, before[1])
        if _starts(before, tag):
            begin = number
        before = tag


def _ends(before: Tag, tag: Tag) -> bool:
    if before[0] in ("E", "S") or before[0] + tag[0] in _ENDING:
        return True
    return before[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def _starts(before: Tag, tag: Tag) -> bool:
    if tag[0] in ("B", "S") or before[0] + tag[0] in _STARTING:
        return True
    return tag[0] not in (OUTSIDE, ".") and before[1] != tag[1]
