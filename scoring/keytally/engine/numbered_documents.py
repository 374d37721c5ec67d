"""Units that are documents by their number in the file instead of by a name: ordinal units."""

from collections.abc import Iterable, Sequence
from typing import Any

from keytally.engine.units import UnitReplacement
from keytally.evaluations.interface import ORDINAL


def name_given(unit: Any) -> str | None:
    """The name of the document that a unit gives; None for an ordinal unit, or one of no document."""
    document: str | None = unit.document
    return None if document == ORDINAL else document


def names_given(units: Iterable[Any]) -> list[str]:
    """The names of documents that units give, one for each unit that gives one."""
    return [name for unit in units if (name := name_given(unit)) is not None]


def is_ordinal(unit: Any) -> bool:
    """Whether a unit is a document by its number."""
    return bool(unit.document == ORDINAL)


def changed_numbers(replacements: Sequence[UnitReplacement], starts: Sequence[int], count: int) -> set[str]:
    """The numbers under which another unit stands than before; all from the first one on if units moved.

    `starts` has the number of ordinal units before each stretch, `count` is their number in the whole
    file before or after the edit, whichever is greater.
    """
    replaced = [_replaced(*each) for each in replacements]
    if None not in replaced:
        return {
            str(start + index + 1)
            for start, indices in zip(starts, replaced, strict=True)
            for index in indices or ()
        }
    first = min(start + _kept_at_start(*each) for start, each in zip(starts, replacements, strict=True))
    return {str(number + 1) for number in range(first, count)}


def _replaced(old: Sequence[Any], new: Sequence[Any]) -> list[int] | None:
    """The indices of the ordinal units that were replaced; None where their number has changed."""
    old, new = list(filter(is_ordinal, old)), list(filter(is_ordinal, new))
    if len(old) != len(new):
        return None
    return [index for index, (before, after) in enumerate(zip(old, new, strict=True)) if before is not after]


def _kept_at_start(old: Sequence[Any], new: Sequence[Any]) -> int:
    """The number of ordinal units at the start of a stretch that were not replaced."""
    count = 0
    for before, after in zip(filter(is_ordinal, old), filter(is_ordinal, new), strict=False):
        if before is not after:
            break
        count += 1
    return count
