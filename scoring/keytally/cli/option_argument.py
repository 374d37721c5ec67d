"""The arguments that configure a run: `--config CONFIG` and `-O NAME=VALUE`."""

import argparse


def add_config(command: argparse.ArgumentParser) -> None:
    """Declare `--config CONFIG`."""
    command.add_argument("--config", metavar="CONFIG", help="a MUC configuration: a file or a built-in name")


def add_options(command: argparse.ArgumentParser) -> None:
    """Declare `--config CONFIG`, and `-O NAME=VALUE` as a list named `options`."""
    add_config(command)
    command.add_argument(
        "-O",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option; may be repeated",
    )
