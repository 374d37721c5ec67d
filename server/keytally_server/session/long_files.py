"""The texts of files in an engine, of which long ones are read in parts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.evaluations.interface import Language
from keytally.text.buffer import TextBuffer
from keytally_server.session.loading import LONG, Loading

JUDGED = 16
"""The number of units in a part that is judged or compared."""


class LongFiles:
    """The files of an engine that are still being read; the engine has only the beginning of each.

    Those that have been read are judged last, by `judge`, when what depends on their text alone is done.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loading: dict[Path, Loading] = {}
        self._unjudged: dict[Path, Iterator[None]] = {}

    def __contains__(self, path: Path) -> bool:
        return path in self._loading

    def __bool__(self) -> bool:
        return bool(self._loading)

    @property
    def unread(self) -> int:
        """The number of code points that are still to be read."""
        return sum(loading.unread for loading in self._loading.values())

    @property
    def next(self) -> Path:
        """The file that is read on next; there must be one."""
        return next(iter(self._loading))

    def has_any(self, paths: Iterable[Path]) -> bool:
        """Whether any of these files is still being read."""
        return not self._loading.keys().isdisjoint(paths)

    def buffer(self, path: Path) -> TextBuffer:
        """The whole text of a file, read or not; KeyError for an unknown file."""
        return self._loading[path].text if path in self._loading else self._engine.source(path).buffer

    def take(self, path: Path, text: str, language: Language) -> None:
        """Put a file into the engine, a long one in parts."""
        if len(text) <= LONG:
            self._engine.open(path, text)
        else:
            self._loading[path] = Loading(self._engine, path, text, language)

    def begin_again(self, path: Path, language: Language) -> bool:
        """Read a long file of the engine in parts, unless something has read it; returns whether it does."""
        buffer = self.buffer(path)
        if len(buffer) <= LONG or path in self._loading or any(self._engine.source(path).readings):
            return False
        self._engine.close(path)
        if path in self._engine:
            return False
        self._loading[path] = Loading(self._engine, path, str(buffer), language)
        return True

    def step(self, path: Path) -> bool:
        """Read one more part of a file; returns whether that was the last."""
        loading = self._loading[path]
        loading.step()
        if loading.is_done:
            del self._loading[path]
            self._unjudged[path] = self._engine.judging(path)
        return loading.is_done

    def awaits_judgement(self, path: Path) -> bool:
        """Whether the findings of a file that has been read are still to be made."""
        return path in self._unjudged

    @property
    def unjudged(self) -> Sequence[Path]:
        """The files that have been read and wait to be judged."""
        return list(self._unjudged)

    def judge(self, path: Path) -> bool:
        """Judge one more part of a file that waits for it; returns whether that was the last."""
        is_over = next(islice(self._unjudged[path], JUDGED - 1, None), self) is self
        if is_over:
            del self._unjudged[path]
        return is_over

    def edit(self, path: Path, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """Edit a file as `Engine.edit` does, and one that is still being read as well."""
        if path not in self._loading:
            return self._engine.edit(path, changes)
        for start, end, text in changes:
            self._loading[path].edit(start, end, text)
        return {path}

    def give_up(self, path: Path) -> None:
        """Keep the text of a file alone: nothing reads it any more."""
        text = str(self.buffer(path))
        self._loading.pop(path, None)
        self._unjudged.pop(path, None)
        self._engine.close(path)
        self._engine.open(path, text)

    def forget(self, paths: Collection[Path]) -> None:
        """Forget the files that are not among these."""
        self._loading = {path: each for path, each in self._loading.items() if path in paths}
        self._unjudged = {path: each for path, each in self._unjudged.items() if path in paths}
