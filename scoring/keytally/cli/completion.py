"""`keytally completion`: prints the completion of the command for a shell."""

import argparse
from pathlib import Path

TERMINAL = Path(__file__).parent / "terminal"
"""Where the completions and the pages for `man` lie; `make generate` writes them from the parsers."""

FILES = {"bash": "keytally.bash", "zsh": "_keytally", "fish": "keytally.fish"}


def run(arguments: argparse.Namespace) -> int:
    """Print the completion for the shell that is named."""
    print((TERMINAL / FILES[arguments.shell]).read_text(encoding="utf-8"), end="")
    return 0
