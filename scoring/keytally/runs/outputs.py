"""Validate output paths, and write either all files of a run or none."""

import errno
import os
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from types import FrameType
from typing import NamedTuple
from unicodedata import normalize

from keytally.project.reach import (
    PROJECT_FILE,
    SHARED_PROJECT_FILE,
    Reach,
    chosen_project_file,
    folders_up,
    is_project_file,
    place_problem,
)
from keytally.runs.files import KeytallyError, advice_on, folders_of, shown_path, workspace_of
from keytally.text.files import (
    HEAD,
    absolute,
    beginning,
    decode,
    is_file,
    is_folder,
    is_link,
    is_named,
    is_stdin,
    is_there,
    reason_of,
    regular_bytes,
)

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def deferred_signals() -> Iterator[Callable[[], bool]]:
    """Defer terminating signals to the end of the block; yield a function that returns whether a signal has
    been deferred.

    An ignored signal stays ignored, as under `nohup`. Only the main thread receives signals; nothing is
    deferred in other threads.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def keep(number: int, frame: FrameType | None) -> None:
        came.append(number)

    handlers = {number: signal.getsignal(number) for number in _ENDING}
    deferred = {
        number: handler for number, handler in handlers.items() if handler not in (signal.SIG_IGN, None)
    }
    for number in deferred:
        signal.signal(number, keep)
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in deferred.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)


PARTIAL = ".keytally-partial"
"""The suffix of an unfinished file; the name of this file begins with a dot and the name of the target,
and contains the process ID.
"""

_LONGEST = 180
"""The maximum number of bytes of a file's name that are used in the name of its unfinished file; file
names are limited to 255 bytes.
"""

_FLAGS = sum(
    getattr(os, f"O_{name}", 0) for name in ("WRONLY", "CREAT", "EXCL", "CLOEXEC", "NOFOLLOW", "BINARY")
)


class OutputFile(NamedTuple):
    """A file that a command may write.

    `path` is resolved; `shown` is the name used in messages; `before` is the content when the command read
    the file, or None if there was no file.
    """

    path: Path
    shown: str
    before: bytes | None = None


def write_files(outputs: Sequence[tuple[OutputFile, bytes]]) -> None:
    """Write the data of every target, or of none.

    An existing file keeps its mode, owner and extended attributes. Raises KeytallyError if a file cannot be
    written or has changed since `before`, or if a terminating signal arrives before all data is ready. In
    these cases no file is changed.
    """
    _remove_abandoned([target.path for target, _ in outputs])
    with deferred_signals() as is_ending:
        partials: list[tuple[Path, OutputFile]] = []
        made: list[Path] = []
        try:
            for target, data in outputs:
                partials.append((_written_beside(target, data, made), target))
                if is_ending():
                    raise KeytallyError("interrupted: nothing was written")
            for _, target in partials:
                _refuse_changed(target)
            _move_all(partials)
            made.clear()
        finally:
            for partial, _ in partials:
                with suppress(OSError):
                    partial.unlink(missing_ok=True)
            _remove_empty(made)


def _written_beside(target: OutputFile, data: bytes, made: list[Path]) -> Path:
    """Write the new content to a file next to a target; append the directories that are created for it to
    `made`.
    """
    try:
        _make_folders(target.path.parent, made)
        if is_there(target.path) and not os.access(target.path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target.path))
        partial = target.path.with_name(
            f"{_beginning(target.path)}{os.getpid()}.{os.urandom(4).hex()}{PARTIAL}"
        )
        descriptor = os.open(partial, _FLAGS, 0o600)
    except OSError as error:
        raise KeytallyError(f"{target.shown}: {write_advice(target.path, error)}") from error
    try:
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) :]
        if is_there(target.path):
            _copy_properties(target, partial)
        else:
            partial.chmod(0o666 & ~_umask())
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise KeytallyError(f"{target.shown}: {write_advice(target.path, error)}") from error
        raise
    return partial


def _make_folders(folder: Path, made: list[Path]) -> None:
    absent = [each for each in (folder, *folder.parents) if not is_there(each)]
    for each in reversed(absent):
        each.mkdir(exist_ok=True)
        made.append(each)


def _remove_empty(folders: Iterable[Path]) -> None:
    for folder in reversed([*folders]):
        with suppress(OSError):
            folder.rmdir()


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _copy_properties(target: OutputFile, partial: Path) -> None:
    """Give a new file the owner, the mode and the extended attributes of the file that it replaces."""
    old, new = target.path.stat(), partial.stat()
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        try:
            os.chown(partial, old.st_uid, old.st_gid)
        except PermissionError as error:
            problem = "cannot preserve the owner and group of the file; write to a copy"
            raise KeytallyError(f"{target.shown}: {problem}") from error
    partial.chmod(S_IMODE(old.st_mode))
    for name in _attributes(target.path):
        try:
            os.setxattr(partial, name, os.getxattr(target.path, name))
        except OSError as error:
            if name.startswith("security."):
                continue  # the system sets these by its own rules
            problem = f"cannot preserve the extended attribute {name} ({reason_of(error)}); write to a copy"
            raise KeytallyError(f"{target.shown}: {problem}") from error


def _attributes(path: Path) -> Sequence[str]:
    """Return the names of a file's extended attributes; none if Python or the file system lacks support."""
    try:
        return os.listxattr(path)
    except (AttributeError, OSError):
        return ()


