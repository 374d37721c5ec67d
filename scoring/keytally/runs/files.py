"""The files of a run, and the error that explains why a run is not possible."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, overload

from keytally.families import registry
from keytally.families.contract import SettingsError
from keytally.project.folders import DiscoveryNote, Workspace
from keytally.project.reach import (
    Reach,
    choose_project_file,
    has_section,
    nearest_project_file,
    section_of,
)
from keytally.text.files import (
    BOM,
    HEAD,
    UTF16_MARKS,
    Decoded,
    Within,
    absolute,
    beginning,
    current_folder,
    decode,
    fault_of,
    is_encoding,
    is_file,
    is_folder,
    is_stdin,
    is_there,
    memory_problem,
    reason_of,
    regular_bytes,
    regular_head,
    short_name,
)
from keytally.text.positions import line_starts


class KeytallyError(Exception):
    """The error raised if a run is not possible; `problems` contains one readable line for each reason."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems: Sequence[str] = problems

    def __reduce__(self) -> tuple[type["KeytallyError"], tuple[str, ...]]:
        """Pickle the error with its problems for another process."""
        return type(self), tuple(self.problems)


def unexpected_error(error: Exception) -> str:
    """Return a line about an unexpected error."""
    if isinstance(error, MemoryError):
        return memory_problem()
    fault = registry.fault_of(error)
    return fault or " ".join(f"internal error, please report it: {type(error).__name__}: {error}".split())


@contextmanager
def readable_settings() -> Iterator[None]:
    """Turn a SettingsError into a KeytallyError."""
    try:
        yield
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error


@contextmanager
def contain_errors(shown: str, language: str = "") -> Iterator[None]:
    """Turn invalid settings, or a failure in a family of another distribution, into a KeytallyError about
    a file.
    """
    try:
        yield
    except KeytallyError:
        raise
    except SettingsError as error:
        raise KeytallyError(*(f"{shown}: {problem}" for problem in error.problems)) from error
    except Exception as error:
        if problem := registry.fault_of(error, language):
            raise KeytallyError(f"{shown}: {problem}") from error
        raise


@overload
def shown_path(source: Path) -> Path: ...
@overload
def shown_path(source: Path | str) -> Path | str: ...
@overload
def shown_path(source: Path | str | None) -> Path | str | None: ...
def shown_path(source: Path | str | None) -> Path | str | None:
    """Return a path for messages: relative to the current directory if below it, otherwise unchanged."""
    working_folder = current_folder()
    if not isinstance(source, Path) or working_folder is None or working_folder not in source.parents:
        return source
    return source.relative_to(working_folder)


def read_text(path: Path, encoding: str | None = None, within: Within | None = None) -> Decoded:
    """Return a file's text. Raises KeytallyError for a file that is missing, cannot be read or is not text.

    This includes a file for which `within` is false.
    """
    return decode(read_data(path, encoding, within), encoding)


