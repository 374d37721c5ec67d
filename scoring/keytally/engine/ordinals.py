"""Units that are documents by their number in the file instead of by a name."""

from collections.abc import Iterable, Sequence
from typing import Any

from keytally.evaluations.interface import ORDINAL


def name_of(unit: Any) -> str | None:
    """The document that a unit names; None for one that is a document by its number, or none at all."""
    document: str | None = unit.document
    return None if document == ORDINAL else document


def names_of(units: Iterable[Any]) -> list[str]:
    """The documents that units name, one for each that names one."""
    return [name for unit in units if (name := name_of(unit)) is not None]


def is_ordinal(unit: Any) -> bool:
    """Whether a unit is a document by its number."""
    return bool(unit.document == ORDINAL)


def first_exchanged(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many ordinal units at the start of a stretch are the same as before."""
    count = 0
    for old, new in zip(filter(is_ordinal, before), filter(is_ordinal, after), strict=False):
        if old is not new:
            break
        count += 1
    return count


def exchanged(before: Sequence[Any], after: Sequence[Any]) -> list[int] | None:
    """Which ordinal units of a stretch are others than before; None where their number is another."""
    old, new = list(filter(is_ordinal, before)), list(filter(is_ordinal, after))
    if len(old) != len(new):
        return None
    return [index for index, (one, other) in enumerate(zip(old, new, strict=True)) if one is not other]


def renumbered(
    exchanges: Sequence[tuple[Sequence[Any], Sequence[Any]]], starts: Sequence[int], count: int
) -> set[str]:
    """The numbers whose units are others now; all from the first one on where a unit came or went.

    An exchange is the units of a stretch before and after; `starts` says how many ordinal units stand
    before each stretch, `count` how many there are in all, before or after, whichever is more.
    """
    others = [exchanged(*each) for each in exchanges]
    if None not in others:
        return {
            str(start + index + 1)
            for start, indices in zip(starts, others, strict=True)
            for index in indices or ()
        }
    first = min(start + first_exchanged(*each) for start, each in zip(starts, exchanges, strict=True))
    return {str(number + 1) for number in range(first, count)}
