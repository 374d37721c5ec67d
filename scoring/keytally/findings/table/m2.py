"""Rules of the M2 scorer's gold files and of the output that is scored by them."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("m2", "M2")
_rule, _message = FAMILY.rule, FAMILY.message


M2_LINE = _rule(
    "m2-line",
    NoArguments,
    E,
    "A line of a gold file is none that the format has at that place.",
    "a line begins with S and a blank, or with A and a blank",
    leaves_out=True,
)
M2_LINE_OF_BLANKS = _message(
    M2_LINE,
    NoArguments,
    "a line of blanks is not empty",
    "remove the blanks",
    leaves_out=False,
)
M2_NO_BLANK_BEHIND_S = _message(
    M2_LINE,
    NoArguments,
    "one blank stands behind S, also where the sentence is empty",
    "put a blank there",
    leaves_out=False,
)
M2_NO_SENTENCE = _message(M2_LINE, NoArguments, "no S line stands before this annotation")
M2_BEHIND_SENTENCE = _message(
    M2_LINE,
    NoArguments,
    "an empty line ends a sentence's annotations; this one belongs to no sentence",
)
M2_NO_EMPTY_LINE = _message(
    M2_LINE,
    NoArguments,
    "an empty line is missing before this sentence",
    "put one there",
    leaves_out=False,
)


class M2Fields(TypedDict):
    """Arguments of m2-fields."""

    fields: str


M2_FIELDS = _rule(
    "m2-fields",
    M2Fields,
    E,
    "An annotation does not have its six fields.",
    "{fields}, not six; they are offsets, type, correction, required, comment and annotator, parted by |||",
    leaves_out=True,
)
M2_MORE_FIELDS = _message(M2_FIELDS, M2Fields, M2_FIELDS.message, leaves_out=False)


class M2Span(TypedDict):
    """Arguments of messages that name both offsets of an edit."""

    start: str
    end: str


class M2NoEdit(TypedDict):
    """Arguments of the message about an edit with the offsets of a noop."""

    kind: str


class M2BeyondSentence(TypedDict):
    """Arguments of the message about an edit that ends behind its sentence."""

    tokens: str
    end: str


M2_OFFSET = _rule(
    "m2-offset",
    NoArguments,
    E,
    "An annotation's offsets are no place in its sentence.",
    "the first field has two whole numbers: the tokens from the one to the other",
    leaves_out=True,
)
M2_NOOP_OFFSETS = _message(
    M2_OFFSET,
    NoArguments,
    "a noop is about the whole sentence: its offsets are -1 -1",
    "write -1 -1",
    leaves_out=False,
)
M2_OFFSETS_OF_NOOP = _message(
    M2_OFFSET,
    M2NoEdit,
    "the offsets -1 -1 say that nothing is to be changed; type {kind} is no edit then",
)
M2_NEGATIVE_OFFSET = _message(M2_OFFSET, NoArguments, "offsets count from 0; -1 -1 alone is negative")
M2_BACKWARDS = _message(
    M2_OFFSET,
    M2Span,
    "the edit ends at {end}, before it starts",
    "write {end} {start}",
    leaves_out=False,
)
M2_BACKWARDS_BEYOND = _message(
    M2_OFFSET, M2Span, "the edit ends at {end}, before it starts; it does not count", "write {end} {start}"
)
M2_BEYOND_SENTENCE = _message(
    M2_OFFSET,
    M2BeyondSentence,
    "the sentence has {tokens}, and the edit ends at {end}; it does not count",
)
M2_EMPTY_EDIT = _message(
    M2_OFFSET,
    M2Span,
    "nothing stands from {start} to {end}, and nothing is put there",
    leaves_out=False,
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


class OfEarlier(TypedDict):
    """Arguments of m2-unsorted: the edit before, which has a later place."""

    annotator: str
    start: str
    end: str


M2_UNSORTED = _rule(
    "m2-unsorted",
    OfEarlier,
    W,
    "The edits of an annotator are not in the order of their places.",
    "annotator {annotator} has the edit from {start} to {end} before this one; the reference program finds "
    "edits in the order of their places only",
    "sort the edits of annotator {annotator}",
)


class M2NoChange(TypedDict):
    """Arguments of m2-no-change."""

    words: str
    repair: str


class M2Unchanged(TypedDict):
    """Arguments of the message about an alternative that changes nothing."""

    words: str


M2_NO_CHANGE = _rule(
    "m2-no-change",
    M2NoChange,
    W,
    "An edit puts what stands there already, so that no output can have it.",
    "{words} stands there already; no output can have this edit, so it counts as missed",
    "{repair}",
)
M2_UNCHANGED_ALTERNATIVE = _message(
    M2_NO_CHANGE,
    M2Unchanged,
    "{words} stands there already; no output can have this alternative",
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
    leaves_out=True,
)
