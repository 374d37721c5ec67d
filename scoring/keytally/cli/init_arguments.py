"""The arguments of `keytally init`."""

import argparse

SUMMARY = "print a scorer configuration to start from"
DESCRIPTION = "Print the skeleton of a MUC configuration for the classes and slots of a BNF."


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "--bnf", required=True, metavar="BNF", help="a BNF: a file or a built-in name, such as muc6-te"
    )
    command.add_argument("--task", metavar="TASK", help="the task to score; else it is told from the BNF")
    command.add_argument("--key", default="keys", metavar="FILE", help="the name of the key; default: keys")
    command.add_argument(
        "--response", default="responses", metavar="FILE", help="the name of the response; default: responses"
    )