def read_data(path: Path, encoding: str | None = None, within: Within | None = None) -> bytes:
    """Return the bytes of a text file, which may be in the given encoding. Raises the same errors as
    `read_text`.
    """
    if encoding is not None and not is_encoding(encoding):
        raise KeytallyError(f"unknown encoding {encoding!r}")
    data = _read(path, within=within)
    if data.startswith(UTF16_MARKS):
        raise KeytallyError(f"{path}: the file is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise KeytallyError(f"{path}: the file is binary, not text")
    return data


_DOCUMENTS = "specify a file that contains documents"


def filled_text(
    path: Path, encoding: str | None = None, wanted: str = _DOCUMENTS, within: Within | None = None
) -> str:
    """Return the text of a file that must not be empty. Raises the same errors as `read_text`, and an
    error for an empty file.
    """
    return decode(filled_data(path, encoding, wanted, within), encoding).text


def filled_data(
    path: Path, encoding: str | None = None, wanted: str = _DOCUMENTS, within: Within | None = None
) -> bytes:
    """Return the bytes of a text file that must not be empty. Raises the same errors as `filled_text`."""
    data = read_data(path, encoding, within)
    may_be_blank = not beginning(data[:HEAD]).strip() or (encoding is not None and not data.isascii())
    if may_be_blank and not decode(data, encoding).text.strip():
        raise KeytallyError(f"{path}: the file is empty; {wanted}")
    return data


def beginning_of(path: Path, size: int = HEAD, within: Within | None = None) -> str:
    """Return the first `size` bytes of a file as text, by default enough to detect its language.

    Raises the same errors as `read_text`.
    """
    return beginning(_read(path, size, within))


def _read(path: Path, size: int | None = None, within: Within | None = None) -> bytes:
    text_of = registry.binary_files().get(path.suffix)
    try:
        if text_of is not None:
            return _converted(text_of, regular_bytes(path, within=within))[:size]
        return regular_bytes(path, within=within) if size is None else regular_head(path, size, within)
    except SettingsError as error:
        raise KeytallyError(f"{short_name(str(path))}: {'; '.join(error.problems)}") from error
    except OSError as error:
        raise KeytallyError(f"{short_name(str(path))}: {advice_on(path, error)}") from error


@lru_cache(maxsize=2)
def _converted(text_of: Callable[[bytes], str], data: bytes) -> bytes:
    """Return a binary file as text in UTF-8; a run reads the same file several times."""
    return text_of(data).encode("utf-8", "surrogatepass")


def advice_on(path: Path, error: Exception) -> str:
    """Return the reason why a file could not be read or written, with advice."""
    if isinstance(error, FileNotFoundError) and not is_folder(path.parent):
        return "its directory does not exist; specify an existing path"
    if isinstance(error, FileNotFoundError):
        return f"{reason_of(error)}; specify an existing path"
    if isinstance(error, IsADirectoryError) or is_folder(path):
        return "this is a directory; specify a file"
    if isinstance(error, PermissionError):
        return "permission denied; change the permissions of the file"
    return reason_of(error)


def encoded_text(path: Path, decoded: Decoded, text: str) -> bytes:
    """Encode a text like the file that it replaces, including the byte-order mark.

    Raises KeytallyError for a character that the encoding cannot represent.
    """
    try:
        return decoded.encode(text)
    except UnicodeEncodeError as error:
        character = text[error.start : error.start + 1]
        problem = f"{character!r} cannot be encoded in {decoded.encoding}; convert the file to UTF-8 first"
        raise KeytallyError(f"{path}: {problem}") from error


class FileTexts(Mapping[Path, str]):
    """The texts of files by path, decoded from their bytes; `encoding` is the declared encoding of files
    that are not in UTF-8.
    """

    def __init__(self, data: Mapping[Path, bytes], encoding: str | None = None) -> None:
        self._data = data
        self._encoding = encoding
        self._texts = dict[Path, str]()

    def __getitem__(self, path: Path) -> str:
        if path not in self._texts:
            self._texts[path] = decode(self._data[path], self._encoding).text
        return self._texts[path]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def in_utf8(self, path: Path) -> bytes:
        """Return a text as UTF-8: usually the bytes of its file."""
        data = self._data[path]
        if data.isascii():
            return data
        decoded = decode(data, self._encoding)
        if decoded.encoding == "utf-8":
            return data.removeprefix(BOM) if decoded.bom else data
        return decoded.text.encode("utf-8", "surrogatepass")


class Target(NamedTuple):
    """A file to check; `shown` is its path as given.

    A file that was found by search may have any format; `reach` is then the directory that was searched.
    """

    path: Path
    shown: str
    reach: Reach | None = None

    @property
    def within(self) -> Within | None:
        """Return a function that checks whether a path may be read, for a file found by a search;
        otherwise None.
        """
        return None if self.reach is None else self.reach.holds

    @property
    def searched(self) -> bool:
        """Return whether the file was found by a search."""
        return self.reach is not None


def targets_of(paths: Iterable[Path]) -> tuple[list[Target], list[str]]:
    """Return the files without duplicates, in the given order (the files of a directory are sorted by
    name), and problems.
    """
    targets: dict[Path, Target] = {}
    problems: list[str] = []
    for path in paths:
        try:
            found = _in_folder(path, problems) if is_folder(path) else iter([_file(path)])
            for target in found:
                targets.setdefault(target.path, target)
        except (OSError, ValueError) as error:
            problems.append(f"{path}: {advice_on(path, error)}")
    return list(targets.values()), problems


def _file(path: Path) -> Target:
    if not is_stdin(path):
        path.stat()
    return Target(absolute(path), str(path))


def _in_folder(path: Path, problems: list[str]) -> Iterator[Target]:
    workspace = Workspace(path)
    for folder in workspace.folders():
        for name in folder.names:
            place = folder.path / name
            yield Target(place, str(path / place.relative_to(workspace.root)), workspace.reach)
    problems += [line_of(note) for note in workspace.notes]


def unread_in(path: Path) -> str | None:
    """Return a line about the first unreadable file in or below a directory; None if there is none."""
    for folder in Workspace(path).folders():
        for place in (folder.path / name for name in folder.passed_over):
            fault = fault_of(place)
            reason = "it is outside the directory" if fault is None else reason_of(fault)
            return f"{path}: no file in this directory could be checked; cannot read {place.name}: {reason}"
    return None


def line_of(note: DiscoveryNote) -> str:
    """Return a note as one line of text."""
    return f"{note.path}: {note.message}"


def folders_of(path: Path, allowed: Iterable[Path] = ()) -> list[Path]:
    """Return the directories that contain the files to which the project file of a path may refer.

    These are the file's own directory, or the innermost repository that contains it, and the directories that
    the user allows. The whole current directory is not included, because it may contain files from many
    sources.
    """
    folders = _folders_around(path)
    repository = next(filter(_is_repository, folders), folders[0])
    return [repository, *map(absolute, allowed)]


def workspace_of(path: Path) -> Path:
    """Return the outermost directory whose project files apply to a file.

    It is the repository of the file or the current directory (if that contains the file), whichever is
    outermost. Otherwise, the result is the file's own directory.
    """
    folders, here = _folders_around(path), current_folder()
    roots = [folder for folder in folders if folder == here or _is_repository(folder)]
    return roots[-1] if roots else folders[0]


NO_SECTION = "this file has no table [tool.keytally]; specify a project file"


def use_project(path: Path | None) -> None:
    """Use this project file for all files of this run; None restores the nearest project file of each file.

    Raises KeytallyError for a pyproject.toml without a keytally table.
    """
    choose_project_file(path)
    if path is not None and section_of(path) and not has_section(read_text(path).text):
        raise KeytallyError(f"{path}: {NO_SECTION}")


def check_project_syntax(paths: Iterable[Path], *, apart_from_these: bool = False) -> None:
    """Raise KeytallyError if the nearest project file of a path is not valid TOML.

    With `apart_from_these`, a project file that is one of the paths or below one of them is skipped.
    """
    around = dict.fromkeys(map(absolute, paths))
    folders = dict.fromkeys(path if is_folder(path) else path.parent for path in around)
    files = (nearest_project_file(folder, workspace_of(folder)) for folder in folders)
    for file in dict.fromkeys(filter(None, files)):
        is_one = apart_from_these and not around.keys().isdisjoint((file, *file.parents))
        if is_file(file) and not is_one:
            _check_syntax(file)


def _check_syntax(file: Path) -> None:
    """Raise KeytallyError if a project file can be read but is not valid TOML."""
    from keytally.project.toml_file import LARGEST  # noqa: PLC0415 - only a project pays for it
    from keytally.project.toml_values import TomlProblem, load_toml  # noqa: PLC0415 - as above

    with suppress(OSError):
        text = decode(regular_bytes(file, most=LARGEST)).text
        problem = load_toml(text)
        if isinstance(problem, TomlProblem):
            starts = line_starts(text)
            line = bisect_right(starts, problem.offset)
            column = problem.offset - starts[line - 1] + 1
            raise KeytallyError(f"{shown_path(file)}:{line}:{column}: invalid TOML: {problem.message}")


def _folders_around(path: Path) -> list[Path]:
    """Return the directory of a path and its ancestors, innermost first."""
    path = absolute(path)
    return [path, *path.parents] if is_folder(path) else list(path.parents)


def _is_repository(folder: Path) -> bool:
    return is_there(folder / ".git")