def _refuse_changed(target: OutputFile) -> None:
    """Reject a file that was changed, created or removed since it was read."""
    try:
        now = regular_bytes(target.path) if is_there(target.path) else None
    except OSError as error:
        raise KeytallyError(f"{target.shown}: {write_advice(target.path, error)}") from error
    if now != target.before:
        problem = "the file has changed since it was read and was not overwritten; run the command again"
        raise KeytallyError(f"{target.shown}: {problem}")


def _move_all(partials: Sequence[tuple[Path, OutputFile]]) -> None:
    for number, (partial, target) in enumerate(partials):
        try:
            partial.replace(target.path)
        except OSError as error:
            written = ", ".join(other.shown for _, other in partials[:number])
            rest = f"; already written: {written}" if written else ""
            problem = write_advice(target.path, error)
            raise KeytallyError(f"{target.shown}: {problem}{rest}") from error


def write_advice(path: Path, error: OSError) -> str:
    """Return the reason why a file could not be written, with advice."""
    if not isinstance(error, PermissionError):
        return f"cannot write the file ({reason_of(error)})"
    if is_there(path) and not os.access(path, os.W_OK):
        return "permission denied; change the permissions of the file"
    folder = next((parent for parent in path.parents if is_folder(parent)), path.parent)
    return f"no permission to write to the directory {folder}; change its permissions"


def _beginning(path: Path) -> str:
    """Return the prefix of the names of a path's unfinished files."""
    name = os.fsencode(path.name)
    return f".{path.name if len(name) <= _LONGEST else os.fsdecode(name[:_LONGEST])}."


def _remove_abandoned(paths: Iterable[Path]) -> None:
    """Remove the unfinished files that killed runs have left next to these files."""
    beginnings: dict[Path, list[str]] = {}
    for path in paths:
        beginnings.setdefault(path.parent, []).append(_beginning(path))
    for folder, wanted in beginnings.items():
        try:
            names = [path.name for path in folder.iterdir() if path.name.endswith(PARTIAL)]
        except OSError:
            continue
        for name in names:
            begun = next((each for each in wanted if name.startswith(each)), None)
            if begun is not None and not _is_running(name[len(begun) :].partition(".")[0]):
                with suppress(OSError):
                    (folder / name).unlink()


def _is_running(process: str) -> bool:
    """Return whether another process with this ID is running; always False on Windows, which locks open
    files itself.
    """
    if not process.isdecimal() or os.name == "nt" or int(process) == os.getpid():
        return False
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


# Decides where a command may write, for all commands.
#
# A path counts as typed by a person, or as named by a file; see `keytally.project.reach`. Commands do not
# overwrite their inputs and the files of a project, and do not write through a link, or to one of several
# names of a file. `--force` does not change that: it only disables the check that an existing file is of the
# kind that is written, which each command does itself.


_DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|(?:COM|LPT)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE)
"""The names that Windows reserves for devices, in every directory and with every extension."""

FORCE = "move it, or use --force to overwrite it"
OTHER_NAME = "specify another output file"


def output_file(
    path: Path, reach: Reach | None = None, shown: str | None = None, *, makes_folders: bool = False
) -> OutputFile:
    """Return the output file at a path. Raises KeytallyError if a command may not write there.

    `reach` limits a path that a file specifies; it is None for a path that the user typed. The directory must
    exist unless `makes_folders` is true. An existing file is read completely.
    """
    shown = printed_name(str(path) if shown is None else shown)
    path = absolute(path)
    try:
        _refuse_files_for_folders(path)
        problem = _problem_of(path, reach) or (None if makes_folders else _problem_of_folder(path.parent))
        if problem is not None:
            raise KeytallyError(f"{shown}: {problem}")
        real = Path(os.path.realpath(path))
        before = regular_bytes(real) if is_there(real) else None
    except ValueError as error:
        raise KeytallyError(f"{shown}: invalid file name ({reason_of(error)})") from error
    except OSError as error:
        raise KeytallyError(f"{shown}: {advice_on(path, error)}") from error
    return OutputFile(real, shown, before)


