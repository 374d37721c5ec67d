"""The public surface of the two programs: subcommands, options, their values and defaults."""

import argparse
from collections.abc import Iterator

from keytally.commands import main as command
from keytally_server import main as server
from release.surface.item import Item


def items() -> Iterator[Item]:
    """The arguments of both programs, those of subcommands with them."""
    for parser in (command.parser(), server.parser()):
        yield from _of(parser)


def _of(parser: argparse.ArgumentParser) -> Iterator[Item]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield Item("command", parser.prog, name)
                yield from _of(below)
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            yield from _argument(parser.prog, action)


def _argument(program: str, action: argparse.Action) -> Iterator[Item]:
    """One item a spelling: `-o` and `--output` are told apart, since people rely on either."""
    detail = _detail(action)
    if not action.option_strings:
        yield Item("argument", program, str(action.metavar or action.dest), detail)
    for spelling in action.option_strings:
        yield Item("option", program, spelling, detail)


def _detail(action: argparse.Action) -> str:
    """How many values are taken, which ones, and what stands for none; help is no promise."""
    takes = "flag" if action.nargs == 0 else f"takes {action.nargs or 1}"
    values = f" of {', '.join(map(str, action.choices))}" if action.choices else ""
    default = "" if action.default in (None, False, 0, []) else f", else {action.default}"
    return f"{takes}{values}{default}{', required' if action.required and action.option_strings else ''}"
