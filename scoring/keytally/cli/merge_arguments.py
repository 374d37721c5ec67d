"""The arguments of `keytally merge`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options

SUMMARY = "merge annotators' files into a gold"
DESCRIPTION = (
    "Make a gold of annotators' files, or add to one what they agree on; without files the golds that "
    "the [[adjudication]] tables of the nearest keytally.toml state. What stands in a gold stays. "
    "What the strategy does not decide is listed, and makes the exit status 1."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally merge [--task TASK] FILE FILE... [-o GOLD] [OPTIONS]\n"
        "       keytally merge [--task TASK] [--strategy STRATEGY] [--keep-alternatives] [--format text|json]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="an annotator's file; at least two")
    command.add_argument(
        "--task",
        metavar="TASK",
        help="the task of the files, such as named_entity; else it is told from the first; without files, "
        "that of the tables that are merged",
    )
    command.add_argument(
        "--strategy",
        default="unanimous",
        metavar="STRATEGY",
        help="what decides: unanimous (by default), majority, votes=N (what at least N say) or union",
    )
    command.add_argument("-o", dest="gold", metavar="GOLD", help="the gold to write; else it is printed")
    command.add_argument(
        "--keep-alternatives",
        action="store_true",
        help="write what is open with its alternatives, where the format has a place for them",
    )
    command.add_argument("--texts", metavar="FILE", help="the texts that a new gold begins with")
    add_options(command)
    command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
    add_allow(command)
