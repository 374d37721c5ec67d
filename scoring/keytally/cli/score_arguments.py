"""The arguments of `keytally score`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options
from keytally.cli.processes_argument import add_processes

SUMMARY = "score a response against its key"
DESCRIPTION = (
    "Score the pair that a MUC configuration file names, and write the reports that it names; "
    "or score a key and a response, by what the nearest keytally.toml states of them; without files "
    "score every pair of the project: of the folder of the nearest keytally.toml, else of this folder."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally score CONFIG [OPTIONS]\n"
        "       keytally score [--task TASK] KEY RESPONSE [--config CONFIG] [--texts FILE] [-j N] [OPTIONS]\n"
        "       keytally score [-j N] [--format text|json] [--strict]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="a configuration; or a key and a response")
    command.add_argument(
        "--task", metavar="TASK", help="what to score, such as named_entity; else it is told from the key"
    )
    add_options(command)
    command.add_argument("--texts", metavar="FILE", help="the texts that key and response were made from")
    command.add_argument("--report-dir", metavar="DIR", help="write the reports below this folder")
    command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
    command.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="print each document's page and the marked response too; twice: what a task has besides",
    )
    command.add_argument(
        "--strict", action="store_true", help="refuse a key of which something malformed would be left out"
    )
    add_allow(command)
    add_processes(command, "score the pairs of a project and the documents of large pairs")
