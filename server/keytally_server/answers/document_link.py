"""A document link: a range of the file that leads to another file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class DocumentLink(NamedTuple):
    """A range of the file that leads to another file.

    `data` holds plain JSON values; the format's presenter uses them to find the place in the target when a
    client resolves the link. None for a link to the whole file.
    """

    start: int
    end: int
    target: Path
    data: Mapping[str, Any] | None = None
