"""A file's text, and every reading of it."""

from collections.abc import Iterator, Sequence

from keytally.engine.reading import Reading
from keytally.engine.rereading import Change
from keytally.engine.unit_findings import Wanted
from keytally.evaluations.interface import Language
from keytally.text.buffer import TextBuffer


class SourceText:
    """The text of one file, with a reading for each language that asked for one.

    Where a file is not `judged`, no reading is (see Reading) until `judging`.
    """

    def __init__(self, text: str, *, judged: bool = True) -> None:
        self.buffer = TextBuffer(text)
        self._judged = judged
        self._readings: dict[Language, Reading] = {}

    @property
    def readings(self) -> Iterator[Reading]:
        """Every reading, the first one asked for first."""
        return iter(self._readings.values())

    @property
    def text(self) -> str:
        """The whole text."""
        return str(self.buffer)

    def reading(self, language: Language, wanted: Wanted) -> Reading:
        """The reading of this file by `language`, made where there is none yet."""
        if language not in self._readings:
            self._readings[language] = Reading(language, self.text, wanted, judged=self._judged)
        return self._readings[language]

    def judging(self) -> Iterator[None]:
        """Judge the readings that are not judged, in short steps; edits may come between them."""
        self._judged = True
        for reading in list(self.readings):
            if not reading.is_judged:
                yield from reading.judging()

    def keep(self, readings: set[Reading]) -> None:
        """Drop the readings that nobody uses any more."""
        self._readings = {
            language: reading for language, reading in self._readings.items() if reading in readings
        }

    def append(self, language: Language, pieces: Sequence[str]) -> dict[Reading, set[str]]:
        """Put units of a language behind a text that ends where one begins; returns as `reread`."""
        end, text = len(self.buffer), "".join(pieces)
        self.buffer.replace(end, end, text)
        return {
            reading: reading.append(pieces)
            if reading.language == language
            else reading.edit([(end, end, text)])
            for reading in self.readings
        }

    def reread(self, changes: Sequence[Change]) -> dict[Reading, set[str]]:
        """Bring every reading up to changes that the buffer has; returns each one's changed documents."""
        return {reading: reading.edit(changes) for reading in self.readings}
