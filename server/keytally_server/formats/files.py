"""Files that a format's links lead to."""

from pathlib import Path


def existing_file(path: Path) -> Path | None:
    """The path where there is a file; None for anything else, and for what can be no path."""
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None