def folder_reach(folder: Path) -> Reach:
    """Return the reach of output names below a directory that the user typed. Raises KeytallyError.

    The directory itself may be new, but not its parents.
    """
    problem = place_problem(folder) or _problem_of_folder(absolute(folder).parent)
    if problem is not None:
        raise KeytallyError(f"{printed_name(str(folder))}: {problem}")
    return Reach([folder])


def _problem_of(path: Path, reach: Reach | None) -> str | None:
    """Return the reason why a path must not be written, whatever the content; None if it may be written."""
    return _problem_of_kind(path) or place_problem(path, reach) or _problem_of_links(path)


def _refuse_files_for_folders(path: Path) -> None:
    """Reject a path whose parent is a file. Raises KeytallyError."""
    file = next((parent for parent in path.parents if is_named(parent) and not is_folder(parent)), None)
    if file is not None:
        problem = "not a directory; specify a directory to write to"
        raise KeytallyError(f"{printed_name(str(shown_path(file)))}: {problem}")


def _problem_of_kind(path: Path) -> str | None:
    if is_link(path):
        return f"this is a symbolic link to {printed_name(str(path.readlink()))}; specify the file itself"
    if is_folder(path):
        return "this is a directory; specify a file"
    if is_there(path) and not is_file(path):
        return f"not a regular file; {OTHER_NAME}"
    from keytally.families import registry  # noqa: PLC0415 - see _definition

    if path.suffix in registry.binary_files():
        return f"files with the extension {path.suffix} are binary and only read; {OTHER_NAME}"
    return None


def _problem_of_folder(folder: Path) -> str | None:
    if is_folder(folder) or any(is_named(each) and not is_folder(each) for each in (folder, *folder.parents)):
        return None
    shown = printed_name(str(shown_path(folder)))
    return f"the directory {shown} does not exist; create it, or specify another path"


def _problem_of_links(path: Path) -> str | None:
    names = path.stat().st_nlink if is_there(path) else 1
    if names == 1:
        return None
    return f"the file has {names} hard links, and the others would keep the old text; write to a copy"


def refuse_names(targets: Sequence[OutputFile]) -> None:
    """Reject file names that some systems reserve or cannot distinguish. Raises KeytallyError.

    Document names become file names, which other systems receive through Git or in an archive.
    """
    seen: dict[str, OutputFile] = {}
    for target in targets:
        if _DEVICE.fullmatch(target.path.name):
            problem = "this name is reserved on Windows; rename the document or the file"
            raise KeytallyError(f"{target.shown}: {problem}")
        other = seen.setdefault(normalize("NFC", str(target.path)), target)
        if other.path != target.path:
            name = ascii(other.path.name)
            problem = (
                f"some systems treat {target.path.name!a} and {name} as the same name; rename a document"
            )
            raise KeytallyError(f"{target.shown}: {problem}")


def refuse_parts(target: OutputFile, read: Iterable[Path], *, of_any_role: bool = False) -> None:
    """Reject a target that the command reads or that belongs to a project. Raises KeytallyError.

    A project consists of its keytally.toml, configurations, companion files such as BNFs, and texts. With
    `of_any_role`, it also includes its keys, responses, golds and annotators' files.
    """
    if any(is_same_file(target.path, each) for each in read):
        raise KeytallyError(f"{target.shown}: this is an input file; {OTHER_NAME}")
    if is_project_file(target.path):
        raise KeytallyError(f"{target.shown}: this is a project file; {OTHER_NAME}")
    if title := _definition(target):
        raise KeytallyError(f"{target.shown}: this is a {title}; {OTHER_NAME}")
    for project, part in _project_parts(target.path.parent, of_any_role=of_any_role):
        if is_same_file(target.path, part):
            raise KeytallyError(f"{target.shown}: {project} uses this file; {OTHER_NAME}")


