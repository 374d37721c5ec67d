"""The arguments of `keytally check`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_config
from keytally.cli.processes_argument import add_processes
from keytally.findings.outputs import FORMATS

SUMMARY = "find what is wrong in keys, responses and configurations"
DESCRIPTION = (
    "Check files, or all recognised files in folders; without a path those of the project, that is of the "
    "folder of the nearest keytally.toml, else of this folder."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("paths", nargs="*", metavar="PATH", help="a file, or a folder to search")
    command.add_argument("--task", metavar="TASK", help="the task of the files, instead of their pair's")
    add_config(command)
    command.add_argument("--bnf", metavar="BNF", help="the BNF of template files: a file or a built-in name")
    command.add_argument("--texts", metavar="FILE", help="the texts that the files were made from")
    command.add_argument("--role", choices=("key", "response"), help="what the files are")
    command.add_argument("--format", choices=FORMATS, default="full", help="how findings are printed")
    command.add_argument(
        "--select", action="append", default=[], metavar="RULES", help="only these rules, separated by commas"
    )
    command.add_argument(
        "--ignore", action="append", default=[], metavar="RULES", help="not these rules, separated by commas"
    )
    changes = command.add_mutually_exclusive_group()
    changes.add_argument("--fix", action="store_true", help="make the safe fixes")
    changes.add_argument("--diff", action="store_true", help="show what --fix would change")
    add_allow(command)
    add_processes(command, "check the files, unless they are changed,")
