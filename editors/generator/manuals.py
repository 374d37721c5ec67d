"""The pages of the two programs for `man`, made from the parsers.

The macros are those of man(7); a line that begins with a dot, and a backslash, mean something else there.
"""

import argparse
from collections.abc import Iterator, Sequence
from textwrap import wrap

from editors.generator.completions import FOLDER
from keytally.commands import main as command
from keytally.text.files import DEFAULT_MEGABYTES
from keytally.version import VERSION
from keytally_server import main as server

STATUSES = {
    "keytally": (
        ("0", "Success; for keytally check: no finding at warning or above."),
        (
            "1",
            "Findings, losses with --strict, a condition of --fail-if that holds, undecided items, or "
            "problems in a project.",
        ),
        ("2", "The command cannot run; the reason is printed on stderr."),
        ("130, 141", "The command was interrupted, or the reader of its output exited."),
    ),
    "keytally-server": (
        ("0", "The client shut down the server."),
        ("1", "The client disconnected without shutting down the server."),
        ("2", "The server cannot start; the reason is printed on stderr."),
    ),
}
VARIABLES = {
    "keytally": (
        (
            "KEYTALLY_MAXIMUM_FILE_SIZE",
            f"The size limit of files in megabytes (default: {DEFAULT_MEGABYTES:,}).",
        ),
        ("NO_COLOR", "Print without colours."),
        ("FORCE_COLOR", "Print with colours, also to a pipe or a file."),
    ),
    "keytally-server": (
        (
            "KEYTALLY_TOKEN",
            "The token that clients must send when they connect to a port, unless --token-file is given.",
        ),
    ),
}
PROJECT = (
    "Defines pairs of files with their tasks and options; the nearest one in or above the directory of a "
    "file applies."
)

FILES = (
    ("keytally.toml", PROJECT),
    ("pyproject.toml", "The same, in the table [tool.keytally], if there is no keytally.toml next to it."),
)


def manuals() -> Iterator[tuple[str, str]]:
    """The names in the checkout and the texts of both pages."""
    for parser in (command.parser(), server.parser()):
        yield f"{FOLDER}/{parser.prog}.1", "".join(f"{line}\n" for line in _page(parser))


def _page(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The lines of a page."""
    program, description = parser.prog, str(parser.description)
    other = next(name for name in STATUSES if name != program)
    yield f'.TH {program.upper()} 1 "" "keytally {VERSION}" "User Commands"'
    about = description[0].lower() + description[1:].rstrip(".")
    yield from (".SH NAME", f"{_plain(program)} \\- {_plain(about)}")
    yield from (".SH SYNOPSIS", *_usage(parser), ".SH DESCRIPTION", *_text(description))
    yield from (".SH OPTIONS", *_arguments(parser))
    commands = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    for name, below in commands[0].choices.items() if commands else ():
        yield from (f".SH {program.upper()} {name.upper()}", *_usage(below))
        yield from (".PP", *_text(str(below.description)), *_arguments(below))
    yield from (".SH EXIT STATUS", *_terms(STATUSES[program]))
    yield from (".SH ENVIRONMENT", *_terms(VARIABLES[program]))
    yield from (".SH FILES", *_terms(FILES))
    yield from (".SH SEE ALSO", f".BR {_plain(other)} (1)")


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Return the usage of the program: as declared in its parser, otherwise from its arguments."""
    if parser.usage is None:
        yield from _text(" ".join([parser.prog, *map(_form, _shown(parser))]))
        return
    yield from (".nf", *(_plain(line.strip()) for line in parser.usage.splitlines()), ".fi")


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A paragraph for each argument, with its help."""
    for action in _shown(parser):
        if not isinstance(action, argparse._SubParsersAction):
            told = str(action.help or "")
            yield from (".TP", _term(action), *_text(f"{told[:1].upper()}{told[1:]}."))


def _shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments that are worth a word."""
    return [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]


def _form(action: argparse.Action) -> str:
    """An argument in a line of usage."""
    if isinstance(action, argparse._SubParsersAction):
        return f"{action.metavar} ..."
    if not action.option_strings:
        more = "..." if action.nargs in ("*", "+") else ""
        return f"[{action.metavar}{more}]" if action.nargs in ("*", "?") else f"{action.metavar}{more}"
    option = " ".join([action.option_strings[-1], *_value(action)])
    return option if action.required else f"[{option}]"


def _value(action: argparse.Action) -> Sequence[str]:
    """What an option takes, as one word or none."""
    if action.nargs == 0:
        return ()
    return (str(action.metavar) if action.metavar else "|".join(map(str, action.choices or [action.dest])),)


def _term(action: argparse.Action) -> str:
    """The spellings of an argument in bold, and its value in italics."""
    value = "".join(f" \\fI{_plain(word)}\\fR" for word in _value(action))
    if not action.option_strings:
        return f"\\fI{_plain(str(action.metavar))}\\fR"
    return ", ".join(f"\\fB{_plain(spelling)}\\fR{value}" for spelling in action.option_strings)


def _terms(terms: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, text in terms:
        yield from (".TP", f"\\fB{_plain(name)}\\fR", *_text(text))


def _text(text: str) -> Iterator[str]:
    """A paragraph in short lines, which the reader's terminal fills again."""
    yield from map(_plain, wrap(text, 72, break_long_words=False, break_on_hyphens=False))


def _plain(text: str) -> str:
    """Text as roff prints it: hyphens that can be typed again, and no macro at the head of a line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
