"""Labels: a prefix that says where in its entity a token stands, and the entity's type."""

import re
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.columns.model import OUTSIDE

PREFIXES = "BIESLU"

KEPT = 1024
"""The number of labels that are kept as they were read: a file repeats a few."""

_LABEL = re.compile(rf"O|[{PREFIXES}]-\S+")


class Label(NamedTuple):
    """A prefix and a type; both of an outside token are `O` and ""."""

    prefix: str
    type: str


NO_ENTITY = Label(OUTSIDE, "")


@lru_cache(KEPT)
def is_label(text: str) -> bool:
    """Whether a text is `O`, or one of the prefixes B, I, E, S, L and U with a hyphen and a type."""
    return _LABEL.fullmatch(text) is not None


@lru_cache(KEPT)
def label_of(text: str) -> Label:
    """The label that a text is; one that is no label is outside of any entity."""
    return Label(text[0], text[2:]) if text != OUTSIDE and is_label(text) else NO_ENTITY
