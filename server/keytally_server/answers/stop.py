"""A place to go to, and why."""

from pathlib import Path
from typing import NamedTuple


class Stop(NamedTuple):
    """A range of a file in code points, and what is to be seen there.

    `status` is that of a mark, else "". `action` is the kind of the code action that does what is proposed;
    "" for the one that is preferred at the place.
    """

    path: Path
    start: int
    end: int
    message: str
    status: str = ""
    action: str = ""


class Candidate(NamedTuple):
    """A range of a unit that may be tagged, why, and the kind of the code action that tags it."""

    start: int
    end: int
    message: str
    action: str


class Unscored(NamedTuple):
    """A document on the way to the next place, of which nothing can be said before it is scored."""

    document: str
