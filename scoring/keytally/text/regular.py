"""Reading files that options name: only what can be read from its start to its end."""

from errno import EINVAL
from pathlib import Path


def regular_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, of a pipe or a device too, since reading one might never end."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "this is no regular file; save its text and give that")
    return path.read_bytes()
