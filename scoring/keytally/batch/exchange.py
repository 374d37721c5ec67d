"""Tells of a key and a response that seem to be given in the wrong order."""

from pathlib import Path

from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.project.pair import Pair
from keytally.text.regular import is_folder

PART = 1 << 16
"""How much of a response is looked at for what only keys have."""


def exchanged(pair: Pair, key: str, response: str, shown: tuple[Path, Path]) -> list[str]:
    """A line if the files of a pair, given with their texts, seem to be in the wrong order; else none.

    What stands in the files comes before their names. Where the pair is not given on the command line, names
    count only for its order: a project that pairs `key` with `response` means it.
    """
    if pair.both_keys or pair.key == pair.response:
        return []
    if pair.key_files is not None:
        is_exchanged = _are_folders_exchanged(pair)
    else:
        is_exchanged = are_texts_exchanged(pair.task, key, response)
    if is_exchanged is None and pair.is_given:
        is_exchanged = _roles(pair.key, pair.response) == (Role.RESPONSE, Role.KEY)
    elif is_exchanged and not pair.is_given:
        is_exchanged = _roles(pair.key, pair.response) != (Role.KEY, Role.RESPONSE)
    return [wrong_order(*shown)] if is_exchanged else []


def wrong_order(key: Path, response: Path) -> str:
    """The line about two files in the wrong order."""
    return (
        f"the two seem to be in the wrong order: {response} looks like the key and {key} like the response; "
        "the key stands first"
    )


def are_texts_exchanged(task: str, key: str, response: str) -> bool | None:
    """Whether the contents of two files tell that they are exchanged; None where they tell nothing."""
    marked_as_key = registry.family_of(task).naming().marked_as_key
    if marked_as_key is None:
        return None
    theirs = marked_as_key(task, response[:PART])
    mine = marked_as_key(task, key if theirs else key[:PART])
    if mine == theirs:
        return None
    return bool(theirs) if theirs is not None else mine is False


def _roles(key: Path, response: Path) -> tuple[Role | None, Role | None]:
    """The roles that the names of two files tell."""
    from keytally.project.languages import role_of  # noqa: PLC0415 - most files tell by what is in them

    return role_of(key), role_of(response)


def _are_folders_exchanged(pair: Pair) -> bool | None:
    """Whether only the response's folder is made like a key's; None where neither or both are."""
    layout = registry.task_named(pair.task).folder
    if layout is None:
        return None
    mine, theirs = (is_folder(side / layout.key_folder) for side in (pair.key, pair.response))
    return None if mine == theirs else theirs
