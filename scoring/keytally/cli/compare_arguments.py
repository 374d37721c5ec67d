"""The arguments of `keytally compare`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options
from keytally.cli.processes_argument import add_processes

SUMMARY = "tell which of several responses to one key is better, beyond chance"
DESCRIPTION = (
    "Score several responses to one key, and tell for each pair of them whether the difference is beyond "
    "chance, by approximate randomisation over documents as the MUC conferences did. Without files compare "
    "the responses of each key of the project."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally compare [--task TASK] KEY RESPONSE RESPONSE... [--config CONFIG] [OPTIONS]\n"
        "       keytally compare CONFIG CONFIG... [OPTIONS]\n"
        "       keytally compare [OPTIONS]"
    )
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="a key and its responses, or configurations"
    )
    command.add_argument("--task", metavar="TASK", help="what to score; else it is told from the key")
    add_options(command)
    command.add_argument("--baseline", metavar="RESPONSE", help="compare with it; else the first")
    _add_procedure(command)
    _add_output(command)
    add_processes(command, "score responses")
    add_allow(command)


def _add_procedure(command: argparse.ArgumentParser) -> None:
    """Declare how differences are tested."""
    command.add_argument("--trials", type=int, default=9999, metavar="N", help="shuffles or resamples (9999)")
    command.add_argument("--seed", type=int, default=12345, metavar="N", help="of the random numbers (12345)")
    command.add_argument(
        "--level", type=float, default=0.05, metavar="P", help="systems are told apart at or below it (0.05)"
    )
    command.add_argument(
        "--test", choices=("randomisation", "bootstrap"), default="randomisation", help="how p is computed"
    )
    command.add_argument("--holm", action="store_true", help="correct p for the number of pairs")


def _add_output(command: argparse.ArgumentParser) -> None:
    """Declare what is told, and how."""
    command.add_argument(
        "--fail-if",
        metavar="CONDITION",
        help="end with 1 if it holds for another response, as in 'f < baseline - 0.5 and p < 0.05'",
    )
    command.add_argument(
        "--changes", action="store_true", help="list where the verdicts differ from those of the baseline"
    )
    command.add_argument(
        "--by",
        choices=("document", "class", "slot", "type", "section"),
        help="print F by part of the score",
    )
    command.add_argument(
        "--format", choices=("text", "json", "markdown", "csv", "latex"), default="text", help="what to print"
    )