def is_same_file(path: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file; the first path is resolved."""
    if is_stdin(other):
        return False
    if path == Path(os.path.realpath(other)):
        return True
    return is_there(path) and is_there(other) and path.samefile(other)


def _definition(target: OutputFile) -> str:
    """Return the title of the target's type if its name and content show that it defines a task; otherwise
    "".
    """
    if not (target.before or b"").strip():
        return ""
    from keytally.families import registry as families_registry  # noqa: PLC0415 - only a file that is there pays for it
    from keytally.project.conventions import language_of  # noqa: PLC0415 - see above

    kinds = families_registry.companions().values()
    titles = {kind.language: kind.title for kind in kinds if kind.language}
    for task in families_registry.tasks():
        if (configurations := families_registry.configurations_of(task)) is not None:
            titles[configurations.language] = "configuration"
    language = language_of(target.path, beginning((target.before or b"")[:HEAD]))
    return titles.get(language or "", "")


def _project_parts(folder: Path, *, of_any_role: bool) -> Iterator[tuple[Path, Path]]:
    """Yield each project file of a directory and its ancestors with each of the files that it declares.

    A project file that the user has chosen is also included.
    """
    names = PROJECT_FILE, SHARED_PROJECT_FILE
    files = [place / name for place in folders_up(folder, workspace_of(folder)) for name in names]
    for file in dict.fromkeys((*files, chosen_project_file())):
        if file is not None and is_file(file):
            yield from ((file, part) for part in _parts_stated_in(file, of_any_role=of_any_role))


def _parts_stated_in(file: Path, *, of_any_role: bool) -> Iterator[Path]:
    from keytally.project.discovery import read_stated_project  # noqa: PLC0415 - only a project pays for it
    from keytally.project.toml_file import LARGEST  # noqa: PLC0415 - see above

    try:
        text = decode(regular_bytes(file, LARGEST)).text
    except OSError:
        return
    stated = read_stated_project(file, text, file.name, Reach(folders_of(file)))
    for pair in stated.pairs:
        roles = (pair.key, pair.response, *pair.keys, *pair.responses) if of_any_role else ()
        yield from (*pair.settings_files, *([] if pair.texts is None else [pair.texts]), *roles)
    for adjudication in stated.adjudications:
        yield from adjudication.settings.files
        if of_any_role and adjudication.gold is not None and adjudication.decisions is not None:
            yield from (adjudication.gold, adjudication.decisions, *adjudication.annotators.values())


def printed_name(name: str) -> str:
    """Return a name on one line, with escaped special characters."""
    return name if name.isprintable() else repr(name)


_BEGINNING = 1024


def write_reports(  # noqa: PLR0913 -- the options of one write
    reports: Mapping[str, str],
    folder: Path,
    read: Iterable[Path] = (),
    base: str = "",
    is_report: Callable[[str], bool] | None = None,
    *,
    force: bool = False,
) -> list[Path]:
    """Write reports, by name, under `folder`, and return their paths.

    `base` is `muc_base_directory`, a prefix of each name (omit it for a directory that the user chose).
    Nothing is written outside `folder`, in a hidden directory below it, over a file in `read`, or over a file
    that a keytally.toml uses. An existing file is overwritten if it is empty or is recognised as a report,
    either by `is_report` or because its first line equals the first line of the new report. `force` skips
    this check. All files are written, in UTF-8, or none. Raises KeytallyError.
    """
    reach = folder_reach(folder)
    targets = []
    for name, text in reports.items():
        path = os.path.join(folder, base + name)  # noqa: PTH118 - the name is shown as it is configured
        target = output_file(Path(path), reach, path, makes_folders=True)
        refuse_parts(target, read, of_any_role=True)
        targets.append((target, text))
    _refuse_duplicates([target for target, _ in targets])
    refuse_names([target for target, _ in targets])
    for target, text in () if force else targets:
        _refuse_other_files(target, text, is_report)
    write_files([(target, text.encode("utf-8", errors="backslashreplace")) for target, text in targets])
    return [target.path for target, _ in targets]


def _refuse_duplicates(targets: Sequence[OutputFile]) -> None:
    for index, target in enumerate(targets):
        if any(is_same_file(target.path, other.path) for other in targets[:index]):
            raise KeytallyError(f"{target.shown}: two reports would be written to the same file")


def _refuse_other_files(target: OutputFile, text: str, is_report: Callable[[str], bool] | None) -> None:
    """Reject a report that would overwrite a file that is not a report."""
    beginning = (target.before or b"")[:_BEGINNING].decode("utf-8", errors="replace").lstrip()
    known = is_report or (lambda old: old.splitlines()[:1] == text.lstrip().splitlines()[:1])
    if beginning and not known(beginning):
        raise KeytallyError(f"{target.shown}: this file already exists and is not a report; {FORCE}")
