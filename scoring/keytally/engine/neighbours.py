"""What is wrong with where units stand: each is compared with the one before it."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from keytally.evaluations.interface import ComparesNeighbours, Language
from keytally.findings.finding import Finding
from keytally.text.measured import IndexedSequence


def compared(
    language: Language, units: IndexedSequence[Any], changed: Sequence[Any] | None = None
) -> Iterator[tuple[Any, Sequence[Finding]]]:
    """Units, and what is wrong with each behind the one before it; none for most languages.

    Nothing is wrong with the first unit of a file. Where only a stretch of the units has `changed`,
    these are its own and the one behind it.
    """
    if isinstance(language, ComparesNeighbours):
        for before, unit in pairwise(chain([None], units) if changed is None else _around(units, changed)):
            yield unit, () if before is None else language.compare_neighbours(before, unit)


def _around(units: IndexedSequence[Any], changed: Sequence[Any]) -> Iterator[Any]:
    """A stretch with the unit before it, or None where it is the first, and the one behind it."""
    before, behind = units.previous(units.place_of(changed[0])), units.following(units.place_of(changed[-1]))
    yield None if before is None else units[before]
    yield from changed
    if behind is not None:
        yield units[behind]
