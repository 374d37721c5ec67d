"""A quick fix: the fix of one finding."""

from typing import NamedTuple

from keytally.engine.findings import Located
from keytally.findings.finding import Edit


class QuickFix(NamedTuple):
    """A finding with a fix, the title of the fix, and its edits in the file."""

    located: Located
    title: str
    edits: tuple[Edit, ...]
