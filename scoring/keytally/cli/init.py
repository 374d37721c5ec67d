"""`keytally init`: the skeleton of a configuration, on standard output."""

import argparse

from keytally.cli.bnf_reading import configuration_from, understood
from keytally.cli.main import say
from keytally.text.printable import printable_page

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the skeleton, and nothing where the BNF has errors; returns 1 then, else 0."""
    read = understood(arguments.bnf)
    if not read.has_errors:
        print(
            printable_page(configuration_from(read, arguments.task, arguments.key, arguments.response)),
            end="",
        )
    say(*read.problems)
    return FOUND if read.has_errors else 0
