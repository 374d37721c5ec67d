"""One side of a pair: mostly a file, or the files of a folder."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from keytally.engine.reading import Located, Reading


class Side:
    """The readings of the files of one side, in order; a document stands in one file."""

    def __init__(self, readings: Mapping[Path, Reading]) -> None:
        self._readings = dict(readings)
        self._only = next(iter(self._readings.values())) if len(self._readings) == 1 else None

    def __contains__(self, path: Path) -> bool:
        return path in self._readings

    @property
    def readings(self) -> Sequence[Reading]:
        """The reading of each file."""
        return list(self._readings.values())

    def reading(self, path: Path) -> Reading:
        """The reading of one file; raises KeyError for one of another side."""
        return self._readings[path]

    @property
    def units(self) -> Iterator[Any]:
        """All units in file order."""
        return chain.from_iterable(reading.units for reading in self._readings.values())

    @property
    def documents(self) -> list[str]:
        """The documents in the order in which the files first name them."""
        return list(dict.fromkeys(chain.from_iterable(each.documents for each in self._readings.values())))

    def units_of(self, document: str) -> Sequence[Any]:
        """The units of a document in file order; none for one that the side lacks."""
        if self._only is not None:
            return self._only.units_of(document)
        for reading in self._readings.values():
            if units := reading.units_of(document):
                return units
        return ()

    def document_of(self, unit: Any) -> str | None:
        """The document that a unit of one of the files belongs to."""
        reading = next((each for each in self._readings.values() if unit in each), None)
        return None if reading is None else reading.document_of(unit)

    @property
    def finding_count(self) -> int:
        """The number of findings in all files."""
        return sum(reading.finding_count for reading in self._readings.values())

    def findings(self) -> Iterator[Located]:
        """All findings, file after file."""
        return chain.from_iterable(reading.findings() for reading in self._readings.values())
