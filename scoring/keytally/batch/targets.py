"""The files to check: those named, and those in the folders named."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from keytally.batch.files import advice_on
from keytally.project.folders import DiscoveryNote, Workspace
from keytally.text.paths import absolute
from keytally.text.regular import Within, fault_of, is_folder, is_there, reason_of


class Target(NamedTuple):
    """A file to check; `shown` is its path as given.

    A file that was found by search may have any format; `within` tells of it whether its place may be read.
    """

    path: Path
    shown: str
    within: Within | None = None

    @property
    def searched(self) -> bool:
        """Whether the file was found by search."""
        return self.within is not None


def targets_of(paths: Iterable[Path]) -> tuple[list[Target], list[str]]:
    """Every file once, in the order given, with folders searched in the order of names; and problems."""
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
    path.stat()
    return Target(absolute(path), str(path))


def _in_folder(path: Path, problems: list[str]) -> Iterator[Target]:
    workspace = Workspace(path)
    for folder in workspace.folders():
        for name in folder.names:
            place = folder.path / name
            yield Target(place, str(path / place.relative_to(workspace.root)), workspace.reach.holds)
    problems += [line_of(note) for note in workspace.notes]


def unread_in(path: Path) -> str | None:
    """A line on the first thing in a folder, or below it, that cannot be read as a file; None without any."""
    for folder in Workspace(path).folders():
        for place in (folder.path / name for name in folder.passed_over):
            fault = fault_of(place)
            reason = "it lies outside the folder" if fault is None else reason_of(fault)
            return f"{path}: no file in this folder could be checked; {place.name} cannot be read: {reason}"
    return None


def line_of(note: DiscoveryNote) -> str:
    """A note as one line of text."""
    return f"{note.path}: {note.message}"


def folders_of(path: Path, allowed: Iterable[Path] = ()) -> list[Path]:
    """The folders that project files around a file or a folder may name files of.

    They are the file's own folder, or the innermost repository around it, and those that the person allows:
    not all of the current folder, in which files of many origins may lie.
    """
    folders = _folders_around(path)
    repository = next(filter(_is_repository, folders), folders[0])
    return [repository, *map(absolute, allowed)]


def workspace_of(path: Path) -> Path:
    """The outermost folder whose project files count for a file.

    It is the repository of the file, or the current folder if that contains the file: the outer one of both.
    Else it is the file's own folder.
    """
    folders, here = _folders_around(path), Path.cwd()
    roots = [folder for folder in folders if folder == here or _is_repository(folder)]
    return roots[-1] if roots else folders[0]


def _folders_around(path: Path) -> list[Path]:
    """The folder that a path is or lies in, and those above, from the inside out."""
    path = absolute(path)
    return [path, *path.parents] if is_folder(path) else list(path.parents)


def _is_repository(folder: Path) -> bool:
    return is_there(folder / ".git")
