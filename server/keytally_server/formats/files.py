"""Files that a format's links lead to."""

from pathlib import Path

from keytally.text.regular import is_file


def existing_file(path: Path) -> Path | None:
    """The path where there is a file; None for anything else, and for what can be no path."""
    return path if is_file(path) else None
