"""Folding ranges: documents, their parts, and groups of units."""

from collections.abc import Iterator
from itertools import starmap

from keytally_server.answers.folding_range import FoldingRange
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

MOST_RANGES = 5000


def folding_ranges(snapshot: Snapshot) -> Iterator[FoldingRange]:
    """The ranges over several lines: documents, and except in large files their parts."""
    reading, presenter = snapshot.reading, presenter_of(snapshot.reading.language)
    with_parts = len(reading.documents) <= MOST_RANGES // 10
    for unit, offset in reading.units.between(0, len(reading)):
        for start, end in presenter.folding_ranges(unit, with_parts=with_parts):
            if _runs_over_a_line(unit.text[start:end]):
                yield FoldingRange(offset + start, offset + end)
    yield from starmap(FoldingRange, presenter.group_folding_ranges(reading.units.between(0, len(reading))))


def _runs_over_a_line(text: str) -> bool:
    return "\n" in text or "\r" in text
