"""`keytally init`: print the skeleton of a configuration."""

import argparse

from keytally.commands.arguments import add_output
from keytally.commands.bnf import configuration_from, read_bnf_file
from keytally.commands.main import say
from keytally.text.rendering import printable_page

SUMMARY = "print a configuration skeleton for a BNF"
DESCRIPTION = "Print the skeleton of a MUC configuration for the classes and slots of a BNF."


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "--bnf", required=True, metavar="BNF", help="a BNF: a file or a built-in name, such as muc6-te"
    )
    command.add_argument("--task", metavar="TASK", help="the task (default: inferred from the BNF)")
    command.add_argument("--key", default="keys", metavar="FILE", help="the name of the key (default: keys)")
    command.add_argument(
        "--response",
        default="responses",
        metavar="FILE",
        help="the name of the response (default: responses)",
    )
    add_output(command)


FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the skeleton and return 0; print nothing and return 1 if the BNF has errors."""
    read = read_bnf_file(arguments.bnf)
    if not read.has_errors:
        print(
            printable_page(configuration_from(read, arguments.task, arguments.key, arguments.response)),
            end="",
        )
    say(*read.problems)
    return FOUND if read.has_errors else 0
