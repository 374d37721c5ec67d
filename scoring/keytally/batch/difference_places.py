"""Where the differences of a scored pair stand: files, lines and columns."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.batch.files import shown
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.evaluations.classified import Difference, Place
from keytally.text.span import Position


class LocatedPlace(NamedTuple):
    """A place in a file; lines and columns count from 0, columns in code points."""

    path: str
    start: Position
    end: Position

    def __str__(self) -> str:
        """`path:line:column`, from 1."""
        return f"{self.path}:{self.start.line + 1}:{self.start.column + 1}"

    @property
    def values(self) -> dict[str, Any]:
        """The range as plain values, from 1."""
        ends = {"start": self.start, "end": self.end}
        return {name: {"line": at.line + 1, "column": at.column + 1} for name, at in ends.items()}


class DifferencePlaces:
    """Finds the places of differences in the files of a pair."""

    def __init__(self, live: LivePair) -> None:
        self._readings: Sequence[tuple[str, Reading]] = [
            (str(shown(path)), side.reading(path))
            for side in (live.response, live.key)
            for path in map(Path, side.paths)
        ]

    def place_of(self, difference: Difference) -> LocatedPlace:
        """The first place of a difference in the response; in the key where the response has none."""
        return self._located((*difference.response, *difference.key)[0])

    def key_place_of(self, difference: Difference) -> LocatedPlace | None:
        """The first place of a difference in the key; None where the key has none."""
        return self._located(difference.key[0]) if difference.key else None

    def _located(self, place: Place) -> LocatedPlace:
        path, reading = next(each for each in self._readings if place.unit in each[1].units)
        offset = reading.units.offset_of(place.unit)
        ends = (reading.places.position(offset + at) for at in (place.start, place.end))
        return LocatedPlace(path, *ends)
