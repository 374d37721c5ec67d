"""The `keytally` command line: parser, exit codes, error messages, pages and progress."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, NoReturn, TextIO, TypeVar

from keytally.commands.start import INTERRUPTED
from keytally.findings.spelling import did_you_mean
from keytally.text.files import current_folder
from keytally.text.rendering import printable, printable_page, visible
from keytally.version import VERSION

COLUMNS = 80
"""The width that is used without a terminal."""


class HelpLines(argparse.HelpFormatter):
    """A help formatter that determines the terminal width without `shutil`.

    Importing `shutil` takes longer than the rest of the parser, and most runs print no help.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the width as `shutil.get_terminal_size` determines it."""
    try:
        given = int(os.environ.get("COLUMNS", "0"))
    except ValueError:
        given = 0
    if given > 0:
        return given
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else -1).columns or COLUMNS
    except (ValueError, OSError):
        return COLUMNS


@contextmanager
def without_gc() -> Iterator[None]:
    """Pause garbage collection until the block ends, then restore the previous state.

    The remaining objects are frozen, because the command is about to end and another collection would gain
    nothing.
    """
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.freeze()
            gc.enable()


def use_colour() -> bool:
    """Return whether output is coloured: at a terminal, unless NO_COLOR is set; always with FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def show_page(page: str) -> None:
    """Print a human-readable page: control characters are escaped, and no line can be a CI command."""
    print(printable_page(page), end="")


def show_data(text: str) -> None:
    """Print data unchanged to a file or a pipe, and with escaped control characters to a terminal."""
    print(visible(text) if sys.stdout.isatty() else text, end="")


T = TypeVar("T")

DELAY = 1.0
"""The delay in seconds before progress is shown."""


