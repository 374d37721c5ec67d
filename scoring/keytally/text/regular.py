"""Reads files that options name: only regular files."""

from errno import EINVAL
from pathlib import Path


def regular_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, also for a pipe or a device, which may never end."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "this is no regular file; save its text and give that")
    return path.read_bytes()
