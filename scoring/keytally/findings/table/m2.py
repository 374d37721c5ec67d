"""Rules of the M2 scorer's gold files and of the output that is scored by them."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("m2")
_rule = FAMILY.rule


class M2Line(TypedDict):
    """Arguments of m2-line."""

    problem: str
    repair: str


M2_LINE = _rule(
    "m2-line",
    M2Line,
    E,
    "A line of a gold file is none that the format has at that place.",
    "{problem}",
    "{repair}",
)


class M2Fields(TypedDict):
    """Arguments of m2-fields."""

    problem: str


M2_FIELDS = _rule(
    "m2-fields",
    M2Fields,
    E,
    "An annotation does not have its six fields.",
    "{problem}; they are offsets, type, correction, required, comment and annotator, parted by |||",
)


class M2Offset(TypedDict):
    """Arguments of m2-offset."""

    problem: str
    repair: str


M2_OFFSET = _rule(
    "m2-offset",
    M2Offset,
    E,
    "An annotation's offsets are no place in its sentence.",
    "{problem}",
    "{repair}",
)


class M2Overlap(TypedDict):
    """Arguments of m2-overlap."""

    annotator: str
    what: str


M2_OVERLAP = _rule(
    "m2-overlap",
    M2Overlap,
    W,
    "Two edits of one annotator change the same tokens, so that no output can have both.",
    "annotator {annotator} changes {what} in another edit too; no output can have both",
)


class OfAnnotator(TypedDict):
    """Arguments of rules about what one annotator gives."""

    annotator: str


M2_DUPLICATE_EDIT = _rule(
    "m2-duplicate-edit",
    OfAnnotator,
    W,
    "One annotator gives the same edit twice.",
    "annotator {annotator} has this edit already; the reference program counts it twice",
    "remove the line",
)


M2_NOOP_WITH_EDITS = _rule(
    "m2-noop-with-edits",
    OfAnnotator,
    W,
    "An annotator says that nothing is to be changed, and gives edits of the same sentence.",
    "annotator {annotator} wants nothing changed here, and gives edits of this sentence besides",
    "remove the noop",
)


class M2LineCount(TypedDict):
    """Arguments of m2-line-count."""

    lines: str
    sentences: str
    place: str


M2_LINE_COUNT = _rule(
    "m2-line-count",
    M2LineCount,
    E,
    "The output has not as many lines as the gold has sentences.",
    "{lines} and {sentences}; {place}",
)


class M2Annotator(TypedDict):
    """Arguments of m2-annotator."""

    found: str


M2_ANNOTATOR = _rule(
    "m2-annotator",
    M2Annotator,
    W,
    "An annotator's id is not a whole number.",
    "{found} is no annotator's number; the edit counts for nobody",
)
