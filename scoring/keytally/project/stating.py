"""Writes the entry of a keytally.toml that states a pair, as text to be put behind the others."""

import json
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.project.conventions import task_by_name, task_of
from keytally.project.languages import role_of
from keytally.text.paths import name_from


class NamedText(NamedTuple):
    """A file with the beginning of its text."""

    path: Path
    text: str


class Sides(NamedTuple):
    """A key and a response with the task of the key."""

    task: str
    key: Path
    response: Path


def sides_of(file: NamedText, other: NamedText) -> Sides | None:
    """Which of two files is the key, and its task; None where nothing in it tells its task.

    Their names decide, else marks that only keys have; where neither does, the other file is the key.
    """
    key, response = (file, other) if _is_key_of(file, other) else (other, file)
    task = task_by_name(key.path.name) or task_of(key.text)
    return Sides(task, key.path, response.path) if task else None


def _is_key_of(file: NamedText, other: NamedText) -> bool:
    roles = role_of(file.path), role_of(other.path)
    if roles[0] is not roles[1]:
        return roles[0] is Role.KEY or (roles[1] is Role.RESPONSE and roles[0] is not Role.RESPONSE)
    return _is_marked(file) and not _is_marked(other)


def _is_marked(file: NamedText) -> bool:
    """Whether a file has marks that only keys have."""
    task = task_of(file.text)
    marked = registry.family_of(task).naming().marked_as_key if task else None
    return bool(task and marked and marked(task, file.text))


def entry(sides: Sides, folder: Path) -> str:
    """The `[[pair]]` of a key and a response in the keytally.toml of a folder."""
    key, response = (_quoted(path, folder) for path in (sides.key, sides.response))
    return f'[[pair]]\ntask = "{sides.task}"\nkey = {key}\nresponses = [{response}]\n'


def behind(text: str, added: str) -> str:
    """What is put at the end of a keytally.toml, so that an entry stands apart from what is there."""
    if not text.strip():
        return added
    return ("\n" if text.endswith(("\n", "\r")) else "\n\n") + added


def _quoted(path: Path, folder: Path) -> str:
    """A path relative to a folder, as a string of TOML."""
    name = name_from(folder, path)
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
