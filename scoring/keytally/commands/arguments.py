"""Arguments that several commands share: how they are declared, read and checked."""

import argparse
from pathlib import Path

from keytally.families.registry import configurations, read_option
from keytally.runs.files import KeytallyError, beginning_of, readable_settings
from keytally.runs.settings import Overrides
from keytally.text.files import is_file


def add_config(command: argparse.ArgumentParser) -> None:
    """Declare `--config CONFIG`."""
    command.add_argument("--config", metavar="CONFIG", help="a MUC configuration: a file or a built-in name")


def add_options(command: argparse.ArgumentParser) -> None:
    """Declare `--config CONFIG`, and `-O NAME=VALUE` as a list named `options`."""
    add_config(command)
    command.add_argument(
        "-O",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the task (keytally options TASK lists them); may be repeated",
    )


def add_project(command: argparse.ArgumentParser) -> None:
    """Declare `--project FILE` and `--allow DIR`."""
    command.add_argument(
        "--project",
        type=_project_file,
        metavar="FILE",
        help=(
            "the project file to use instead of the nearest keytally.toml (or pyproject.toml with a "
            "[tool.keytally] table)"
        ),
    )
    command.add_argument(
        "--allow",
        action="append",
        default=[],
        type=_folder,
        metavar="DIR",
        help=(
            "allow keytally.toml and configurations to name files in this directory outside the workspace; "
            "may be repeated"
        ),
    )


def _project_file(text: str) -> Path:
    """Parse the path of an existing file. Raises ArgumentTypeError for anything else."""
    if not is_file(Path(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    return Path(text)


def _folder(text: str) -> Path:
    """Parse the path of an existing directory. Raises ArgumentTypeError for anything else."""
    from keytally.text.files import is_folder  # noqa: PLC0415 - few runs allow a folder

    if not is_folder(Path(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a directory")
    return Path(text)


def add_output(command: argparse.ArgumentParser, *further: str) -> None:
    """Declare `-o FILE` and its other names."""
    command.add_argument(
        "-o",
        "--output",
        *further,
        dest="output_file",
        metavar="FILE",
        help="write the output to FILE (default: stdout)",
    )


def add_quiet(command: argparse.ArgumentParser) -> None:
    """Declare `-q`."""
    command.add_argument(
        "-q", "--quiet", action="store_true", help="do not print warnings, notes or progress"
    )


def add_force(command: argparse.ArgumentParser, what: str) -> None:
    """Declare `--force`; `what` describes the file that is written."""
    command.add_argument(
        "--force", action="store_true", help=f"overwrite an existing file that is not {what}"
    )


def add_processes(command: argparse.ArgumentParser, what: str) -> None:
    """Declare `-j N`; `what` describes the work in the help."""
    command.add_argument(
        "-j",
        "--jobs",
        dest="processes",
        type=_count,
        default=1,
        metavar="N",
        help=f"{what} in N processes (default: 1); the output is the same for any N",
    )


def _count(text: str) -> int:
    """Parse a number of processes. Raises ArgumentTypeError for anything other than a positive integer."""
    if not text.isascii() or not text.isdigit() or not int(text[:9]):
        raise argparse.ArgumentTypeError(f"invalid job count {text!r}; use 1 or more")
    return int(text[:9])


def given_options(arguments: argparse.Namespace) -> Overrides:
    """Return the options given on the command line, in order.

    Raises KeytallyError for an option that is not NAME=VALUE.
    """
    with readable_settings():
        return [read_option(option) for option in arguments.options]


MIXED = "specify a key and its responses, or only configurations"


def are_configurations(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments are configurations, not a key and its responses.

    Raises KeytallyError for a mixture, and for --task or --config with configurations.
    """
    first, *others = arguments.files
    if not is_configuration(first):
        return False
    if arguments.task or arguments.config or not all(map(is_configuration, others)):
        raise KeytallyError(MIXED)
    return True


def is_configuration(file: str) -> bool:
    """Return whether a file begins like a configuration. Raises KeytallyError if it cannot be read."""
    path = Path(file)
    return is_file(path) and any(
        configuration.is_configuration(beginning_of(path)) for configuration in configurations()
    )


NO_CONFIGURATION = "not a configuration; specify a key and a response, key first"
IS_BOTH = "; if this file contains both, specify it twice"

_CONFIGURED = (":", ";")
"""The beginnings of configurations: an option or a comment."""


def check_configuration(file: str) -> None:
    """Raise KeytallyError for a file with annotations, which is not a configuration."""
    head = beginning_of(Path(file)).lstrip()
    if head.startswith(_CONFIGURED):
        return
    from keytally.families import registry as families_registry  # noqa: PLC0415 - most configurations begin as they should
    from keytally.project.conventions import shows_both, task_of  # noqa: PLC0415 - as above

    task = task_of(head)
    if task is not None or head.startswith("<"):
        may_be_both = (
            task is not None and families_registry.task_named(task).one_file and shows_both(task, head)
        )
        raise KeytallyError(f"{file}: {NO_CONFIGURATION}{IS_BOTH if may_be_both else ''}")
