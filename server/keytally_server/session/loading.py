"""Loads long files into the engine in parts, so that messages do not wait."""

from pathlib import Path

from keytally.engine.engine import Engine
from keytally.evaluations.interface import Language
from keytally.text.buffer import TextBuffer

LONG = 100_000
"""A file of more code points than this is loaded in parts."""

STRETCH = 16_384
"""The number of code points in a part, unless a unit is longer."""


class Loading:
    """A file whose beginning is in the engine; `text` is the whole.

    The engine's text ends at the start of a unit, so that no unit is parsed twice. It is not judged.
    """

    def __init__(self, engine: Engine, path: Path, text: str, language: Language) -> None:
        self.text = TextBuffer(text)
        self._engine = engine
        self._path = path
        self._language = language
        self._loaded = 0
        engine.open(path, "", judged=False)

    @property
    def is_done(self) -> bool:
        """Whether the engine has the whole text."""
        return self._loaded == len(self.text)

    @property
    def unread(self) -> int:
        """The number of code points that are not loaded yet."""
        return len(self.text) - self._loaded

    def step(self) -> None:
        """Load one more part."""
        end = self._next_end()
        self._engine.edit(self._path, [(self._loaded, self._loaded, self.text.slice(self._loaded, end))])
        self._loaded = end

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace a range of the whole text, loaded or not."""
        start = min(start, len(self.text))
        end = min(max(start, end), len(self.text))
        self.text.replace(start, end, text)
        if end <= self._loaded:
            self._engine.edit(self._path, [(start, end, text)])
            self._loaded += start - end + len(text)
        elif start < self._loaded:
            self._engine.edit(self._path, [(start, self._loaded, "")])
            self._loaded = start

    def _next_end(self) -> int:
        """The last start of a unit within a part; for a longer unit its end."""
        rest = len(self.text) - self._loaded
        length = STRETCH
        while length < rest:
            part = self.text.slice(self._loaded, self._loaded + length + self._language.lookahead)
            starts = [start for start in self._language.boundaries(part) if start <= length]
            if starts:
                return self._loaded + (starts[-1] if length == STRETCH else starts[0])
            length *= 2
        starts = self._language.boundaries(self.text.slice(self._loaded, len(self.text)))
        is_long = length > STRETCH and starts
        return self._loaded + starts[0] if is_long else len(self.text)
