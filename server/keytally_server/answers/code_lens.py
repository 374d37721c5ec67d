"""A code lens."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple


class LensKind(str, Enum):
    """What a lens tells of."""

    SCORED = "scored"
    ADJUDICATED = "adjudicated"
    DONE = "done"


class CodeLens(NamedTuple):
    """A line of text above a place in the file, made when it is asked for.

    Kind and document tell it from the other lenses of the file; None is the document of one that is of the
    whole file.
    """

    start: int
    kind: LensKind
    document: str | None
    make_title: Callable[[], str]

    @property
    def title(self) -> str:
        """The text."""
        return self.make_title()
