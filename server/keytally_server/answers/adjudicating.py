"""What a person can decide in a gold: a title, and the edits of the gold and of its decisions."""

from typing import NamedTuple

from keytally.findings.edits import Edits


class Adjudicating(NamedTuple):
    """A decision that a person can make.

    `kind` is what the kind of the code action ends with, such as `1` or `annotator.anna`. Places of `edits`
    count from the start of the gold, those of `decisions` from the start of the file of decisions.
    """

    kind: str
    title: str
    edits: Edits
    decisions: Edits
    is_preferred: bool = False
