"""Finds the places in the texts that link information leads to."""

from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.unit import Link
from keytally.evaluations.muc.formats.texts_file import TextsFile
from keytally_server.session.snapshot import Snapshot


class LinkedText(NamedTuple):
    """A range of the texts file, in its code points, and its text without task tags."""

    start: int
    end: int
    text: str


def linked_text(snapshot: Snapshot, link: Link) -> LinkedText | None:
    """The text that a link into the pair's texts leads to; None past their end or without texts."""
    reading = snapshot.pair.texts if snapshot.pair else None
    if reading is None:
        return None
    texts = TextsFile(reading.units)
    text = texts.text(link.first, link.last)
    first, last = texts.place(link.first), texts.place(link.last, is_end=True)
    if text is None or first is None or last is None:
        return None
    start = reading.units.offset_of(first.unit) + first.place
    return LinkedText(start, max(start, reading.units.offset_of(last.unit) + last.place), text)
