"""Read regular files within limits: bytes, encodings, paths, and the files of the package."""

import codecs
import errno
import ntpath
import os
import posixpath
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from errno import EFBIG, EINVAL, EISDIR, ELOOP
from pathlib import Path, PurePath, PureWindowsPath
from stat import S_IFREG, S_ISDIR, S_ISLNK, S_ISREG
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from zipfile import ZipFile


BOM = codecs.BOM_UTF8
BYTE_ORDER_MARK = "\ufeff"
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Decoded(NamedTuple):
    """A file's text, and the properties that are needed to restore its bytes.

    `text` has no byte-order mark and unchanged newlines; `encoding` is a Python codec.
    """

    text: str
    encoding: str
    bom: bool

    def encode(self, text: str | None = None) -> bytes:
        """Return the bytes of this file, or of `text` in its encoding.

        A text that begins with U+FEFF is given a byte-order mark, because `decode` would otherwise interpret
        this character as one. Raises UnicodeEncodeError if `text` contains a character that the encoding
        cannot represent.
        """
        data = (self.text if text is None else text).encode(self.encoding)
        begins_with_mark = self.encoding == "utf-8" and data.startswith(BOM)
        return BOM + data if self.bom or begins_with_mark else data


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a file as UTF-8, in the declared `encoding`, or as Latin-1, in this order; Latin-1 never fails.

    A byte-order mark is not part of the text, unless the file is decoded as Latin-1. A declared encoding is
    ignored if it is unknown, cannot decode the bytes, or does not encode the text to the same bytes again.
    """
    bom = data.startswith(BOM)
    body = data[len(BOM) :] if bom else data
    for candidate in ("utf-8", encoding):
        if candidate and (text := _faithful(body, candidate)) is not None:
            return Decoded(text, candidate, bom)
    return Decoded(data.decode("latin-1"), "latin-1", bom=False)


def is_encoding(name: str) -> bool:
    """Return whether Python knows a text encoding of this name."""
    try:
        return codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        return False


def is_utf8(name: str) -> bool:
    """Return whether an encoding name denotes UTF-8."""
    return is_encoding(name) and codecs.lookup(name).name == "utf-8"


def _faithful(data: bytes, encoding: str) -> str | None:
    """Return the text of `data` if decoding is reversible, otherwise None."""
    if not is_encoding(encoding):
        return None
    try:
        text = data.decode(encoding)
        return text if encoding == "utf-8" or text.encode(encoding) == data else None
    except UnicodeError:
        return None


FIRST_PART = 1 << 20
"""The number of bytes of a key from which its task is inferred."""

HEAD = 1 << 13
"""The number of bytes from which a file's language is inferred."""


def beginning(data: bytes) -> str:
    """Return the first bytes of a file as text, without a character that is cut off at the end."""
    for cut in range(4):
        decoded = decode(data[: len(data) - cut])
        if decoded.encoding == "utf-8":
            return decoded.text
    return decode(data).text


