"""What features about names give: places, what can be renamed, and why something cannot."""

from typing import NamedTuple


class Highlight(NamedTuple):
    """A place of a name in the file; `gives` tells whether the name is given there, not used."""

    start: int
    end: int
    gives: bool


class Renamable(NamedTuple):
    """A name that can be changed: where it stands, and the name itself."""

    start: int
    end: int
    name: str


class RenameError(Exception):
    """A name that cannot be given; the message is one line that says why, and what can be done."""
