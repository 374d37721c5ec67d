"""The companion files of a key on disk: files beside it whose names match its own."""

from collections.abc import Mapping
from pathlib import Path

from keytally.evaluations import registry
from keytally.project.conventions import companions_of_any
from keytally.project.folders import Workspace


def companions_of_key(key: Path, task: str) -> dict[str, Path | str]:
    """The companion files of a key in the same folder, matched by name, of the kinds that a task takes."""
    return _taken_by_task(task, companions_beside_file(key, Workspace(key.parent)))


def companions_beside_file(path: Path, workspace: Workspace) -> dict[str, Path | str]:
    """The companion files of any kind in a file's folder, matched by name."""
    found = companions_of_any(path.name, workspace.folder(path.parent).names)
    return {kind: path.with_name(name) for kind, name in found.items()}


def companions_taken_by(task: str, key: Path, found: Mapping[str, str]) -> dict[str, Path | str]:
    """The paths of those companion files of a key that a task takes, from their names."""
    return _taken_by_task(task, {kind: key.with_name(name) for kind, name in found.items()})


def _taken_by_task(task: str, found: Mapping[str, Path | str]) -> dict[str, Path | str]:
    known = registry.find_task(task)
    return {kind: path for kind, path in found.items() if known and kind in known.companions}
