"""How far the work on a file has come."""

from typing import NamedTuple


class Progress(NamedTuple):
    """A document by its name, its number from 1 among `documents`, and its differences; None if unknown.

    `noun` is what users call a document of the task.
    """

    document: str
    number: int
    documents: int
    differences: int | None
    noun: str = "document"

    @property
    def text(self) -> str:
        """The progress in words: `document 3 of 96, 12 differences left`."""
        place = f"{self.noun} {self.number} of {self.documents}"
        if self.differences is None:
            return place
        left = f"{self.differences or 'no'} difference{'' if self.differences == 1 else 's'} left"
        return f"{place}, {left}"
