"""A document link: a stretch of the file that leads to another file."""

from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.unit import Link


class DocumentLink(NamedTuple):
    """A stretch of the file that leads to another file, and the link information that it is, if any."""

    start: int
    end: int
    target: Path
    link: Link | None = None
