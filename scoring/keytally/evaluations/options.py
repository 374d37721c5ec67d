"""Options: one namespace for what configuration files, `-O` and keytally.toml can set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from keytally.evaluations.settings import Settings, SettingsError
from keytally.findings.suggestion import did_you_mean


class Kind(Enum):
    """What an option's values are."""

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


def by_name(*options: Option) -> dict[str, Option]:
    """Options by their names, in the order given."""
    return {option.name: option for option in options}


def compatible_option(documentation: str, modes: Sequence[str]) -> Option:
    """The option that chooses whose definition counts; the first mode is the default."""
    return Option("compatible", Kind.CHOICE, tuple(modes[:1]), documentation, tuple(modes), "keytally")


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

    They are in one spelling (`canonical_values`), so that equal settings give equal values. Of an option
    given twice the last counts. Raises SettingsError, a line for each thing that is wrong.
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
    """The values of an option without problems, in one spelling: of choices, flags and numbers.

    A choice is spelled as in the option's `choices`; a flag is `no`, or `yes` for anything else; a number
    is as short as it can be (`canonical_number`). Values of other kinds stay as they are.
    """
    spelling = _SPELLINGS.get(option.kind)
    return tuple(values) if spelling is None else tuple(spelling(option, value.strip()) for value in values)


def canonical_number(value: float) -> str:
    """The shortest way to write a number: `2`, `0.5`."""
    return repr(value + 0.0).removesuffix(".0")


def last_values(given: Mapping[str, Sequence[str]], options: Mapping[str, Option]) -> dict[str, str]:
    """The one value of each option: the one given, else its default, else ""."""
    return {name: next(iter(given.get(name, option.default or ())), "") for name, option in options.items()}


def path_of(value: str) -> Path | None:
    """The path that an option of a file gives; None where it is not given."""
    return Path(value) if value else None


def signature_defaults(options: Iterable[Option]) -> dict[str, tuple[str, ...] | None]:
    """The defaults of the options that belong in a signature: of all but names of files."""
    return {option.name: option.default for option in options if option.kind is not Kind.FILE}


def _choice(option: Option, value: str) -> str:
    return next(choice for choice in option.choices if choice.lower() == value.lower())


_SPELLINGS: Mapping[Kind, Callable[[Option, str], str]] = {
    Kind.CHOICE: _choice,
    Kind.FLAG: lambda option, value: "no" if value.lower() == "no" else "yes",
    Kind.NUMBER: lambda option, value: canonical_number(float(value)),
}


def plain_value_problem(name: str, values: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """What is wrong with the values of an option that takes one; None for one that can be used."""
    if len(values) != 1 or not values[0].strip():
        return f"{name} takes one value; write it as {name}=VALUE"
    choices, value = options[name].choices, values[0].strip()
    if choices and value.lower() not in choices:
        return f"{name}={value}: it must be one of {', '.join(choices)}"
    return None
