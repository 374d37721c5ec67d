"""Folding ranges: documents, their parts, and groups of units."""

from collections.abc import Iterator
from itertools import starmap

from keytally_server.answers.folding_range import FoldingRange
from keytally_server.features.near import part_near
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

MOST_RANGES = 5000
MOST_DOCUMENTS = 40
"""The number of documents of a large file that fold."""

MOST_WITH_PARTS = 500
"""The number of documents up to which their parts fold too."""


def folding_ranges(snapshot: Snapshot, place: int = 0) -> Iterator[FoldingRange]:
    """The ranges over several lines: documents, and unless there are many their parts.

    In a large file the documents near a place fold.
    """
    reading, presenter = snapshot.reading, presenter_of(snapshot.reading.language)
    part = part_near(reading, place, MOST_DOCUMENTS)
    with_parts = len(reading.documents) <= MOST_WITH_PARTS
    for unit, offset in part.units:
        for start, end in presenter.folding_ranges(unit, with_parts=with_parts):
            if _runs_over_a_line(unit.text[start:end]):
                yield FoldingRange(offset + start, offset + end)
    yield from starmap(FoldingRange, presenter.group_folding_ranges(part.units))


def _runs_over_a_line(text: str) -> bool:
    return "\n" in text or "\r" in text
