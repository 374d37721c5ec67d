"""An inlay hint."""

from typing import NamedTuple


class InlayHint(NamedTuple):
    """A short text at a place in the file, and a longer text that the client shows on demand."""

    place: int
    label: str
    tooltip: str
