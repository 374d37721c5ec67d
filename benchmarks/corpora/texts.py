"""What a generator of corpora makes."""

from typing import NamedTuple


class Texts(NamedTuple):
    """A key and a response to it."""

    key: str
    response: str
