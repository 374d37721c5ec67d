"""The agreement of annotators, for the command and the Python API."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class AgreementResult(NamedTuple):
    """The agreement of annotators: plain values, and lines of text with the same content.

    `long_text` has what `text` leaves out, such as F by type. `warnings` has a line for each document that is
    left out or that somebody has not done.
    """

    values: dict[str, Any]
    text: str
    long_text: str
    warnings: Sequence[str] = ()
