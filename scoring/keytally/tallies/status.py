"""The outcome of a comparison."""

from enum import Enum


class Status(str, Enum):
    """The verdict on an object, a slot or a single fill (manual, "Report Summary Files")."""

    CORRECT = "cor"
    PARTIAL = "par"
    INCORRECT = "inc"
    MISSING = "mis"
    SPURIOUS = "spu"
    NONCOMMITTAL = "non"
    OPTIONAL = "opt"
    UNSCORED = "uns"
    REMOVED = "rem"

    # Enum's own hash is a Python function, and statuses key the tables that scoring looks up.
    __hash__ = str.__hash__
