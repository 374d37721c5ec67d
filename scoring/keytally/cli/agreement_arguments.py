"""The arguments of `keytally agreement`."""

import argparse

SUMMARY = "tell how far annotators agree"
DESCRIPTION = "Compare the files of annotators, one each, in the form of a response; lexsub-best says how."


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("files", nargs="+", metavar="FILE", help="an annotator's file; at least two")
    command.add_argument("--task", metavar="TASK", required=True, help="the task of the files: lexsub-best")
    command.add_argument("--format", choices=("text", "json"), default="text", help="what to print")
