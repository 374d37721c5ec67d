"""The entities that seqeval reads by default (chakki-works/seqeval 1.2)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import KEPT
from keytally.evaluations.columns.model import OUTSIDE, Entity

_ENDING = frozenset(["BB", "BS", "BO", "IB", "IS", "IO"])
_STARTING = frozenset(["EE", "EI", "SE", "SI", "OE", "OI"])

Tag = tuple[str, str]


def seqeval_entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """The entities of a sentence in the program's default mode, which knows B, I, E and S, and no L or U."""
    return tuple(_entities(labels))


def _entities(labels: Sequence[str]) -> Iterator[Entity]:
    before, begin = "", 0
    for number, label in enumerate([*labels, OUTSIDE]):
        if label == before == OUTSIDE:
            continue
        step = _step(before, label)
        if step.ends:
            yield Entity(begin, number, step.ended)
        if step.starts:
            begin = number
        before = label


class _Step(NamedTuple):
    """Whether an entity ends before a label, of which type, and whether one starts with the label."""

    ends: bool
    ended: str
    starts: bool


@lru_cache(KEPT)
def _step(before: str, label: str) -> _Step:
    """What two neighbouring labels say; before the first one is none."""
    last, tag = _tag(before) if before else (OUTSIDE, ""), _tag(label)
    return _Step(_ends(last, tag), last[1], _starts(last, tag))


def _tag(label: str) -> Tag:
    return label[:1], label[1:].split("-", maxsplit=1)[-1] or "_"


def _ends(before: Tag, tag: Tag) -> bool:
    if before[0] in ("E", "S") or before[0] + tag[0] in _ENDING:
        return True
    return before[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def _starts(before: Tag, tag: Tag) -> bool:
    if tag[0] in ("B", "S") or before[0] + tag[0] in _STARTING:
        return True
    return tag[0] not in (OUTSIDE, ".") and before[1] != tag[1]
