"""The arguments of `keytally agreement`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options

SUMMARY = "tell how far annotators agree"
DESCRIPTION = (
    "Compare the files of annotators of one task: F of each pair, kappa, alpha, who says what where another "
    "says something else, and each disagreement with its places. "
    "Files have the form of a key; those of lexical substitution that of a response. Without files the "
    "annotators are those that the [[adjudication]] tables of the nearest keytally.toml name."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally agreement [--task TASK] FILE FILE... [--config CONFIG] [-O NAME=VALUE]... "
        "[--format text|json|csv] [-v]\n"
        "       keytally agreement [--task TASK] [--format text|json|csv] [-v]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="an annotator's file; at least two")
    command.add_argument(
        "--task",
        metavar="TASK",
        help="the task of the files, such as named_entity; else it is told from the first; without files, "
        "that of the tables that are measured",
    )
    add_options(command)
    command.add_argument("--format", choices=("text", "json", "csv"), default="text", help="what to print")
    command.add_argument(
        "-v",
        dest="verbose",
        action="store_true",
        help="print F by document, class, slot and type as well, and more on each coefficient",
    )
    add_allow(command)
