"""The arguments of `keytally bnf`."""

import argparse

SUMMARY = "tell what a BNF says"
DESCRIPTION = "Print what is understood of a BNF: classes, slots, what may fill them and how often."


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("bnf", metavar="FILE", help="a BNF: a file or a built-in name, such as muc6-te")
    command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
