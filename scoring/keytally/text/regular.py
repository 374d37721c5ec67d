"""Reads files: the only place that opens what a user's file names. Regular files only, up to a size."""

import os
from collections.abc import Callable
from errno import EFBIG, EINVAL, EISDIR, ELOOP
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import BinaryIO, NamedTuple

MEGABYTE = 1_000_000
ENVIRONMENT = "KEYTALLY_MAXIMUM_FILE_SIZE"
DEFAULT_MEGABYTES = 1_000
"""The command reads larger files than the server, which keeps them all in memory while they are open."""

_LONGEST_SHOWN = 200
_CHUNK = 1 << 20
_OPEN_FILES = "/proc/self/fd"
_FLAGS = sum(getattr(os, f"O_{name}", 0) for name in ("RDONLY", "NONBLOCK", "CLOEXEC", "NOCTTY", "BINARY"))


Within = Callable[[Path], bool]
"""Whether a place may be read."""


class Bound(NamedTuple):
    """The size in bytes up to which files are read, and the name of the setting that states it."""

    size: int
    setting: str


_bounds: list[Bound] = []


def set_bound(megabytes: float, setting: str) -> None:
    """Set the size up to which this process reads files, instead of the environment's or the default."""
    _bounds[:] = [Bound(int(megabytes * MEGABYTE), setting)]


def bound() -> Bound:
    """The size up to which files are read. Raises OSError where the environment states no number."""
    if _bounds:
        return _bounds[0]
    stated = os.environ.get(ENVIRONMENT, "")
    try:
        size = int(float(stated or DEFAULT_MEGABYTES) * MEGABYTE)
        if size <= 0:
            raise ValueError
        return Bound(size, ENVIRONMENT)
    except (ValueError, OverflowError):
        raise OSError(EINVAL, f"{ENVIRONMENT} is a number of megabytes, not {stated!r}") from None


def regular_bytes(path: Path, most: Bound | None = None, within: Within | None = None) -> bytes:
    """The bytes of a file. Raises OSError, also for a pipe or a device, and for a file over the bound.

    `within` tells whether a place may be read: it is asked of what has been opened, not of the name, so that
    a link that is changed meanwhile leads nowhere else.
    """
    most = most or bound()
    with _opened(path) as file:
        if within is not None:
            _refuse_elsewhere(path, file.fileno(), within)
        size = os.fstat(file.fileno()).st_size
        _refuse_large(size, most)
        data = file.read(size + 1) or b""
        while len(data) > size and (more := file.read(_CHUNK)):
            data += more
            _refuse_large(len(data), most)
    return data


def regular_head(path: Path, size: int, within: Within | None = None) -> bytes:
    """The first `size` bytes of a file of any size. Raises OSError as `regular_bytes`."""
    descriptor = _descriptor(path)
    try:
        if within is not None:
            _refuse_elsewhere(path, descriptor, within)
        pieces, left = [], size
        while left > 0 and (piece := os.read(descriptor, min(left, _CHUNK))):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)
    finally:
        os.close(descriptor)


def fault_of(path: Path, most: Bound | None = None) -> OSError | None:
    """Why `regular_bytes` would not read a file now; None if it would. Reads nothing."""
    try:
        with _opened(path) as file:
            _refuse_large(os.fstat(file.fileno()).st_size, most or bound())
    except OSError as error:
        return error
    return None


def reason_of(error: Exception) -> str:
    """Why a file could not be read or written, as a clause on one line."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, OSError) and error.errno == ELOOP:
        return "its links lead in a circle; give the file itself"
    return " ".join(str(getattr(error, "strerror", None) or error).split())


def is_file(path: Path) -> bool:
    """Whether a path leads to a regular file; False for one that the system rejects."""
    return _is_of_kind(path, S_ISREG)


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; False for one that the system rejects."""
    return _is_of_kind(path, S_ISDIR)


def is_there(path: Path) -> bool:
    """Whether a path leads to anything; False for one that the system rejects."""
    return _is_of_kind(path, lambda mode: True)


def is_named(path: Path) -> bool:
    """Whether there is anything of that name, a link that leads nowhere too."""
    return _is_of_kind(path, lambda mode: True, follow_links=False)


def is_link(path: Path) -> bool:
    """Whether a path is a link; False for one that the system rejects."""
    return _is_of_kind(path, S_ISLNK, follow_links=False)


def _is_of_kind(path: Path, kind: Callable[[int], bool], *, follow_links: bool = True) -> bool:
    try:
        return kind(path.stat(follow_symlinks=follow_links).st_mode)
    except (OSError, ValueError):
        return False


def short(name: str) -> str:
    """A file's name for a message; the middle of a very long one is left out."""
    half = _LONGEST_SHOWN // 2
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:half]}…{name[-half:]}"


def _opened(path: Path) -> BinaryIO:
    """A regular file, opened."""
    descriptor = _descriptor(path)
    try:
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _descriptor(path: Path) -> int:
    """A regular file, opened by the system. Nothing else is opened, since that alone may wait or act."""
    try:
        _refuse_irregular(path.stat().st_mode)
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        raise OSError(EINVAL, f"no file can have this name: {error}") from None
    try:
        _refuse_irregular(os.fstat(descriptor).st_mode)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _refuse_irregular(mode: int) -> None:
    if S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, "this is a folder; give a file")
    if not S_ISREG(mode):
        raise OSError(EINVAL, "this is no regular file; save its text and give that")


def _refuse_elsewhere(path: Path, descriptor: int, within: Within) -> None:
    place = _place_of(path, descriptor)
    if place is None or not within(place):
        raise OSError(EINVAL, "it lies outside the workspace")


def _place_of(path: Path, descriptor: int) -> Path | None:
    """Where an open file lies, by the system; else where its name leads now, None if to another file."""
    try:
        return Path(_OPEN_FILES, str(descriptor)).readlink()
    except OSError:
        real = Path(os.path.realpath(path))
        return real if os.path.samestat(real.stat(), os.fstat(descriptor)) else None


def _refuse_large(size: int, most: Bound) -> None:
    if size > most.size:
        megabytes = f"{most.size / MEGABYTE:,.10g} MB"
        raise OSError(EFBIG, f"the file is larger than {megabytes}, the most that is read ({most.setting})")
