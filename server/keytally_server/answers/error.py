"""A difference from the key with its class and its gain, and the edits that repair it."""

from pathlib import Path
from typing import NamedTuple

from keytally.findings.edits import Edits


class FilePlace(NamedTuple):
    """A range of a file, in code points."""

    path: Path
    start: int
    end: int


class Error(NamedTuple):
    """A difference of a response from its key.

    `name` is its class, `key` and `response` are what the two sides say. `place` is in the response, in the
    key where the response lacks the document; `key_place` is None where the key has nothing. `gain` is that
    of the headline in points if it alone were repaired; None where it cannot be, and `refused` says why.
    """

    name: str
    document: str
    key: str
    response: str
    place: FilePlace
    key_place: FilePlace | None
    gain: float | None
    refused: str

    @property
    def said(self) -> str:
        """What the sides say: `LOCATION "Ann" for PERSON "Ann"`."""
        both = f"{self.response} for {self.key}" if self.key and self.response else ""
        return both or self.key or self.response


class ErrorRepair(NamedTuple):
    """The repair of a difference: a title with its exact gain, and its edits, in order, in one file."""

    title: str
    path: Path
    edits: Edits
