"""What shells know of the two programs: completions for bash, zsh and fish, which shtab makes."""

import argparse
from collections.abc import Iterator

import shtab

from keytally.commands import main as command
from keytally.families.registry import BUILT_IN
from keytally_server import main as server

FOLDER = "scoring/keytally/commands/terminal"
NAMES = {"bash": "{}.bash", "zsh": "_{}", "fish": "{}.fish"}
"""The name of a program's completion, for each shell the one under which it looks for it."""

FILES = {"BNF", "CONFIG", "FILE", "FILE|DIR", "KEY", "PATH", "RESPONSE"}
TASKS = [task.name for family in BUILT_IN for task in family.tasks]


def completions() -> Iterator[tuple[str, str]]:
    """The names in the checkout and the texts of all completions."""
    for make in (command.parser, server.parser):
        for shell, name in NAMES.items():
            parser = make()
            _describe(parser)
            yield f"{FOLDER}/{name.format(parser.prog)}", shtab.complete(parser, shell=shell)


def _describe(parser: argparse.ArgumentParser) -> None:
    """Mark the arguments that are files, directories and tasks, in a parser only for completions."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                _describe(below)
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "TASK":
            action.choices = TASKS
