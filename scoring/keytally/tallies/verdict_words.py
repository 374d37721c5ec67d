"""The word for each verdict: one for command, reports, server, both editors and the documentation."""

from collections.abc import Mapping
from types import MappingProxyType

from keytally.tallies.status import Status

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
"""By the manual's names for the tallies ("Report Summary Files"). Clients repeat them; a test compares."""
