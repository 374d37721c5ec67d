"""The entry of keytally.toml by which two files become a pair, and the place where it goes."""

from pathlib import Path
from typing import NamedTuple

from keytally.project.project_file import PROJECT_FILE
from keytally.project.stating import NamedText, Sides, behind, entry, sides_of
from keytally.text.beginning import FIRST_PART
from keytally.text.regular import is_named
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.session import Session


class NoEntryError(Exception):
    """Two files for which no entry is written; the message is one line for the user."""


class NewEntry(NamedTuple):
    """What is put at the end of a project file; `text` is what stands there, None for a file to be made."""

    path: Path
    text: str | None
    added: str


def new_entry(session: Session, file: Path, other: Path) -> NewEntry:
    """The entry that states two files as a pair. Raises NoEntryError where there is none to make."""
    if file == other:
        raise NoEntryError(f"{file}: a file is no pair with itself")
    sides = sides_of(*(NamedText(path, _text(session, path)[:FIRST_PART]) for path in (file, other)))
    if sides is None:
        raise NoEntryError(f"nothing in {file.name} and {other.name} tells their task, so no pair is written")
    for pair in session.workspace.pairs_of(sides.response):
        if (pair.key, pair.response) == (sides.key, sides.response):
            raise NoEntryError(
                f"{sides.key.name} and {sides.response.name} are a pair already: {pair.origin}"
            )
    path = _project_file(session, sides)
    is_there = is_named(path) or path in session.open_files
    text = _text(session, path) if is_there else None
    return NewEntry(path, text, behind(text or "", entry(sides, path.parent)))


def _project_file(session: Session, sides: Sides) -> Path:
    """The nearest project file of the response, else a new one in the nearest folder that holds both."""
    folders = session.workspace.folders_above(sides.response) or [sides.response.parent]
    there = (folder for folder in folders if is_named(folder / PROJECT_FILE))
    shared = (folder for folder in folders if folder in sides.key.parents)
    return next(there, next(shared, folders[0])) / PROJECT_FILE


def _text(session: Session, path: Path) -> str:
    """The text of a file as an editor has it, else as it is on disk."""
    if path in session.open_files:
        return str(session.buffer(path))
    try:
        return text_on_disk(path, within=session.workspace.reach(path).holds)
    except UnreadableError as problem:
        raise NoEntryError(str(problem)) from problem
