"""A code lens."""

from collections.abc import Callable
from typing import NamedTuple


class CodeLens(NamedTuple):
    """A line of text above a place in the file, made when it is asked for."""

    start: int
    make_title: Callable[[], str]

    @property
    def title(self) -> str:
        """The text."""
        return self.make_title()
