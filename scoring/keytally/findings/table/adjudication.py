"""Rules for adjudication, and for files written by other programs."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("adjudication", "Adjudication")
_rule = FAMILY.rule


class Undecided(TypedDict):
    """Arguments for the message of `undecided`: an item, and its variants with their annotators."""

    name: str
    said: str


UNDECIDED = _rule(
    "undecided",
    Undecided,
    Severity.INFORMATION,
    "Annotators disagree, and there is no decision.",
    "annotators disagree on {name!r}: {said}",
)


class Decided(TypedDict):
    """Arguments for the message of `decided-otherwise`: an item, the annotators' unanimous claim, and the
    gold's claim.
    """

    name: str
    said: str
    gold: str


DECIDED_OTHERWISE = _rule(
    "decided-otherwise",
    Decided,
    Severity.HINT,
    "All annotators agree, but the gold differs.",
    "all annotators have {said} for {name!r}, but the gold has {gold}",
)


class Stale(TypedDict):
    """Arguments for the message of `stale-decision`: an item, its decision, who decided, and the current
    claims.
    """

    name: str
    decided: str
    who: str
    said: str


STALE_DECISION = _rule(
    "stale-decision",
    Stale,
    W,
    "Annotations have changed since the decision about them.",
    "{decided!r} was decided{who} for {name!r}, but the annotations have changed since: {said}",
)


class Document(TypedDict):
    """Arguments for the message about a document that the gold lacks."""

    document: str
    items: str


class Lost(TypedDict):
    """Arguments for the message about a decision on an item that no annotator has any longer."""

    place: str
    decided: str
    who: str


class LostInDocument(TypedDict):
    """Arguments for the message about decisions on a document that the gold lacks."""

    document: str
    decisions: str


UNDECIDED_DOCUMENT = FAMILY.message(
    UNDECIDED, Document, "the gold has no document {document!r}; undecided: {items}"
)
LOST_IN_DOCUMENT = FAMILY.message(
    STALE_DECISION,
    LostInDocument,
    "{decisions} on document {document!r}: neither the annotators nor the gold have these items",
)
LOST_DECISION = FAMILY.message(
    STALE_DECISION, Lost, "{decided!r} was decided{who} for {place!r}, which no annotator has now"
)


class Problem(TypedDict):
    """Arguments for the message of `decision-line`."""

    problem: str


DECISION_LINE = _rule(
    "decision-line",
    Problem,
    E,
    "A line of a decisions file is not a valid decision.",
    "invalid decision: {problem}",
)

DECISION_CONFLICT = _rule(
    "decision-conflict",
    NoArguments,
    E,
    "A decisions file contains merge conflict markers.",
    "merge conflict marker; resolve the conflict and remove the marker",
)


class DecidedTwice(TypedDict):
    """Arguments for the message of `duplicate-decision`."""

    place: str
    before: str


DUPLICATE_DECISION = _rule(
    "duplicate-decision",
    DecidedTwice,
    W,
    "Two lines of a decisions file decide the same item.",
    "an earlier line already decides {place}: {before}",
)
CONTRADICTION = FAMILY.message(
    DUPLICATE_DECISION,
    DecidedTwice,
    "another line decides {before} for {place}; both are ignored until one is removed",
)


ERROR = Severity.ERROR

IMPORTS_FAMILY = RuleGroup("imports", "Files from other programs")
_imports_rule = IMPORTS_FAMILY.rule


class Imported(TypedDict):
    """Arguments for the messages of rules for files written by other programs: a description of the
    problem.
    """

    wrong: str


IMPORT_LINE = _imports_rule(
    "import-line",
    Imported,
    ERROR,
    "A line or a record does not conform to its format.",
    "malformed: {wrong}",
    leaves_out=True,
)


class UndeclaredType(TypedDict):
    """Arguments for the message on a type that a project does not declare."""

    type: str
    known: str


UNDECLARED_TYPE = IMPORTS_FAMILY.message(
    IMPORT_LINE,
    UndeclaredType,
    'the type "{type}" is not declared in annotation.conf, which declares {known}',
)
IMPORT_OFFSET = _imports_rule(
    "import-offset",
    Imported,
    ERROR,
    "An offset does not match the text.",
    "wrong offset: {wrong}",
    leaves_out=True,
)


class OtherText(TypedDict):
    """Arguments for the message about a text that differs from the key's: the first difference."""

    line: int
    column: int
    text: str
    wanted: str


OTHER_TEXT = IMPORTS_FAMILY.message(
    IMPORT_OFFSET,
    OtherText,
    "the text of the document differs from the key's at its line {line}, column {column}: "
    '"{text}" instead of "{wanted}"',
)


class ResolvedOffsets(TypedDict):
    """Arguments for the message about offsets that are not code points of the key's text."""

    how: str


RESOLVED_OFFSETS = IMPORTS_FAMILY.message(
    IMPORT_OFFSET, ResolvedOffsets, "offsets {how}; they are converted to match the text"
)
IMPORT_REFERENCE = _imports_rule(
    "import-reference",
    Imported,
    ERROR,
    "A reference has no target in the file.",
    "dangling reference: {wrong}",
    leaves_out=True,
)
IMPORT_REJECTED = _imports_rule(
    "import-rejected",
    Imported,
    Severity.INFORMATION,
    "A record has been rejected, or ignored, by its annotator.",
    "not read: {wrong}",
    leaves_out=True,
)
