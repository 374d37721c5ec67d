"""What is wrong with where units stand: each is compared with the one before it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from keytally.evaluations.interface import ComparesNeighbours, Language
from keytally.findings.finding import Finding
from keytally.text.measured import IndexedSequence


def compared(
    language: Language, units: IndexedSequence[Any], changed: Sequence[Any] | None = None
) -> Iterator[tuple[Any, Sequence[Finding]]]:
    """Units that follow another one, and what is wrong with that; none for most languages.

    Where only a stretch of the units has `changed`, these are its own and the one behind it.
    """
    if isinstance(language, ComparesNeighbours):
        for before, unit in pairwise(units if changed is None else _around(units, changed)):
            yield unit, language.compare_neighbours(before, unit)


def _around(units: IndexedSequence[Any], changed: Sequence[Any]) -> Iterator[Any]:
    """A stretch with the unit before it, where there is one, and the one behind it."""
    before, behind = units.previous(units.place_of(changed[0])), units.following(units.place_of(changed[-1]))
    if before is not None:
        yield units[before]
    yield from changed
    if behind is not None:
        yield units[behind]
