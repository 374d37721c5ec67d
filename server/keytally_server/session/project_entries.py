"""New entries for keytally.toml, and the arguments of `keytally report` for a pair."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.project.pair import Pair
from keytally.project.reach import PROJECT_FILE, project_file_in
from keytally.project.toml_edits import NamedText, Sides, appended_entry, pair_entry, sides_of
from keytally.text.files import FIRST_PART, is_folder, is_named
from keytally_server.session.file_texts import UnreadableError, text_on_disk
from keytally_server.session.session import Session


class NoEntryError(Exception):
    """The error raised if no entry is written for two files; the message is one line for the user."""


class NewEntry(NamedTuple):
    """Text to append to a project file; `text` is the present content, None for a new file."""

    path: Path
    text: str | None
    added: str


def new_entry(session: Session, file: Path, other: Path) -> NewEntry:
    """Return the entry that declares two files as a pair. Raises NoEntryError if the two files cannot be
    declared as a pair.
    """
    if file == other:
        raise NoEntryError(f"{file}: a file cannot be paired with itself")
    sides = sides_of(*(NamedText(path, _text(session, path)[:FIRST_PART]) for path in (file, other)))
    if sides is None:
        raise NoEntryError(f"cannot infer the task of {file.name} and {other.name}, so no pair is written")
    for pair in session.workspace.pairs_of(sides.response):
        if (pair.key, pair.response) == (sides.key, sides.response):
            raise NoEntryError(
                f"{sides.key.name} and {sides.response.name} are already a pair: {pair.origin}"
            )
    path = _project_file(session, sides)
    is_there = is_named(path) or path in session.open_files
    text = _text(session, path) if is_there else None
    return NewEntry(path, text, appended_entry(text or "", pair_entry(sides, path)))


def _project_file(session: Session, sides: Sides) -> Path:
    """Return the project file nearest to the response, otherwise a new one in the nearest common
    directory.
    """
    folders = session.workspace.folders_above(sides.response) or [sides.response.parent]
    there = (project_file_in(folder, session.workspace.reach(folder).holds) for folder in folders)
    shared = (folder for folder in folders if folder in sides.key.parents)
    return next(filter(None, there), next(shared, folders[0]) / PROJECT_FILE)


def _text(session: Session, path: Path) -> str:
    """Return the text of a file from an editor, otherwise from disk."""
    if path in session.open_files:
        return str(session.buffer(path))
    try:
        return text_on_disk(path, within=session.workspace.reach(path).holds)
    except UnreadableError as problem:
        raise NoEntryError(str(problem)) from problem


def report_arguments(pair: Pair, allowed: Sequence[Path]) -> list[str]:
    """Return the arguments of `keytally report` for a pair; the command finds the pair's declaration in
    keytally.toml itself.

    `allowed` are the directories outside the workspace that contain files to which the project may refer.
    """
    configuration = [] if pair.configuration is None else ["--config", str(pair.configuration)]
    folders = [word for folder in allowed if is_folder(folder) for word in ("--allow", str(folder))]
    return ["--task", pair.task, *configuration, *folders, str(pair.key), str(pair.response)]
