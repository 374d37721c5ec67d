"""The readings of the files of a key, or of a response: mostly of one file, else of those of a folder."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from keytally.engine.documents import Documents
from keytally.engine.findings import Located
from keytally.engine.reading import Reading


class JoinedDocuments:
    """The names of the documents of several readings, in order; all units of a document stand in one file."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(chain.from_iterable(reading.documents for reading in self._readings)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def units_of(self, document: str) -> Sequence[Any]:
        """The units of a document in file order; none for a document that the files lack."""
        for reading in self._readings:
            if units := reading.documents.units_of(document):
                return units
        return ()


class JoinedReadings:
    """The readings of files as those of one text, in the order of the files."""

    def __init__(self, readings: Mapping[Path, Reading]) -> None:
        self._by_path = dict(readings)
        self.readings: Sequence[Reading] = list(self._by_path.values())
        self.documents: Documents | JoinedDocuments = (
            self.readings[0].documents if len(self.readings) == 1 else JoinedDocuments(self.readings)
        )

    def __contains__(self, path: Path) -> bool:
        return path in self._by_path

    @property
    def paths(self) -> Sequence[Path]:
        """The files in order."""
        return list(self._by_path)

    def reading(self, path: Path) -> Reading:
        """The reading of one file; raises KeyError for another file."""
        return self._by_path[path]

    def document_with(self, unit: Any) -> str | None:
        """The document that a unit belongs to; None where it is in none, or in none of the files."""
        reading = next((each for each in self.readings if unit in each.units), None)
        return None if reading is None else reading.documents.name_of(unit)

    @property
    def units(self) -> Iterator[Any]:
        """All units in file order."""
        return chain.from_iterable(reading.units for reading in self.readings)

    @property
    def findings(self) -> Iterator[Located]:
        """All findings, file after file."""
        return chain.from_iterable(reading.findings for reading in self.readings)
