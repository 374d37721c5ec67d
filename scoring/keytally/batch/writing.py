"""Writes reports to disk: only below one folder, and never over a file that was read."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from keytally.batch.files import write_beside
from keytally.evaluations.interface import ReportError
from keytally.text.regular import is_there, reason_of, regular_head

_BEGINNING = 1024


def write_reports(
    reports: Mapping[str, str],
    folder: Path,
    read: Iterable[Path] = (),
    base: str = "",
    is_report: Callable[[str], bool] | None = None,
) -> list[Path]:
    """Write reports, by name, under `folder`, and return their paths.

    `base` is `muc_base_directory`, put before each name (leave it out for a folder that the user chose).
    Nothing is written outside `folder` nor over a file in `read`, under any name or link, nor over a file
    that is neither empty nor, by its beginning, a report: `is_report` tells, else the first line of the new
    report, which must be the same. All names are checked before the first file is written. All files are
    written, in UTF-8, or none: also where the process is told to end meanwhile. Raises ReportError.
    """
    protected = list(read)
    targets = [(_target(folder, base + name, protected), text) for name, text in reports.items()]
    _refuse_duplicates([path for path, _ in targets])
    for path, text in targets:
        _refuse_other_files(path, text, is_report)
    _write_all(targets)
    return [path for path, _ in targets]


def _target(folder: Path, name: str, read: Sequence[Path]) -> Path:
    """The file that a report's name leads to, with links followed."""
    try:
        path, root = (folder / name).resolve(), folder.resolve()
        if any(part.is_symlink() for part in (path, *path.parents)):
            raise ReportError(f"{_shown(name)}: not a name that a report can have (a circle of links)")
        if not path.is_relative_to(root):
            raise ReportError(f"{_shown(name)}: a report must stay inside the folder {_shown(str(root))}")
        _refuse_files_for_folders(name, path, root)
        if path == root or path.is_dir():
            raise ReportError(f"{_shown(name)}: a report cannot be written over a folder")
        overwritten = next((file for file in read if is_same_file(path, file)), None)
    except (OSError, ValueError, RuntimeError) as error:
        raise ReportError(
            f"{_shown(name)}: not a name that a report can have ({reason_of(error)})"
        ) from error
    if overwritten is not None:
        raise ReportError(
            f"{_shown(name)}: a report would overwrite {_shown(str(overwritten))}, which is read"
        )
    return path


def _refuse_files_for_folders(name: str, path: Path, root: Path) -> None:
    """Refuse a report if a folder on its path is a file."""
    file = next((folder for folder in path.parents if folder.exists() and not folder.is_dir()), None)
    if file is None:
        return
    if root.is_relative_to(file):
        raise ReportError(f"{_shown(str(file))}: not a folder; give one that reports can be written to")
    raise ReportError(f"{_shown(name)}: {_shown(str(file))} is not a folder; give the report another name")


def _refuse_duplicates(paths: Sequence[Path]) -> None:
    for index, path in enumerate(paths):
        if any(is_same_file(path, other) for other in paths[:index]):
            raise ReportError(f"{_shown(str(path))}: two reports would be written to one file")


def is_same_file(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file; the first has its links followed already."""
    if path == Path(os.path.realpath(other)):
        return True
    return is_there(path) and is_there(other) and path.samefile(other)


def _refuse_other_files(path: Path, text: str, is_report: Callable[[str], bool] | None) -> None:
    """Refuse a report over a file with other content than a report has."""
    if not path.exists():
        return
    try:
        beginning = regular_head(path, _BEGINNING).decode("utf-8", errors="replace").lstrip()
    except OSError as error:
        raise ReportError(
            f"{_shown(str(path))}: the report cannot be written ({reason_of(error)})"
        ) from error
    known = is_report or (lambda old: old.splitlines()[:1] == text.lstrip().splitlines()[:1])
    if beginning and not known(beginning):
        raise ReportError(
            f"{_shown(str(path))}: a report would overwrite this file, which is no report; "
            "move it, or give the report another name"
        )


def _write_all(targets: Sequence[tuple[Path, str]]) -> None:
    """Write all files beside their places, then move all; what comes between leaves the older files."""
    from keytally.batch.signals import deferred_signals  # noqa: PLC0415 - most runs write nothing

    with deferred_signals() as ending:
        beside: list[tuple[Path, Path]] = []
        try:
            for path, text in targets:
                beside.append((_written_beside(path, text), path))
                if ending():
                    return
            for written, path in beside:
                _moved(written, path)
        finally:
            for written, _ in beside:
                written.unlink(missing_ok=True)


def _written_beside(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return write_beside(path, text.encode("utf-8", errors="backslashreplace"))
    except OSError as error:
        raise ReportError(
            f"{_shown(str(path))}: the report cannot be written ({reason_of(error)})"
        ) from error


def _moved(written: Path, path: Path) -> None:
    try:
        written.replace(path)
    except OSError as error:
        raise ReportError(
            f"{_shown(str(path))}: the report cannot be written ({reason_of(error)})"
        ) from error


def _shown(name: str) -> str:
    """A name on one line, whatever its characters."""
    return name if name.isprintable() else repr(name)
