"""A document link: a range of the file that leads to another file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class DocumentLink(NamedTuple):
    """A range of the file that leads to another file.

    `data` are plain JSON values from which the format's presenter finds the place in the target when a client
    resolves the link; None for a link to the file as a whole.
    """

    start: int
    end: int
    target: Path
    data: Mapping[str, Any] | None = None
