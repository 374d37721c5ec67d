"""Runs a module of the server that comes with the VS Code extension: `python -I run.py MODULE [ARGUMENT]...`.

It is copied as `run.py` into the folder that has the server's packages below it; those go before what the
Python has.
"""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGES = "packages"


def main(words: Sequence[str], folder: Path) -> None:
    """Run the module that the first word names, with the other words as its arguments."""
    sys.path.insert(0, str(folder / PACKAGES))
    module, *arguments = words
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:], Path(__file__).resolve().parent)
