"""`keytally init`: the skeleton of a configuration, on standard output."""

import argparse

from keytally.batch.bnf import configuration_from, understood
from keytally.cli.main import say
from keytally.findings.outputs.concise import line_of

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the skeleton; returns 1 where something in the BNF was not understood, else 0."""
    read = understood(arguments.bnf)
    text = configuration_from(read, arguments.task, arguments.key, arguments.response)
    print(text, end="")
    say(*(line_of(finding) for finding in read.findings))
    return FOUND if read.findings else 0
