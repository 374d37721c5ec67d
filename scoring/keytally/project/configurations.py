"""Pairs that MUC configuration files name (design, "Which files belong together", rule 2)."""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.muc.formats.config.options import default_value, find_option
from keytally.project.tasks import MUC_TASKS

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.config.document import ConfigUnit


class ConfiguredPair(NamedTuple):
    """What a configuration file pairs; paths are absolute and may lead to nothing."""

    configuration: Path
    task: str
    key: Path
    response: Path
    both_keys: bool


_BEFORE_OPTIONS = re.compile(r"(?:[ \t]*\n|;[^\n]*)*")
_OPTION = re.compile(r"^:([A-Za-z][\w-]*)(?=\s|$)", re.M)


def is_configuration(head: str) -> bool:
    """Whether a text that begins so is a MUC configuration.

    Its first line that is neither blank nor comment begins with `:` and a name, and at least one
    line begins with the name of an option that there is.
    """
    text = head.replace("\r", "\n")
    before = _BEFORE_OPTIONS.match(text)
    if _OPTION.match(text, before.end() if before else 0) is None:
        return False
    return any(find_option(option[1]) for option in _OPTION.finditer(text))


def configured_pair(path: Path, text: str) -> ConfiguredPair | None:
    """The pair that the configuration file at `path` names; None where it names no task.

    Other faults of the configuration do not matter here.
    """
    from keytally.evaluations.muc.formats.config.parsing import parse  # noqa: PLC0415 - only configurations pay for it

    unit = parse(text)
    task = task_of_configuration(unit)
    if task not in MUC_TASKS:
        return None
    key, response = (file_named(path, unit, option) for option in ("key_file", "response_file"))
    return ConfiguredPair(path, task, key, response, compares_keys(unit))


def task_of_configuration(unit: "ConfigUnit") -> str | None:
    """The task that a configuration names, known or not; None where it names none."""
    return _value(unit, "scoring_task").strip().lower() or None


def compares_keys(unit: "ConfigUnit | None", options: Iterable[tuple[str, Sequence[str]]] = ()) -> bool:
    """Whether two keys are compared under a configuration and the options that come after it."""
    methods = [_value(unit, "scoring_method")] if unit is not None else []
    methods += [values[0] for name, values in options if name.lower() == "scoring_method" and values]
    return bool(methods) and methods[-1].strip().lower() == "key2key"


def file_named(configuration: Path, unit: "ConfigUnit", option: str) -> Path:
    """The file that an option of the configuration file names.

    `muc_base_directory` is put before the name as it stands, without a slash (manual); the whole
    is relative to the configuration's folder.
    """
    name = _value(unit, "muc_base_directory") + _value(unit, option)
    return absolute(configuration.parent / name)


def absolute(path: Path) -> Path:
    """The path made absolute, without `.` and `..`; links stay."""
    return Path(os.path.normpath(path.absolute()))


def _value(unit: "ConfigUnit", name: str) -> str:
    value = unit.single(name)
    if value is not None:
        return value.content
    option = find_option(name)
    return default_value(option) if option else ""
