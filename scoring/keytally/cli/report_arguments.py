"""The arguments of `keytally report`."""

import argparse

from keytally.cli.allow_argument import add_allow
from keytally.cli.option_argument import add_options

SUMMARY = "make a page to look at, of one response or several"
DESCRIPTION = (
    "Score responses to one key, and write a page of HTML that needs no network: the scores, what differs by "
    "slot and by document, and the texts side by side with their marks. Without files the page is "
    "about the responses of the project, if it has one key."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally report [--task TASK] KEY RESPONSE... -o FILE.html [--config CONFIG] [OPTIONS]\n"
        "       keytally report CONFIG... -o FILE.html [OPTIONS]\n"
        "       keytally report -o FILE.html [OPTIONS]"
    )
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="a key and its responses, or configurations"
    )
    command.add_argument("-o", "--output", required=True, metavar="FILE.html", help="the page to write")
    command.add_argument("--task", metavar="TASK", help="what to score; else it is told from the key")
    add_options(command)
    command.add_argument(
        "--links",
        choices=("vscode", "file", "none"),
        default="vscode",
        help="what opens a place of the files: VS Code, the browser, or nothing",
    )
    command.add_argument(
        "--only-differences", action="store_true", help="leave out texts that agree with the key"
    )
    add_allow(command)
