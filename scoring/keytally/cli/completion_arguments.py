"""The arguments of `keytally completion`."""

import argparse

SUMMARY = "print what a shell needs to complete arguments"
DESCRIPTION = (
    "Print the completion of keytally for a shell. In bash: source <(keytally completion bash); in zsh: "
    "write it to a file _keytally in a folder of $fpath; in fish: keytally completion fish | source."
)
SHELLS = ("bash", "zsh", "fish")


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
