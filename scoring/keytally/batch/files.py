"""Reads and writes the files of a run; each problem becomes one line that says what to do."""

import errno
import os
from pathlib import Path
from stat import S_IMODE
from typing import overload

from keytally.batch.errors import KeytallyError
from keytally.text.beginning import HEAD, beginning
from keytally.text.decoding import UTF16_MARKS, Decoded, decode, is_encoding
from keytally.text.regular import (
    Within,
    is_folder,
    is_link,
    is_there,
    reason_of,
    regular_bytes,
    regular_head,
    short,
)


@overload
def shown(source: Path) -> Path: ...
@overload
def shown(source: Path | str) -> Path | str: ...
@overload
def shown(source: Path | str | None) -> Path | str | None: ...
def shown(source: Path | str | None) -> Path | str | None:
    """A path as messages show it: relative to the current folder if it is below that; else unchanged."""
    working_folder = Path.cwd()
    return (
        source.relative_to(working_folder)
        if isinstance(source, Path) and working_folder in source.parents
        else source
    )


def read_text(path: Path, encoding: str | None = None, within: Within | None = None) -> Decoded:
    """A file's text. Raises KeytallyError for a file that is missing, cannot be read or is not text.

    So it does for one that lies not `within`.
    """
    return decode(read_data(path, encoding, within), encoding)


def read_data(path: Path, encoding: str | None = None, within: Within | None = None) -> bytes:
    """The bytes of a file that is text, if need be in that encoding. Raises as `read_text`."""
    if encoding is not None and not is_encoding(encoding):
        raise KeytallyError(f"{encoding!r} is no encoding that Python knows")
    data = _read(path, within=within)
    if data.startswith(UTF16_MARKS):
        raise KeytallyError(f"{path}: the file is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise KeytallyError(f"{path}: the file is binary, not text")
    return data


_DOCUMENTS = "give one with documents in it"


def filled_text(
    path: Path, encoding: str | None = None, wanted: str = _DOCUMENTS, within: Within | None = None
) -> str:
    """The text of a file that is not empty. Raises as `read_text`, and for an empty file."""
    return decode(filled_data(path, encoding, wanted, within), encoding).text


def filled_data(
    path: Path, encoding: str | None = None, wanted: str = _DOCUMENTS, within: Within | None = None
) -> bytes:
    """The bytes of a text that is not empty. Raises as `filled_text`."""
    data = read_data(path, encoding, within)
    may_be_blank = not beginning(data[:HEAD]).strip() or (encoding is not None and not data.isascii())
    if may_be_blank and not decode(data, encoding).text.strip():
        raise KeytallyError(f"{path}: the file is empty; {wanted}")
    return data


def beginning_of(path: Path, size: int = HEAD, within: Within | None = None) -> str:
    """The first `size` bytes of a file as text, by default enough for its language. Raises as `read_text`."""
    return beginning(_read(path, size, within))


def _read(path: Path, size: int | None = None, within: Within | None = None) -> bytes:
    try:
        return regular_bytes(path, within=within) if size is None else regular_head(path, size, within)
    except OSError as error:
        raise KeytallyError(f"{short(str(path))}: {advice_on(path, error)}") from error


def advice_on(path: Path, error: Exception) -> str:
    """Why a file could not be read or written, and what to do about it."""
    if isinstance(error, FileNotFoundError) and not is_folder(path.parent):
        return "its folder is not there; give a path that exists"
    if isinstance(error, FileNotFoundError):
        return f"{reason_of(error)}; give a path that exists"
    if isinstance(error, IsADirectoryError) or is_folder(path):
        return "this is a folder; give a file"
    if isinstance(error, PermissionError):
        return "the file may not be read or written; change its permissions"
    return reason_of(error)


def write_text(path: Path, decoded: Decoded, text: str) -> None:
    """Write `text` in the file's original encoding, byte-order mark and mode.

    The file changes atomically; a link stays a link. Raises KeytallyError.
    """
    try:
        data = decoded.encode(text)
    except UnicodeEncodeError as error:
        character = text[error.start : error.start + 1]
        problem = f"{character!r} cannot be written in {decoded.encoding}; convert the file to UTF-8 first"
        raise KeytallyError(f"{path}: {problem}") from error
    try:
        write_whole(_followed(path), data)
    except OSError as error:
        raise KeytallyError(f"{path}: {advice_on(path, error)}") from error


def _followed(path: Path) -> Path:
    """The file that a path leads to, or would. Raises OSError for links in a circle."""
    real = Path(os.path.realpath(path))
    if is_link(real):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return real


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically; an existing file keeps its mode.

    Raises OSError, also for a read-only file in a folder that can be written.
    """
    from keytally.batch.signals import deferred_signals  # noqa: PLC0415 - most runs write nothing

    with deferred_signals():
        beside = write_beside(path, data)
        try:
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def write_beside(path: Path, data: bytes) -> Path:
    """Write a new file beside the one whose place it is to take, with its mode; returns its path.

    Raises OSError, also where the existing file may not be written, and leaves nothing behind then.
    """
    if is_there(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    beside = path.with_name(f".{os.urandom(8).hex()}.partial")
    try:
        beside.write_bytes(data)
        if is_there(path):
            beside.chmod(S_IMODE(path.stat().st_mode))
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside
