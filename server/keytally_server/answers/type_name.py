"""The names by which a companion file defines what stands at a place."""

from typing import NamedTuple

Name = tuple[str, ...]
"""A name within its owners, the outermost first: a class, or a class and its slot."""


class TypeName(NamedTuple):
    """The kind of the companion file, the names to look for there, and the range that they are about.

    Of `names` the first that the file defines counts. The range is in code points of the file.
    """

    companion: str
    names: tuple[Name, ...]
    start: int
    end: int
