"""Rules for the M2 scorer's gold files, and for the output that is scored against them."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("m2", "M2")
_rule, _message = FAMILY.rule, FAMILY.message


M2_LINE = _rule(
    "m2-line",
    NoArguments,
    E,
    "A line of a gold file is not valid at its position.",
    "a line must begin with S or A, followed by a space",
    leaves_out=True,
)
M2_LINE_OF_BLANKS = _message(
    M2_LINE,
    NoArguments,
    "a line that contains only spaces does not count as empty",
    "remove the spaces",
    leaves_out=False,
)
M2_NO_BLANK_BEHIND_S = _message(
    M2_LINE,
    NoArguments,
    "S must be followed by a space, even if the sentence is empty",
    "insert a space",
    leaves_out=False,
)
M2_NO_SENTENCE = _message(M2_LINE, NoArguments, "no S line precedes this annotation")
M2_BEHIND_SENTENCE = _message(
    M2_LINE,
    NoArguments,
    "an empty line ends the annotations of a sentence, so this one belongs to no sentence",
)
M2_NO_EMPTY_LINE = _message(
    M2_LINE,
    NoArguments,
    "missing empty line before this sentence",
    "insert an empty line",
    leaves_out=False,
)


class M2Fields(TypedDict):
    """Arguments for the message of `m2-fields`."""

    fields: str


M2_FIELDS = _rule(
    "m2-fields",
    M2Fields,
    E,
    "An annotation does not have six fields.",
    "{fields}, not six: offsets, type, correction, required, comment and annotator, separated by |||",
    leaves_out=True,
)
M2_MORE_FIELDS = _message(M2_FIELDS, M2Fields, M2_FIELDS.message, leaves_out=False)


class M2Span(TypedDict):
    """Arguments for messages that name both offsets of an edit."""

    start: str
    end: str


class M2NoEdit(TypedDict):
    """Arguments for the message about an edit with the offsets of a noop."""

    kind: str


class M2BeyondSentence(TypedDict):
    """Arguments for the message about an edit that ends after its sentence."""

    tokens: str
    end: str


M2_OFFSET = _rule(
    "m2-offset",
    NoArguments,
    E,
    "The offsets of an annotation are not a valid range of its sentence.",
    "the first field must be two integers: the start and the end of a range of tokens",
    leaves_out=True,
)
M2_NOOP_OFFSETS = _message(
    M2_OFFSET,
    NoArguments,
    "a noop applies to the whole sentence, so its offsets must be -1 -1",
    "write -1 -1",
    leaves_out=False,
)
M2_OFFSETS_OF_NOOP = _message(
    M2_OFFSET,
    M2NoEdit,
    "the offsets -1 -1 mean that nothing changes, so type {kind} is not an edit",
)
M2_NEGATIVE_OFFSET = _message(M2_OFFSET, NoArguments, "offsets count from 0; only -1 -1 may be negative")
M2_BACKWARDS = _message(
    M2_OFFSET,
    M2Span,
    "the edit ends at {end}, before it starts",
    "write {end} {start}",
    leaves_out=False,
)
M2_BACKWARDS_BEYOND = _message(
    M2_OFFSET, M2Span, "the edit ends at {end}, before it starts; it is ignored", "write {end} {start}"
)
M2_BEYOND_SENTENCE = _message(
    M2_OFFSET,
    M2BeyondSentence,
    "the sentence has {tokens}, but the edit ends at {end}; it is ignored",
)
M2_EMPTY_EDIT = _message(
    M2_OFFSET,
    M2Span,
    "the edit from {start} to {end} neither deletes nor inserts anything",
    leaves_out=False,
)


class M2Overlap(TypedDict):
    """Arguments for the message of `m2-overlap`."""

    annotator: str
    what: str


M2_OVERLAP = _rule(
    "m2-overlap",
    M2Overlap,
    W,
    "Two edits of an annotator change the same tokens, so no output can match both.",
    "annotator {annotator} also changes {what} in another edit; no output can match both",
)


class OfAnnotator(TypedDict):
    """Arguments for the messages of rules about one annotator's edits."""

    annotator: str


M2_DUPLICATE_EDIT = _rule(
    "m2-duplicate-edit",
    OfAnnotator,
    W,
    "An annotator has the same edit twice.",
    "annotator {annotator} already has this edit; the reference program counts it twice",
    "remove the line",
)


class OfEarlier(TypedDict):
    """Arguments for the message of `m2-unsorted`: the preceding edit, which has a later position."""

    annotator: str
    start: str
    end: str


M2_UNSORTED = _rule(
    "m2-unsorted",
    OfEarlier,
    W,
    "The edits of an annotator are not sorted by position.",
    "annotator {annotator} has the edit from {start} to {end} before this one; the reference program "
    "finds edits only if they are sorted by position",
    "sort the edits of annotator {annotator}",
)


class M2NoChange(TypedDict):
    """Arguments for the message of `m2-no-change`."""

    words: str
    repair: str


class M2Unchanged(TypedDict):
    """Arguments for the message about an alternative that changes nothing."""

    words: str


M2_NO_CHANGE = _rule(
    "m2-no-change",
    M2NoChange,
    W,
    "An edit inserts the text that is already there, so no output can match it.",
    "{words} is already there; no output can match this edit, so it counts as missed",
    "{repair}",
)
M2_UNCHANGED_ALTERNATIVE = _message(
    M2_NO_CHANGE,
    M2Unchanged,
    "{words} is already there; no output can match this alternative",
)


M2_NOOP_WITH_EDITS = _rule(
    "m2-noop-with-edits",
    OfAnnotator,
    W,
    "An annotator has both a noop and edits for the same sentence.",
    "annotator {annotator} has a noop here, but also edits for this sentence",
    "remove the noop",
)


class M2LineCount(TypedDict):
    """Arguments for the message of `m2-line-count`."""

    lines: str
    sentences: str
    place: str


M2_LINE_COUNT = _rule(
    "m2-line-count",
    M2LineCount,
    E,
    "The number of lines in the output differs from the number of sentences in the gold.",
    "{lines} and {sentences}; {place}",
)


class M2Source(TypedDict):
    """Arguments for the message of `m2-source`."""

    token: str
    wanted: str


class M2SourceLength(TypedDict):
    """Arguments for the message about a sentence with a different number of tokens."""

    tokens: str
    expected: str


M2_SOURCE = _rule(
    "m2-source",
    M2Source,
    E,
    "A sentence of an M2 response differs from the key's.",
    'the key has "{wanted}" here, not "{token}"',
)
M2_SOURCE_LENGTH = _message(
    M2_SOURCE,
    M2SourceLength,
    "this sentence has {tokens}, but the key's has {expected}",
)


class M2Annotator(TypedDict):
    """Arguments for the message of `m2-annotator`."""

    found: str


M2_ANNOTATOR = _rule(
    "m2-annotator",
    M2Annotator,
    W,
    "An annotator's id is not an integer.",
    "{found} is not an annotator number; the edit is ignored",
    leaves_out=True,
)
