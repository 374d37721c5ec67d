"""The help of the command, as wide as the terminal."""

import argparse
import os
import sys

COLUMNS = 80
"""The width where no terminal tells one."""


class HelpLines(argparse.HelpFormatter):
    """Lays out help like argparse, which imports shutil for the width of the terminal, at each argument.

    That takes more time than all else that a parser does, and nearly all runs print no help.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """What `shutil.get_terminal_size` says."""
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
