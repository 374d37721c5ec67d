"""Loads long files into the engine in parts, so that messages do not wait."""

from collections.abc import Sequence
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.rereading import cut
from keytally.evaluations.interface import Language
from keytally.text.buffer import TextBuffer

LONG = 100_000
"""A file of more code points than this is loaded in parts."""

STRETCH = 16_384
"""The number of code points in a part, unless a unit is longer."""


class Loading:
    """A file whose beginning is in the engine; `text` is the whole.

    The engine's text ends at the start of a unit, so that no unit is parsed twice. It is not judged. Until an
    edit comes the engine is given units as they are cut here, and need not cut them again.
    """

    def __init__(self, engine: Engine, path: Path, text: str, language: Language) -> None:
        self.text = TextBuffer(text)
        self._engine = engine
        self._path = path
        self._language = language
        self._loaded = 0
        self._is_edited = False
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
        part, starts = self._next_part()
        if self._loaded and not self._is_edited:
            self._engine.append(self._path, self._language, cut(part, starts))
        else:
            self._engine.edit(self._path, [(self._loaded, self._loaded, part)])
        self._loaded += len(part)

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace a range of the whole text, loaded or not."""
        start = min(start, len(self.text))
        end = min(max(start, end), len(self.text))
        self.text.replace(start, end, text)
        self._is_edited = True
        if end <= self._loaded:
            self._engine.edit(self._path, [(start, end, text)])
            self._loaded += start - end + len(text)
        elif start < self._loaded:
            self._engine.edit(self._path, [(start, self._loaded, "")])
            self._loaded = start

    def _next_part(self) -> tuple[str, Sequence[int]]:
        """The text up to the last start of a unit within a stretch, for a longer unit to its end.

        With it come the starts of units that stand in it.
        """
        rest = len(self.text) - self._loaded
        length = STRETCH
        while length < rest:
            part = self.text.slice(self._loaded, self._loaded + length + self._language.lookahead)
            starts = [start for start in self._language.boundaries(part) if start <= length]
            if starts:
                return _up_to(part, starts if length == STRETCH else starts[:1])
            length *= 2
        part = self.text.slice(self._loaded, len(self.text))
        starts = self._language.boundaries(part)
        return _up_to(part, starts[:1]) if length > STRETCH and starts else (part, starts)


def _up_to(text: str, starts: Sequence[int]) -> tuple[str, Sequence[int]]:
    """The text before the last of some starts of units, and the others."""
    return text[: starts[-1]], starts[:-1]