def current_folder() -> Path | None:
    """Return the current directory; None if it has been deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def absolute(path: Path) -> Path:
    """Return the path made absolute, without `.` and `..`; links are not followed."""
    return Path(os.path.normpath(path.absolute()))


def name_from(folder: PurePath, path: PurePath) -> str:
    """Return the name by which a file in a directory refers to another file, with `/` on every system.

    It is relative to the directory if possible; a path to another drive is absolute. Both arguments are
    absolute.
    """
    system = ntpath if isinstance(path, PureWindowsPath) else posixpath
    try:
        return type(path)(system.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()


def beginning_with(start: str, names: Sequence[str]) -> Sequence[str]:
    """Return the names that begin with `start`; `names` is sorted, and only a few of them are examined."""
    length = len(start)
    first = bisect_left(names, start)
    return names[first : bisect_right(names, start, first, key=lambda name: name[:length])]


MEGABYTE = 1_000_000
ENVIRONMENT = "KEYTALLY_MAXIMUM_FILE_SIZE"
DEFAULT_MEGABYTES = 1_000
"""The default limit for commands; it is higher than the server's, because the server keeps files in memory
while they are open.
"""

_LONGEST_SHOWN = 200
_CHUNK = 1 << 20
_OPEN_FILES = "/proc/self/fd"
_FLAGS = sum(getattr(os, f"O_{name}", 0) for name in ("RDONLY", "NONBLOCK", "CLOEXEC", "NOCTTY", "BINARY"))


Within = Callable[[Path], bool]
"""A function that returns whether a path may be read."""


class Bound(NamedTuple):
    """The maximum size of files that are read, in bytes, and the name of the setting that defines it."""

    size: int
    setting: str


STDIN = "-"
"""The name by which a command line refers to standard input or output."""

_piped: dict[Path, bytes] = {}
"""The content of stdin by the path that stands for it, if this run reads stdin; it is stored because files
are read in parts and repeatedly.
"""


def set_stdin(data: bytes | None) -> None:
    """Set the content of the file `-` in the current directory; None makes it an ordinary file."""
    path = Path(STDIN)
    _piped.clear()
    if data is not None:
        _piped.update({path: data, absolute(path): data})


def read_stdin() -> bytes:
    """Return the content of stdin. Raises OSError if it exceeds the size limit or cannot be read."""
    most = bound()
    data = sys.stdin.buffer.read(most.size + 1)
    _refuse_large(len(data), most)
    return data


def is_stdin(path: Path) -> bool:
    """Return whether a path refers to stdin in this run."""
    return bool(_piped) and path in _piped


_bounds: list[Bound] = []
_sizes: dict[Path, int] = {}
"""The sizes in bytes of the files that this process has begun to read completely."""


def files_read() -> list[Path]:
    """Return the files that this process has begun to read completely."""
    return list(_sizes)


def forget_read(path: Path) -> None:
    """Remove a file from `files_read` until it is read again."""
    _sizes.pop(path, None)


def set_bound(megabytes: float, setting: str) -> None:
    """Set the maximum size of files that this process reads, overriding the environment variable and the
    default.
    """
    _bounds[:] = [Bound(int(megabytes * MEGABYTE), setting)]


def bound() -> Bound:
    """Return the maximum size of files that are read.

    Raises OSError if the environment variable is not a number.
    """
    if _bounds:
        return _bounds[0]
    stated = os.environ.get(ENVIRONMENT, "")
    try:
        size = int(float(stated or DEFAULT_MEGABYTES) * MEGABYTE)
        if size <= 0:
            raise ValueError
        return Bound(size, ENVIRONMENT)
    except (ValueError, OverflowError):
        raise OSError(EINVAL, f"{ENVIRONMENT} must be a number of megabytes, not {stated!r}") from None


def regular_bytes(path: Path, most: Bound | None = None, within: Within | None = None) -> bytes:
    """Return the bytes of a file. Raises OSError if the file cannot be read, is a pipe or a device, or
    exceeds the size limit.

    `within` returns whether a path may be read. `within` receives the path of the opened file, not the given
    name, so that changing a link in the meantime has no effect.
    """
    if is_stdin(path):
        return _piped[path]
    most = most or bound()
    with _opened(path) as file:
        if within is not None:
            _refuse_elsewhere(path, file.fileno(), within)
        size = os.fstat(file.fileno()).st_size
        _refuse_large(size, most)
        _sizes[path] = size
        data = file.read(size + 1) or b""
        while len(data) > size and (more := file.read(_CHUNK)):
            data += more
            _refuse_large(len(data), most)
    return data


def regular_head(path: Path, size: int, within: Within | None = None) -> bytes:
    """Return the first `size` bytes of a file of any size. Raises OSError as `regular_bytes` does."""
    if is_stdin(path):
        return _piped[path][:size]
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


def memory_problem() -> str:
    """Return a message for a run that ran out of memory: the amount of data that it has read, and the
    remedy.
    """
    problem = "not enough memory"
    if _sizes:
        largest = max(_sizes, key=lambda path: _sizes[path])
        total, most = (f"{size / MEGABYTE:,.1f} MB" for size in (sum(_sizes.values()), _sizes[largest]))
        problem += f" for {total} of files, the largest of which is {short_name(str(largest))} with {most}"
    return f"{problem}; raise the memory limit, or split the files"


def fault_of(path: Path, most: Bound | None = None) -> OSError | None:
    """Return the error that `regular_bytes` would raise for a file now, or None. Reads nothing."""
    if is_stdin(path):
        return None
    try:
        with _opened(path) as file:
            _refuse_large(os.fstat(file.fileno()).st_size, most or bound())
    except OSError as error:
        return error
    return None


def reason_of(error: Exception) -> str:
    """Return the reason why a file could not be read or written, as a clause on one line."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, OSError) and error.errno == ELOOP:
        return "its symbolic links form a loop; specify the file itself"
    return " ".join(str(getattr(error, "strerror", None) or error).split())


