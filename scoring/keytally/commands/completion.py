"""`keytally completion`: print the completion script for a shell."""

import argparse
from pathlib import Path

from keytally.commands.arguments import add_output
from keytally.text.files import package_text

SUMMARY = "print a shell completion script"
DESCRIPTION = (
    "Print the completion script of keytally for a shell. In bash: source <(keytally completion bash); in "
    "zsh: write the output to a file named _keytally in a directory of $fpath; in fish: keytally completion "
    "fish | source."
)
SHELLS = ("bash", "zsh", "fish")


def add(command: argparse.ArgumentParser) -> None:
    """Declare the command-line arguments."""
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
    add_output(command)


TERMINAL = Path(__file__).parent / "terminal"
"""The directory of the completions and manual pages, which `make generate` writes from the parsers."""

FILES = {"bash": "keytally.bash", "zsh": "_keytally", "fish": "keytally.fish"}


def run(arguments: argparse.Namespace) -> int:
    """Print the completion script for the given shell."""
    print(package_text(TERMINAL / FILES[arguments.shell]), end="")
    return 0
