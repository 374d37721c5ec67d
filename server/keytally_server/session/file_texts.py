"""Texts of files, open or on disk, with their encodings and warnings about them."""

import logging
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path

from keytally.families import registry
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.text.buffer import TextBuffer
from keytally.text.files import Decoded, Within, decode, memory_problem, reason_of, regular_bytes

ShowWarning = Callable[[str], None]


class Warnings:
    """Passes new lines to `show`; a line is new again if an update in between did not include it."""

    def __init__(self, show: ShowWarning) -> None:
        self._show = show
        self._shown: dict[Hashable, Sequence[str]] = {}

    def update(self, subject: Hashable, lines: Sequence[str]) -> None:
        """Set all present problems of a subject, and show the new ones."""
        for line in lines:
            if line not in self._shown.get(subject, ()):
                self._show(line)
        self._shown[subject] = lines


logger = logging.getLogger(__name__)


def fault_line(error: Exception) -> str:
    """Return an unexpected error as one line: either an error in a plugin or an internal error."""
    if isinstance(error, MemoryError):
        return memory_problem()
    fault = registry.fault_of(error)
    if not fault:
        logger.error("internal error", exc_info=error)
    return fault or f"internal error, please report it: {type(error).__name__}: {error}"


class UnreadableError(Exception):
    """The error raised if a file cannot be read; the message is one line for the user."""


def text_on_disk(path: Path, encoding: str | None = None, within: Within | None = None) -> str:
    """Return the decoded text of a file.

    Raises UnreadableError if the file cannot be read or if `within` does not allow its path.
    """
    try:
        return decode(regular_bytes(path, within=within), encoding).text
    except FileNotFoundError:
        raise UnreadableError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise UnreadableError(f"{path}: expected a file, but this is a directory") from None
    except OSError as error:
        raise UnreadableError(f"{path}: {reason_of(error)}") from None


REPLACEMENT = "\ufffd"
"""The replacement character for bytes that cannot be decoded."""

_EDITOR_ENCODINGS = "utf-8", "cp1252", "latin-1", "gb18030"
_UNKNOWN = "latin-1"
"""The encoding for bytes that are neither UTF-8 nor in the encoding declared by their pair."""

_NAMES = {"utf-8": "UTF-8", _UNKNOWN: "ISO 8859-1 (Latin-1) or another encoding that is not UTF-8"}


class EditorEncodings:
    """Compares the texts of open files with their bytes on disk.

    `read` returns a file as decoded from disk, with its bytes; it raises OSError.
    """

    def __init__(
        self, read: Callable[[Path], tuple[Decoded, bytes]], buffer: Callable[[Path], TextBuffer]
    ) -> None:
        self._read = read
        self._buffer = buffer
        self._misread: dict[Path, str] = {}

    def misread(self, path: Path) -> str | None:
        """Return the name of a file's encoding if the editor has decoded the file with another encoding;
        otherwise None.
        """
        return self._misread.get(path)

    def opened(self, path: Path) -> None:
        """Compare the text of an open file with its bytes."""
        self._misread.pop(path, None)
        try:
            decoded, data = self._read(path)
            text = str(self._buffer(path))
        except (OSError, KeyError):
            return
        if is_misread(text, decoded, data):
            self._misread[path] = _NAMES.get(decoded.encoding, decoded.encoding)

    def changed(self, path: Path) -> None:
        """Compare again: the editor may have decoded the file again. Edits by the user are ignored."""
        if path in self._misread:
            try:
                decoded, _ = self._read(path)
            except OSError:
                return
            if _same_lines(str(self._buffer(path)), decoded.text):
                del self._misread[path]

    def disk_changed(self, paths: Collection[Path], open_files: Mapping[Path, object]) -> None:
        """Compare open files that have changed on disk."""
        for path in open_files.keys() & set(paths):
            self.opened(path)

    def closed(self, path: Path) -> None:
        """Forget a file."""
        self._misread.pop(path, None)


def read_with_bytes(path: Path, encoding: str | None, within: Within) -> tuple[Decoded, bytes]:
    """Return a decoded file and its bytes; raises OSError."""
    data = regular_bytes(path, within=within)
    return decode(data, encoding), data


def is_misread(text: str, decoded: Decoded, data: bytes) -> bool:
    """Return whether an editor's text is the result of decoding the bytes with a wrong encoding.

    This includes an edited text that contains replacement characters which the file does not contain.
    """
    if _same_lines(text, decoded.text):
        return False
    if REPLACEMENT in text and REPLACEMENT not in decoded.text:
        return True
    return decoded.encoding != _UNKNOWN and any(
        _same_lines(text, data.decode(name, "replace"))
        for name in _EDITOR_ENCODINGS
        if name != decoded.encoding
    )


def _same_lines(one: str, other: str) -> bool:
    return one == other or _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class DiskTexts:
    """Reads files that no editor has open, within the workspace.

    `files_of` returns the files of a pair that are read, `reach` the directories in which a file may be.
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
        """For each file, use the encoding that is declared by the first of these pairs that contains it;
        return the files whose encoding has changed.
        """
        before, self._encodings = self._encodings, {}
        for pair in wanted:
            for path in self._files_of(pair):
                self._encodings.setdefault(path, pair.encoding)
        return {path for path, encoding in self._encodings.items() if before.get(path) != encoding}

    def text(self, path: Path) -> str:
        """Return the text of a file; raises UnreadableError."""
        return text_on_disk(path, self._encodings.get(path), self._reach(path).holds)

    def decoded(self, path: Path) -> tuple[Decoded, bytes]:
        """Return a decoded file and its bytes; raises OSError."""
        return read_with_bytes(path, self._encodings.get(path), self._reach(path).holds)

    def text_or_nothing(self, path: Path) -> str:
        """Return the text of a file; empty, with a warning, if it cannot be read."""
        try:
            text = self.text(path)
        except UnreadableError as problem:
            self._warnings.update(path, [str(problem)])
            return ""
        self._warnings.update(path, ())
        return text
