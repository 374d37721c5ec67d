"""Folds adjacent units of one group."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from keytally.evaluations.presentation import PresentedUnit


def group_stretches(units: Iterable[tuple[Any, int]]) -> Iterator[tuple[int, int]]:
    """The ranges of adjacent units of one group; each unit comes with its offset."""
    for group, members in groupby(units, key=_group):
        if group is None:
            continue
        (_, start), *others = members
        if others:
            last, offset = others[-1]
            yield start, offset + len(last.text.rstrip("\r\n"))


def _group(placed: tuple[Any, int]) -> str | None:
    unit = placed[0]
    return unit.group if isinstance(unit, PresentedUnit) else None
