"""`keytally options`: list the options of a task."""

import argparse
import re
from collections.abc import Iterator

from keytally.commands.arguments import add_output
from keytally.commands.main import show_page
from keytally.families.family import Option
from keytally.families.registry import find_task, options_of, tasks
from keytally.findings.spelling import did_you_mean
from keytally.runs.files import KeytallyError

SUMMARY = "list the options of a task"
DESCRIPTION = (
    "List the options that -O NAME=VALUE and keytally.toml accept for a task, with their values and defaults."
)

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("task", metavar="TASK", help="the task (keytally tasks lists all tasks)")
    add_output(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the options of the task and return 0. Raises KeytallyError for an unknown task."""
    name: str = arguments.task
    if find_task(name) is None:
        hint = did_you_mean(name, tasks()) or "; run keytally tasks to list all tasks"
        raise KeytallyError(f"unknown task {name!r}{hint}")
    table = options_of(name).table
    blocks = ("\n".join(_lines(option)) for _, option in sorted(table.items()))
    show_page("\n\n".join(blocks) + "\n" if table else f"{name} has no options.\n")
    return 0


def _lines(option: Option) -> Iterator[str]:
    """Yield the name and the values of an option, its default, and its documentation as wrapped text."""
    import textwrap  # noqa: PLC0415 - only this command wraps text

    values = "|".join(option.choices) or option.kind.value.upper()
    default = "required" if option.default is None else f"default: {' '.join(option.default) or 'none'}"
    yield f"{option.name}={values}"
    text = _LINK.sub(r"\1", " ".join(option.documentation.split())).replace("`", "")
    yield from textwrap.wrap(
        f"{text} ({default})", 78, initial_indent="  ", subsequent_indent="  ", break_long_words=False
    )
