"""Options: one namespace for what configuration files, `-O` and keytally.toml can set."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from keytally.evaluations.settings import Settings, SettingsError
from keytally.findings.suggestion import did_you_mean


class Kind(Enum):
    """What an option's values are."""

    TEXT = "text"
    CHARACTER = "character"
    CHOICE = "choice"
    FLAG = "flag"
    NAME = "name"
    FILE = "file"
    LIST = "list"
    CLASSES = "class definitions"
    SLOTS = "slot definitions"
    SUBTASKS = "subtask names"
    GROUPS = "section groups"


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, what it takes, its default as it would be written, and what it does.

    `default` is the sequence of values that stands when no line gives the option; None where it
    must be given. `choices` are the values of a CHOICE, in the spelling of the manual.
    `documentation` is Markdown; `source` is the manual's section or "keytally".
    """

    name: str
    kind: Kind
    default: tuple[str, ...] | None
    documentation: str
    choices: tuple[str, ...] = ()
    source: str = "manual"


def name_problem(task: str, name: str, options: Mapping[str, Option]) -> str | None:
    """What is wrong with an option's name, in one line; None for one of the task's `options`."""
    if name.lower() in options:
        return None
    return f"{task} has no option {name!r}; it takes {', '.join(options)}{did_you_mean(name, options)}"


def given_options(
    task: str,
    settings: Settings,
    options: Mapping[str, Option],
    value_problem: Callable[[str, Sequence[str]], str | None],
) -> dict[str, tuple[str, ...]]:
    """The values of the options that settings give a task without configurations, by their names.

    Of one given twice the last counts. Raises SettingsError, a line for each thing that is wrong.
    """
    if settings.source is not None or settings.text is not None:
        raise SettingsError([f"{task} takes no MUC configuration; give its options as -O name=value"])
    given = {name.lower(): tuple(values) for name, values in settings.options}
    problems = (
        name_problem(task, name, options) or value_problem(name, values) for name, values in given.items()
    )
    if told := [problem for problem in problems if problem]:
        raise SettingsError(told)
    return given


def plain_value_problem(name: str, values: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """What is wrong with the values of an option that takes one; None for one that can be used."""
    if len(values) != 1 or not values[0].strip():
        return f"{name} takes one value; write it as {name}=VALUE"
    choices, value = options[name].choices, values[0].strip()
    if choices and value.lower() not in choices:
        return f"{name}={value}: it must be one of {', '.join(choices)}"
    return None
