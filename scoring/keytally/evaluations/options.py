"""Options: the settings in configuration files, `-O` and keytally.toml share one namespace."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.settings import Settings, SettingsError
from keytally.findings.suggestion import did_you_mean


class Kind(Enum):
    """The type of an option's values."""

    TEXT = "text"
    CHARACTER = "character"
    CHOICE = "choice"
    FLAG = "flag"
    NUMBER = "number"
    NAME = "name"
    FILE = "file"
    LIST = "list"
    CLASSES = "class definitions"
    SLOTS = "slot definitions"
    SUBTASKS = "subtask names"
    GROUPS = "section groups"


class Option(NamedTuple):
    """An option: its name, the type of its values, its default as written, and its documentation.

    `default` is the sequence of values that counts if no line gives the option; None if the option is
    required. `choices` are the values of a CHOICE, spelled as in the manual. `documentation` is Markdown;
    `source` is the manual's section or "keytally".
    """

    name: str
    kind: Kind
    default: tuple[str, ...] | None
    documentation: str
    choices: tuple[str, ...] = ()
    source: str = "manual"


def by_name(*options: Option) -> dict[str, Option]:
    """Options by name, in the order given."""
    return {option.name: option for option in options}


def compatible_option(documentation: str, modes: Sequence[str]) -> Option:
    """The option that chooses whose definition counts; the first mode is the default."""
    return Option("compatible", Kind.CHOICE, tuple(modes[:1]), documentation, tuple(modes), "keytally")


def name_problem(task: str, name: str, options: Mapping[str, Option]) -> str | None:
    """The problem with an option's name, in one line; None for the name of one of the task's `options`."""
    if name.lower() in options:
        return None
    known = ", ".join(options) or "none"
    return f"{task} has no option {name!r}; it takes {known}{did_you_mean(name, options)}"


def given_options(
    task: str,
    settings: Settings,
    options: Mapping[str, Option],
    value_problem: Callable[[str, Sequence[str]], str | None],
) -> dict[str, tuple[str, ...]]:
    """The option values in the settings of a task without configurations, by name.

    The values have one spelling (`canonical_values`), so that equal settings give equal values. If an option
    is given twice, the last one counts. Raises SettingsError with a line for each problem.
    """
    if settings.source is not None or settings.text is not None:
        raise SettingsError([f"{task} takes no MUC configuration; give its options as -O name=value"])
    given = {name.lower(): tuple(values) for name, values in settings.options}
    problems = (
        name_problem(task, name, options) or value_problem(name, values) for name, values in given.items()
    )
    if messages := [problem for problem in problems if problem]:
        raise SettingsError(messages)
    return {name: canonical_values(options[name], values) for name, values in given.items()}


def canonical_values(option: Option, values: Sequence[str]) -> tuple[str, ...]:
    """The values of a valid option in one spelling.

    A choice is spelled as in the option's `choices`; a flag is `no`, or `yes` for anything else; a number is
    as short as possible (`canonical_number`). Values of other types are unchanged.
    """
    spelling = _SPELLINGS.get(option.kind)
    return tuple(values) if spelling is None else tuple(spelling(option, value.strip()) for value in values)


def canonical_number(value: float) -> str:
    """The shortest way to write a number: `2`, `0.5`."""
    return repr(value + 0.0).removesuffix(".0")


def last_values(given: Mapping[str, Sequence[str]], options: Mapping[str, Option]) -> dict[str, str]:
    """The single value of each option: the last one given, else its default, else ""."""
    return {name: next(iter(given.get(name, option.default or ())), "") for name, option in options.items()}


def path_of(value: str) -> Path | None:
    """The path in the value of a file option; None if it is not given."""
    return Path(value) if value else None


def signature_defaults(options: Iterable[Option]) -> dict[str, tuple[str, ...] | None]:
    """The defaults of the options that belong in a signature: all except names of files."""
    return {option.name: option.default for option in options if option.kind is not Kind.FILE}


def _choice(option: Option, value: str) -> str:
    return next(choice for choice in option.choices if choice.lower() == value.lower())


_SPELLINGS: Mapping[Kind, Callable[[Option, str], str]] = {
    Kind.CHOICE: _choice,
    Kind.FLAG: lambda option, value: "no" if value.lower() == "no" else "yes",
    Kind.NUMBER: lambda option, value: canonical_number(float(value)),
}


def plain_value_problem(name: str, values: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """The problem with the values of an option that takes one value; None if there is none."""
    if len(values) != 1 or not values[0].strip():
        return f"{name} takes one value; write it as {name}=VALUE"
    choices, value = options[name].choices, values[0].strip()
    if choices and value.lower() not in (choice.lower() for choice in choices):
        return f"{name}={value}: it must be one of {', '.join(choices)}"
    return None
