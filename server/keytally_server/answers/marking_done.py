"""What marks a document as done, or as not done."""

from pathlib import Path
from typing import NamedTuple

from keytally.findings.edits import Edits


class MarkingDone(NamedTuple):
    """A title, the edits of the annotator's file, and those of a keytally.toml with its text before them."""

    title: str
    edits: Edits = ()
    project: tuple[Path, str, Edits] | None = None
