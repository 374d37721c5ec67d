"""The argument that tells how many processes share the work."""

import argparse


def add_processes(command: argparse.ArgumentParser, what: str) -> None:
    """Declare `-j N`; `what` tells in the help what the work is about."""
    command.add_argument(
        "-j",
        "--jobs",
        dest="processes",
        type=_count,
        default=1,
        metavar="N",
        help=f"{what} in N processes; the output is the same for any N",
    )


def _count(text: str) -> int:
    """A number of processes. Raises ArgumentTypeError for any other than 1, 2, …"""
    if not text.isascii() or not text.isdigit() or not int(text[:9]):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; give 1 or more")
    return int(text[:9])
