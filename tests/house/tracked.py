"""The files of the repository, as the tests about the house see them."""

import subprocess
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
BINARY = {".png", ".gif", ".ico", ".woff2"}


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that git knows, if it is still there."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := CHECKOUT / name).is_file())


def texts() -> list[Path]:
    """The tracked files that are text."""
    return [path for path in tracked() if path.suffix not in BINARY]


def sources(*folders: str) -> list[Path]:
    """The tracked Python files below these folders of the checkout."""
    roots = [CHECKOUT / folder for folder in folders]
    return [
        path for path in tracked() if path.suffix == ".py" and any(root in path.parents for root in roots)
    ]


def name_of(path: Path) -> str:
    """A path as the repository names it, for test ids and messages."""
    return path.relative_to(CHECKOUT).as_posix()
