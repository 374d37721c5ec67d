"""The comparison of each unit with the one right before it in the file."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from keytally.engine.units import Units
from keytally.evaluations.abilities import ComparesNeighbours
from keytally.evaluations.interface import Language
from keytally.findings.finding import Finding


def compare_neighbours(
    language: Language, units: Units, changed: Sequence[Any] | None = None
) -> Iterator[tuple[Any, Sequence[Finding]]]:
    """Units, each with the findings from the previous unit; none if the language does not compare.

    The first unit of a file has no such findings. With `changed`, a range of the units, only these units and
    the one after them are compared.
    """
    if isinstance(language, ComparesNeighbours):
        compared = chain((None,), units) if changed is None else _with_neighbours(units, changed)
        for before, unit in pairwise(compared):
            yield unit, () if before is None else language.compare_neighbours(before, unit)


def _with_neighbours(units: Units, stretch: Sequence[Any]) -> Iterator[Any]:
    """A stretch with the unit before it, None where there is none, and the unit after it if there is one."""
    yield units.unit_before(stretch[0])
    yield from stretch
    after = units.unit_after(stretch[-1])
    if after is not None:
        yield after