def show_progress(things: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Yield the items, and show how many have been requested; `unit` is the plural noun for the items.

    Nothing is shown if stderr is not a terminal or if the run is quiet, and the progress is erased at the
    end.
    """
    if not sys.stderr.isatty() or is_quiet():
        yield from things
        return
    from tqdm import tqdm  # noqa: PLC0415 - only a terminal pays for it

    tqdm.monitor_interval = 0  # its thread would keep this process from being forked
    yield from tqdm(
        things, total=total, unit=f" {unit}", delay=DELAY, leave=False, file=sys.stderr, dynamic_ncols=True
    )


def no_progress(things: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Yield the items without showing progress, for example inside an item with its own progress."""
    return iter(things)


def show_document_progress(documents: Sequence[str]) -> Iterator[str]:
    """Yield the documents of a pair, and show the progress."""
    return show_progress(documents, len(documents), "documents")


CANNOT_RUN = 2
BROKEN_PIPE = 141
COMMANDS = (
    *("score", "check", "compare", "errors", "report", "agreement", "merge"),
    *("convert", "pairs", "rule", "tasks", "options", "bnf", "init", "schema", "completion"),
)
"""The subcommands; each is implemented by a module, which declares the arguments and runs the command.
"""


class CommandParser(argparse.ArgumentParser):
    """A parser that reports errors in one line and suggests the closest command or option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=HelpLines, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; an unknown option or command is reported before any missing argument."""
        args = sys.argv[1:] if args is None else args
        for argument in takewhile(lambda each: each != "--", args):
            if not argument.startswith("-") and self._subparsers is not None:
                if argument not in COMMANDS:
                    self.error(f"unknown command {argument!r}{did_you_mean(argument, COMMANDS)}")
                break
            if not self._knows(argument):
                option = argument.partition("=")[0]
                self.error(f"unknown option {option}{did_you_mean(option, self._option_string_actions)}")
        if "-O" in self._option_string_actions and not {"-h", "--help"}.isdisjoint(args):
            self.epilog = _options_of_task(args)
        return super().parse_known_args(args, namespace)

    def _knows(self, argument: str) -> bool:
        """Return whether an argument is an option of this parser, or does not look like an option."""
        if not argument.startswith("-") or argument == "-" or self._negative_number_matcher.match(argument):
            return True
        name = argument.partition("=")[0] if argument.startswith("--") else argument[:2]
        return name in self._option_string_actions

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, and exit with status 2."""
        self.exit(CANNOT_RUN, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, a version or an error; unlike argparse, report output that cannot be written."""
        with suppress(OSError) if file is sys.stderr else nullcontext():
            (file or sys.stdout).write(message)


def _options_of_task(arguments: Sequence[str]) -> str | None:
    """Return a line that lists the options of the task given in the arguments; None if no known task is
    given.
    """
    from keytally.families.registry import find_task, options_of  # noqa: PLC0415 - only help pays for it

    given = " ".join(arguments).replace("--task=", "--task ").split()
    name = next((task for word, task in pairwise(given) if word == "--task"), "")
    if find_task(name) is None:
        return None
    names = ", ".join(sorted(options_of(name).table)) or "none"
    return f"options of {name} for -O: {names} (keytally options {name} describes them)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status. `arguments` are the command-line arguments without the
    program name; by default, those of the process are used.

    If a message could not be written, a status of 0 becomes 2.
    """
    replace_missing_streams()
    _print_alike_everywhere()
    _quiet.clear()
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard(sys.stdout)
        status = BROKEN_PIPE
    except Exception as error:
        status = _failed(error)
    return status if _has_told_all() or status else CANNOT_RUN


def _run(given: Sequence[str]) -> int:
    """Parse the arguments and run the subcommand; return its status, or the status of `--help` or an
    error.
    """
    try:
        chosen = parser(*given[:1]).parse_args(given)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    _quiet[:] = [getattr(chosen, "quiet", False)]
    with _project(chosen):
        with without_gc():
            command = import_module(chosen.module)
            _check_project(chosen)
        with _streams(chosen):
            status: int = command.run(chosen)
    _tell_of_families()
    return status


def _streams(chosen: argparse.Namespace) -> AbstractContextManager[None]:
    """Return the context of a command that reads or writes `-`, or writes its output to a file."""
    given = vars(chosen).values()
    is_plain = all(value != "-" and (not isinstance(value, list) or "-" not in value) for value in given)
    if is_plain and vars(chosen).get("output_file") is None:
        return nullcontext()
    from keytally.commands.streams import streams_of  # noqa: PLC0415 - few runs use standard streams so

    return streams_of(chosen)


@contextmanager
def _project(chosen: argparse.Namespace) -> Iterator[None]:
    """Use the project file that the user has chosen until the block ends."""
    if vars(chosen).get("project") is None:
        yield
        return
    from keytally.runs.files import use_project  # noqa: PLC0415 - few runs choose one

    try:
        use_project(chosen.project)
        yield
    finally:
        use_project(None)


def _check_project(chosen: argparse.Namespace) -> None:
    """Raise KeytallyError if a project file whose settings apply is not valid TOML.

    For `keytally check`, such a file among its own inputs is reported as a finding instead.
    """
    if not hasattr(chosen, "allow"):  # a command that reads no keytally.toml
        return
    from keytally.runs.files import check_project_syntax  # noqa: PLC0415 - the other commands need no files

    given = vars(chosen)
    paths = given.get("files") or given.get("paths") or [given.get("folder", ".")]
    check_project_syntax(map(Path, paths), apart_from_these=chosen.command == "check")


def parser(only: str = "") -> CommandParser:
    """Return the parser of the whole command line, or of a single subcommand (`only`)."""
    whole = CommandParser(
        prog="keytally",
        description="Score annotations against answer keys, and check them for errors.",
        allow_abbrev=False,
    )
    whole.add_argument("-V", "--version", action="version", version=f"keytally {VERSION}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=whole.prog)
    for name in [only] if only in COMMANDS else COMMANDS:
        module = import_module(f"keytally.commands.{name}")
        command = commands.add_parser(
            name, help=module.SUMMARY, description=module.DESCRIPTION, allow_abbrev=False
        )
        module.add(command)
        command.set_defaults(module=f"keytally.commands.{name}")
    return whole


_unwritten: list[OSError] = []
"""The reasons why messages could not be written."""

_quiet: list[bool] = []
"""A single boolean: whether this run suppresses warnings, notes and progress. The list is empty until the
command is known.
"""


def is_quiet() -> bool:
    """Return whether the run suppresses warnings, notes and progress."""
    return any(_quiet)


def say(*problems: str) -> None:
    """Print lines to stderr; a quiet run omits warnings and notes."""
    for problem in problems:
        if is_quiet() and problem.startswith(("warning: ", "note: ")):
            continue
        try:
            print(f"keytally: {printable(' '.join(problem.splitlines()))}", file=sys.stderr)
        except OSError as error:
            _unwritten.append(error)


def _tell_of_families() -> None:
    """Print which families of plugins cannot be used, if the run has searched for plugins."""
    registry = sys.modules.get("keytally.families.registry")
    if registry is not None:
        say(*(f"warning: {problem}" for problem in registry.problems()))


def _failed(error: Exception) -> int:
    """Report the error that ended a run: one line per problem, and a traceback only if requested."""
    problems = getattr(error, "problems", None)
    if problems is None:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise error
        problems = [_internal(error)]
    say(*problems)
    _tell_of_families()
    if isinstance(error, OSError):
        _discard(sys.stdout)
    return CANNOT_RUN


def _internal(error: Exception) -> str:
    """Return a line about an unexpected error; an OSError without a file name concerns standard output."""
    if isinstance(error, FileNotFoundError) and current_folder() is None:
        from keytally.runs.project import NO_FOLDER  # noqa: PLC0415 - few runs end so

        return NO_FOLDER
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        return f"cannot write the output: {error.strerror}"
    if isinstance(error, MemoryError):
        from keytally.text.files import memory_problem  # noqa: PLC0415 - only this error pays for it

        return memory_problem()
    registry = sys.modules.get("keytally.families.registry")
    fault = registry.fault_of(error) if registry is not None else ""
    return fault or f"internal error, please report it: {type(error).__name__}: {error}"


def _print_alike_everywhere() -> None:
    """Print the same bytes on every system, and escape characters that a terminal cannot display.

    Files and pipes receive UTF-8 with unchanged line ends, regardless of the locale or code page, unless
    PYTHONIOENCODING specifies an encoding.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
            encoding = stream.encoding if chosen else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def replace_missing_streams() -> None:
    """Open the null device for each standard stream that was closed when the process started.

    Otherwise, Python would print messages to standard output, and the next file that is opened would replace
    the stream.
    """
    streams = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
    for number, (name, mode) in enumerate(streams):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            stream = io.TextIOWrapper(io.FileIO(number, mode), encoding="utf-8", write_through=True)
            setattr(sys, name, stream)


def _has_told_all() -> bool:
    """Return whether all messages were written or had no reader."""
    try:
        sys.stderr.flush()
    except OSError as error:
        _unwritten.append(error)
    if not _unwritten:
        return True
    _discard(sys.stderr)
    lost = [error for error in _unwritten if not isinstance(error, BrokenPipeError)]
    _unwritten.clear()
    return not lost


def _discard(stream: TextIO) -> None:
    """Discard all further output of a stream that cannot be written to, including its final flush."""
    try:
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, stream.fileno())
        os.close(descriptor)
    except (OSError, ValueError):
        return
