"""A link from a place of the file to a place of any file."""

from pathlib import Path
from typing import NamedTuple


class LocationLink(NamedTuple):
    """A range of a file, and the range of this file that leads there, in code points."""

    path: Path
    start: int
    end: int
    origin_start: int
    origin_end: int
