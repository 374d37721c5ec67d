"""The arguments of `keytally errors`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options

SUMMARY = "put each error of a response in a class, and tell which repairs gain most"
DESCRIPTION = (
    "Score a response against its key, put each difference in one class, and tell what each class and each "
    "single repair would gain, by scoring the corrected response. Without files do so for each pair of the "
    "project."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally errors CONFIG [OPTIONS]\n"
        "       keytally errors [--task TASK] KEY RESPONSE [--config CONFIG] [OPTIONS]\n"
        "       keytally errors [OPTIONS]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="a configuration; or a key and a response")
    command.add_argument("--task", metavar="TASK", help="what to score; else it is told from the key")
    add_options(command)
    command.add_argument("--top", type=int, default=10, metavar="N", help="how many repairs to order (10)")
    command.add_argument(
        "--class",
        dest="classes",
        action="append",
        default=[],
        metavar="CLASS",
        help="list and order only differences of this class; may be repeated",
    )
    command.add_argument(
        "--format", choices=("text", "json", "markdown", "csv"), default="text", help="what to print"
    )
    add_allow(command)
