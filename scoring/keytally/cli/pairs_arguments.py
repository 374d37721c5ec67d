"""The arguments of `keytally pairs`."""

import argparse

from keytally.cli.allow_argument import add_allow

SUMMARY = "tell which files belong together, and why"
DESCRIPTION = (
    "Print every pair of a folder, its parts, and the rule that made it. The exit status is 1 where a "
    "project file, or a file that one names, cannot be used, and 2 where there is no such folder."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("folder", nargs="?", default=".", metavar="DIR", help="default: this folder")
    add_allow(command)
