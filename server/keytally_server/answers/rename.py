"""What can be renamed, and why something cannot."""

from typing import NamedTuple


class Renamable(NamedTuple):
    """A name that can be changed: where it stands, and the name itself."""

    start: int
    end: int
    name: str


class RenameError(Exception):
    """A name that cannot be given; the message is one line that says why, and what can be done."""
