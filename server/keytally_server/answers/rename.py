"""The name to rename, or the reason why it cannot be renamed."""

from typing import NamedTuple


class Renamable(NamedTuple):
    """A name that can be changed: its range, and the name itself."""

    start: int
    end: int
    name: str


class RenameError(Exception):
    """The reason why a name is not possible; the message is one line with the reason and a way out."""
