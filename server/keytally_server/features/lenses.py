"""Tallies above each document, and above the file."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally_server.session.snapshot import Snapshot


class Lens(NamedTuple):
    """A line of text above a place in the file."""

    start: int
    title: str


def lenses(snapshot: Snapshot) -> Iterator[Lens]:
    """The file's tallies at its start, then each document's where it starts."""
    pair = snapshot.pair
    if pair is None:
        return
    in_short = pair.evaluation.in_short
    if totals := pair.totals():
        yield Lens(0, f"all documents: {in_short(totals)}")
    offset = 0
    for unit in snapshot.reading.units:
        if unit.document is not None and (totals := pair.document_totals(unit.document)):
            yield Lens(offset, f"{unit.document or 'no number'}: {in_short(totals)}")
        offset += len(unit.text)
