"""Verdicts and the words for them, and the signature of the settings of a score."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import quote

from keytally.version import VERSION


class Status(StrEnum):
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


VERDICT_WORDS: Mapping[Status, str] = MappingProxyType(
    {
        Status.CORRECT: "correct",
        Status.PARTIAL: "partially correct",
        Status.INCORRECT: "incorrect",
        Status.MISSING: "missing",
        Status.SPURIOUS: "spurious",
        Status.NONCOMMITTAL: "noncommittal",
        Status.OPTIONAL: "optional",
        Status.UNSCORED: "not scored",
        Status.REMOVED: "removed",
    }
)
"""The words for verdicts, based on the manual's names for the tallies ("Report Summary Files"). The
clients contain copies of them; a test compares the copies.
"""


# The signature: one line with all settings that define a score.
#
# As in sacrebleu: name and version, the task, then every option that is not at its default.


LONGEST_VALUE = 64
_PLAIN = " !\"#$&'()*+./;<=>?@[\\]^`{}~"

Values = Sequence[str]


def signature(task: str, given: Mapping[str, Values], defaults: Mapping[str, Values | None]) -> str:
    """Return a signature such as `keytally:0.1.0|task:named_entity|ne_overlap:closed`, with sorted options.

    `given` contains the values of the specified options; `defaults` contains the default of every option that
    belongs in a signature (None if it has no default). Options that `defaults` lacks, such as names of files,
    are omitted, and so are values that differ from the default in case only. Values are joined by commas and
    percent-encoded if they contain a separator. Long values are replaced by a digest, so that equal
    signatures still mean equal options.
    """
    standard = {name.lower(): values for name, values in defaults.items()}
    settings = {name.lower(): tuple(values) for name, values in given.items() if name.lower() in standard}
    changed = [
        f"{name}:{_written(values)}"
        for name, values in sorted(settings.items())
        if _folded(values) != _folded(standard[name])
    ]
    return "|".join([f"keytally:{VERSION}", f"task:{task}", *changed])


def _folded(values: Values | None) -> list[str] | None:
    return None if values is None else [value.lower() for value in values]


def _written(values: Values) -> str:
    text = ",".join(quote(value, safe=_PLAIN) for value in values)
    if len(text) <= LONGEST_VALUE:
        return text
    from hashlib import sha256  # noqa: PLC0415 - few options are so long that they pay for it

    return "sha256-" + sha256(text.encode()).hexdigest()[:12]
