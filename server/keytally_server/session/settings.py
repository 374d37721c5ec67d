"""The user's settings, which every client sends under `keytally`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from keytally.families import registry
from keytally.findings.selection import ALL_RULES, Selection, selection_of
from keytally.text.json_text import in_message

DEFAULT_MEGABYTES = 256
"""The default size limit of files; files that are open or compared stay in memory, at several times their
size.
"""

MAXIMUM_FILE_SIZE = "keytally.maximumFileSize"


@dataclass(frozen=True, slots=True)
class Settings:
    """The enabled features and rules; clients decide whether to show marks.

    `allowed_folders` are the directories outside the workspace that contain files to which project files may
    refer; `maximum_file_size` is in megabytes.
    """

    code_lens: bool = True
    inlay_hints: bool = True
    chain_preview: bool = False
    rules: Selection = field(default=ALL_RULES)
    allowed_folders: tuple[Path, ...] = ()
    maximum_file_size: float = DEFAULT_MEGABYTES

    @property
    def bounds(self) -> tuple[object, ...]:
        """Return the settings that determine which files are read."""
        return self.allowed_folders, self.maximum_file_size


def settings_of(values: object) -> tuple[Settings, list[str]]:
    """Return settings from the values that a client sent, and one line on each unusable value.

    A value of the wrong type is ignored, and the default is used.
    """
    problems: list[str] = []
    table = _table(values, "keytally", problems)
    rules = _table(table.get("rules"), "keytally.rules", problems)
    registry.families()  # their rules can be named
    selection, wrong = selection_of(
        _names(rules.get("select"), "keytally.rules.select", problems),
        _names(rules.get("ignore"), "keytally.rules.ignore", problems),
        _grades(rules.get("severity"), problems),
    )
    _switch(table, "marks", problems)
    settings = Settings(
        code_lens=_switch(table, "codeLens", problems),
        inlay_hints=_switch(table, "inlayHints", problems),
        chain_preview=_switch(table, "chainPreview", problems, default=False),
        rules=selection,
        allowed_folders=_folders(table.get("allowedFolders"), problems),
        maximum_file_size=_megabytes(table.get("maximumFileSize"), problems),
    )
    return settings, problems + wrong


def _table(value: object, name: str, problems: list[str]) -> Mapping[str, Any]:
    if value is None or isinstance(value, Mapping):
        return value or {}
    problems.append(f"{name} must be a table of settings, not {in_message(value)}")
    return {}


def _switch(table: Mapping[str, Any], name: str, problems: list[str], *, default: bool = True) -> bool:
    value = _table(table.get(name), f"keytally.{name}", problems).get("enabled", default)
    if isinstance(value, bool):
        return value
    problems.append(f"keytally.{name}.enabled must be true or false, not {in_message(value)}")
    return default


def _names(value: object, name: str, problems: list[str]) -> Sequence[str]:
    if value is None:
        return ()
    if isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(v, str) for v in value):
        return value
    problems.append(f"{name} must be a list of rule names, not {in_message(value)}")
    return ()


def _folders(value: object, problems: list[str]) -> tuple[Path, ...]:
    """Return the absolute paths, with `~` replaced by the user's home directory; other values are reported
    and omitted.
    """
    name = "keytally.allowedFolders"
    if value is None or value == {}:
        return ()
    if not isinstance(value, Sequence) or isinstance(value, str):
        problems.append(f"{name} must be a list of directories, not {in_message(value)}")
        return ()
    folders = [_folder(each) for each in value]
    wrong = [each for each, folder in zip(value, folders, strict=True) if folder is None]
    problems.extend(
        f"{name} contains {in_message(each)}, which is not the absolute path of a directory" for each in wrong
    )
    return tuple(folder for folder in folders if folder is not None)


def _folder(value: object) -> Path | None:
    """Return the absolute path that a string names; None for anything else."""
    try:
        folder = Path(value).expanduser() if isinstance(value, str) else None
    except RuntimeError:
        return None
    return folder if folder is not None and folder.is_absolute() and "\0" not in str(folder) else None


def _megabytes(value: object, problems: list[str]) -> float:
    if value is None:
        return DEFAULT_MEGABYTES
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < inf:
        return value
    problems.append(f"{MAXIMUM_FILE_SIZE} must be a number of megabytes, not {in_message(value)}")
    return DEFAULT_MEGABYTES


def _grades(value: object, problems: list[str]) -> Mapping[str, str]:
    grades = _table(value, "keytally.rules.severity", problems)
    wrong = [name for name, grade in grades.items() if not isinstance(grade, str)]
    problems.extend(
        f"the severity of {name} must be a string, not {in_message(grades[name])}" for name in wrong
    )
    return {name: grade for name, grade in grades.items() if name not in wrong}
