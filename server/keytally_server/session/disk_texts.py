"""The texts of files on disk, each in the encoding of the pairs that it is in."""

from collections.abc import Callable, Iterable
from pathlib import Path

from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.warnings import Warnings


class DiskTexts:
    """Reads files that no editor has open, within the workspace.

    `files_of` gives the files of a pair that are read, `reach` the folders that a file may lie in.
    """

    def __init__(
        self,
        files_of: Callable[[Pair], Iterable[Path]],
        reach: Callable[[Path], Reach],
        warnings: Warnings,
    ) -> None:
        self._files_of = files_of
        self._reach = reach
        self._warnings = warnings
        self._encodings: dict[Path, str | None] = {}

    def follow(self, wanted: Iterable[Pair]) -> set[Path]:
        """Take the encoding of each file from the first of these pairs; returns the files with a new one."""
        before, self._encodings = self._encodings, {}
        for pair in wanted:
            for path in self._files_of(pair):
                self._encodings.setdefault(path, pair.encoding)
        return {path for path, encoding in self._encodings.items() if before.get(path) != encoding}

    def text(self, path: Path) -> str:
        """The text of a file; raises UnreadableError."""
        return text_on_disk(path, self._encodings.get(path), self._reach(path).holds)

    def text_or_nothing(self, path: Path) -> str:
        """The text of a file; none if it cannot be read, of which the user is told."""
        try:
            text = self.text(path)
        except UnreadableError as problem:
            self._warnings.update(path, [str(problem)])
            return ""
        self._warnings.update(path, ())
        return text
