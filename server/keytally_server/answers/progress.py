"""How far the work on a file has come."""

from typing import NamedTuple


class Progress(NamedTuple):
    """A document by its name, its number from 1 among `documents`, and its differences; None if unknown.

    `noun` is what users call a document of the task. `done` has the number of documents that the annotator of
    a file has done, and of those that it has; None where nothing tells that.
    """

    document: str
    number: int
    documents: int
    differences: int | None
    noun: str = "document"
    done: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """The progress in words: `document 3 of 96, 12 differences left, 2 of 96 done`."""
        parts = [f"{self.noun} {self.number} of {self.documents}"]
        if self.differences is not None:
            parts.append(f"{self.differences or 'no'} difference{'' if self.differences == 1 else 's'} left")
        if self.done is not None:
            parts.append(f"{self.done[0]} of {self.done[1]} done")
        return ", ".join(parts)
