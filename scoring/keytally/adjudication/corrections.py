"""Items in whose place the gold has what nobody says: a person has put something else there.

Rule: an annotation of the gold is made by hand if it is about no item, or covers a stretch of text that
nobody covers of its item. It corrects each item that the gold lacks and that it excludes, as one entity
excludes another one over the same text. So a span over two disputed ones decides both.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, ExcludesOverlaps

Extent = tuple[int, int]


class Lacking(NamedTuple):
    """An item that the gold lacks, by its number, and what somebody says of it."""

    number: int
    said: Annotation


def corrections(
    evaluation: ExcludesOverlaps, lacking: Sequence[Lacking], made: Mapping[int, Annotation]
) -> dict[int, int]:
    """The annotation of the gold, by index, that corrects an item, for each such item; the first one.

    `made` has the annotations that are made by hand. Takes time near-linear in both where they exclude few.
    """
    listed = sorted((each for each in lacking if each.said.extent is not None), key=_extent)
    starts = [_extent(each)[0] for each in listed]
    reached = list(accumulate((_extent(each)[1] for each in listed), max))
    found: dict[int, int] = {}
    for index, annotation in sorted(made.items()):
        for each in _near(listed, starts, reached, annotation.extent):
            if evaluation.exclude(annotation, each.said):
                found.setdefault(each.number, index)
    return found


def _extent(each: Lacking) -> Extent:
    assert each.said.extent is not None, "only what covers text is compared"
    return each.said.extent


def _near(
    listed: Sequence[Lacking], starts: Sequence[int], reached: Sequence[int], extent: Extent | None
) -> Iterator[Lacking]:
    """The items that touch a stretch of text."""
    if extent is None:
        return
    for at in range(bisect_left(starts, extent[1] + 1) - 1, -1, -1):
        if reached[at] < extent[0]:
            return
        if _extent(listed[at])[1] >= extent[0]:
            yield listed[at]
