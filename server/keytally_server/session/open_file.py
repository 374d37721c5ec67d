"""A file that an editor has open."""

from typing import NamedTuple


class OpenFile(NamedTuple):
    """The client's version of an open file, and its name for the language."""

    version: int
    language: str