def is_file(path: Path) -> bool:
    """Return whether a path leads to a regular file; False for a path that the system rejects."""
    return _is_of_kind(path, S_ISREG)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a directory; False for a path that the system rejects."""
    return _is_of_kind(path, S_ISDIR)


def is_there(path: Path) -> bool:
    """Return whether a path leads to an existing file or directory; False for a path that the system
    rejects.
    """
    return _is_of_kind(path, lambda mode: True)


def is_named(path: Path) -> bool:
    """Return whether there is a file with this path, including a link without an existing target."""
    return _is_of_kind(path, lambda mode: True, follow_links=False)


def is_link(path: Path) -> bool:
    """Return whether a path is a symbolic link; False for a path that the system rejects."""
    return _is_of_kind(path, S_ISLNK, follow_links=False)


def _is_of_kind(path: Path, kind: Callable[[int], bool], *, follow_links: bool = True) -> bool:
    if is_stdin(path):
        return kind(S_IFREG)
    try:
        return kind(path.stat(follow_symlinks=follow_links).st_mode)
    except (OSError, ValueError):
        return False


def short_name(name: str) -> str:
    """Return a file's name for a message; the middle of a very long name is omitted."""
    half = _LONGEST_SHOWN // 2
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:half]}…{name[-half:]}"


def _opened(path: Path) -> BinaryIO:
    """Open a regular file and return it."""
    descriptor = _descriptor(path)
    try:
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _descriptor(path: Path) -> int:
    """Open a regular file and return its descriptor.

    Other types of files are not opened, because merely opening them may block or have side effects.
    """
    try:
        _refuse_irregular(path.stat().st_mode)
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        character = "an unpaired surrogate" if isinstance(error, UnicodeEncodeError) else "a NUL character"
        raise OSError(EINVAL, f"a file name cannot contain {character}") from None
    try:
        _refuse_irregular(os.fstat(descriptor).st_mode)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _refuse_irregular(mode: int) -> None:
    if S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, "this is a directory; specify a file")
    if not S_ISREG(mode):
        raise OSError(EINVAL, "not a regular file; save its text to a file and specify that")


def _refuse_elsewhere(path: Path, descriptor: int, within: Within) -> None:
    place = _place_of(path, descriptor)
    if place is None or not within(place):
        raise OSError(EINVAL, "it is outside the workspace")


def _place_of(path: Path, descriptor: int) -> Path | None:
    """Return the path of an open file, from the system or by its name; None if the path now leads to a
    different file.
    """
    try:
        return Path(_OPEN_FILES, str(descriptor)).readlink()
    except OSError:
        real = Path(os.path.realpath(path))
        return real if os.path.samestat(real.stat(), os.fstat(descriptor)) else None


def _refuse_large(size: int, most: Bound) -> None:
    if size > most.size:
        megabytes = f"{most.size / MEGABYTE:,.10g} MB"
        raise OSError(EFBIG, f"the file is larger than the limit of {megabytes} ({most.setting})")


def package_file_names(folder: Path) -> Sequence[str]:
    """Return the sorted names of the files in a directory of the package. Raises OSError."""
    if is_folder(folder):
        return sorted(entry.name for entry in folder.iterdir())
    archive, prefix = _archive_of(folder)
    with archive:
        paths = [name.rpartition("/") for name in archive.namelist()]
    return sorted(name for parent, _, name in paths if parent == prefix and name)


def package_text(path: Path) -> str:
    """Return the text of a file of the package. Raises OSError."""
    if is_folder(path.parent):
        return path.read_text(encoding="utf-8")
    archive, name = _archive_of(path)
    with archive:
        try:
            return archive.read(name).decode("utf-8")
        except KeyError:
            raise _missing(path) from None


def _archive_of(path: Path) -> tuple["ZipFile", str]:
    """Return the archive that contains a path, and the name of the file in it."""
    from zipfile import ZipFile  # noqa: PLC0415 - few run from an archive

    file = next(filter(is_file, path.parents), None)
    if file is None:
        raise _missing(path)
    return ZipFile(file), path.relative_to(file).as_posix()


def _missing(path: Path) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
