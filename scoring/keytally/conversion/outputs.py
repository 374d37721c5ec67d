"""What a conversion makes: the texts of files, and what they do not hold."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.converted import Loss


class Output(NamedTuple):
    """What is written: the texts of the parts of a file, and its name without an extension.

    The name is "" for a file of all documents.
    """

    name: str
    texts: Sequence[str]


class Converted(NamedTuple):
    """The files of a conversion, and what they do not hold."""

    outputs: Sequence[Output]
    losses: Sequence[Loss]
