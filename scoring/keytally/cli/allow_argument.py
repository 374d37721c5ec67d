"""The argument that allows folders outside the workspace."""

import argparse
from pathlib import Path


def add_allow(command: argparse.ArgumentParser) -> None:
    """Declare `--allow DIR`."""
    command.add_argument(
        "--allow",
        action="append",
        default=[],
        type=_folder,
        metavar="DIR",
        help="a folder outside the workspace whose files keytally.toml and configurations may name",
    )


def _folder(text: str) -> Path:
    """An existing folder. Raises ArgumentTypeError for anything else."""
    from keytally.text.regular import is_folder  # noqa: PLC0415 - few runs allow a folder

    if not is_folder(Path(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no folder")
    return Path(text)
