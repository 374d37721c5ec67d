"""The command `keytally`: its arguments, its exit statuses, and its error messages."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from keytally.cli.collector import at_rest
from keytally.cli.help_lines import HelpLines
from keytally.text.printable import printable
from keytally.version import VERSION

CANNOT_RUN = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
COMMANDS = (
    *("score", "check", "compare", "errors", "report", "agreement", "merge"),
    *("convert", "pairs", "bnf", "init", "schema", "completion"),
)
"""The subcommands, each with a module of its arguments and one that runs it."""


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=HelpLines, **settings)

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, and exit with status 2."""
        self.exit(CANNOT_RUN, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status. `arguments` are those after the command's name."""
    _print_alike_everywhere()
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        chosen = parser(*given[:1]).parse_args(given)
        with at_rest():
            command = import_module(chosen.module)
        status: int = command.run(chosen)
        _tell_of_families()
        sys.stdout.flush()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_standard_output()
        return BROKEN_PIPE
    except Exception as error:
        return _failed(error)
    return status


def parser(only: str = "") -> CommandParser:
    """The parser of the whole command line, or only of the subcommand `only`."""
    whole = CommandParser(prog="keytally", description="Check and score answer keys.", allow_abbrev=False)
    whole.add_argument("--version", action="version", version=f"keytally {VERSION}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=whole.prog)
    for name in [only] if only in COMMANDS else COMMANDS:
        module = import_module(f"keytally.cli.{name}_arguments")
        command = commands.add_parser(
            name, help=module.SUMMARY, description=module.DESCRIPTION, allow_abbrev=False
        )
        module.add(command)
        command.set_defaults(module=f"keytally.cli.{name}")
    return whole


def say(*problems: str) -> None:
    """Print lines on standard error."""
    for problem in problems:
        print(f"keytally: {printable(' '.join(problem.splitlines()))}", file=sys.stderr)


def _tell_of_families() -> None:
    """Print which families of other distributions cannot be used, if the run has looked for them."""
    registry = sys.modules.get("keytally.evaluations.registry")
    if registry is not None:
        say(*(f"warning: {problem}" for problem in registry.problems()))


def _failed(error: Exception) -> int:
    """Report the error that ended a run: one line a problem; a traceback only if asked for."""
    problems = getattr(error, "problems", None)
    if problems is None:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise error
        problems = [_internal(error)]
    say(*problems)
    _tell_of_families()
    if isinstance(error, OSError):
        _forget_standard_output()
    return CANNOT_RUN


def _internal(error: Exception) -> str:
    """A line on an unexpected error; an OSError without a file name concerns standard output."""
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        return f"the output cannot be written: {error.strerror}"
    registry = sys.modules.get("keytally.evaluations.registry")
    fault = registry.fault_of(error) if registry is not None else ""
    return fault or f"internal error, please report it: {type(error).__name__}: {error}"


def _print_alike_everywhere() -> None:
    """Print the same bytes on every system, but for what a terminal cannot show, which it gets as escapes.

    Files and pipes get UTF-8 with line ends as they are, whatever the locale or the code page, unless the
    environment's PYTHONIOENCODING names an encoding.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
            encoding = stream.encoding if chosen else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def _forget_standard_output() -> None:
    """Discard further output after the reader has closed the pipe, including the final flush."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
