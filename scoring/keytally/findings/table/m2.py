"""Rules of the M2 scorer's gold files and of the output that is scored by them."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("m2")
_rule = FAMILY.rule

M2_LINE = _rule(
    "m2-line", E, "A line of a gold file is none that the format has at that place.", "{problem}", "{repair}"
)
M2_FIELDS = _rule(
    "m2-fields",
    E,
    "An annotation does not have its six fields.",
    "{problem}; they are offsets, type, correction, required, comment and annotator, parted by |||",
)
M2_OFFSET = _rule(
    "m2-offset",
    E,
    "An annotation's offsets are no place in its sentence.",
    "{problem}",
    "{repair}",
)
M2_OVERLAP = _rule(
    "m2-overlap",
    W,
    "Two edits of one annotator change the same tokens, so that no output can have both.",
    "annotator {annotator} changes {what} in another edit too; no output can have both",
)
M2_DUPLICATE_EDIT = _rule(
    "m2-duplicate-edit",
    W,
    "One annotator gives the same edit twice.",
    "annotator {annotator} has this edit already; the reference program counts it twice",
    "remove the line",
)
M2_NOOP_WITH_EDITS = _rule(
    "m2-noop-with-edits",
    W,
    "An annotator says that nothing is to be changed, and gives edits of the same sentence.",
    "annotator {annotator} wants nothing changed here, and gives edits of this sentence besides",
    "remove the noop",
)
M2_LINE_COUNT = _rule(
    "m2-line-count",
    E,
    "The output has not as many lines as the gold has sentences.",
    "{lines} and {sentences}; {place}",
)
M2_ANNOTATOR = _rule(
    "m2-annotator",
    W,
    "An annotator's id is not a whole number.",
    "{found} is no annotator's number; the edit counts for nobody",
)
