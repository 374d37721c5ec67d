"""Rules of adjudication: of the gold that several annotators' files become, and of the file of decisions."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("adjudication", "Adjudication")
_rule = FAMILY.rule


class Undecided(TypedDict):
    """Arguments of undecided: an item, and what its annotators say, each variant with its annotators."""

    name: str
    said: str


UNDECIDED = _rule(
    "undecided",
    Undecided,
    Severity.INFORMATION,
    "Annotators differ, and nothing is decided.",
    "nothing is decided on {name!r}: {said}",
)


class Decided(TypedDict):
    """Arguments of decided-otherwise: an item, what all say of it, and what the gold has."""

    name: str
    said: str
    gold: str


DECIDED_OTHERWISE = _rule(
    "decided-otherwise",
    Decided,
    Severity.HINT,
    "All annotators agree, and the gold says otherwise.",
    "of {name!r} all say {said}, and the gold has {gold}",
)


class Stale(TypedDict):
    """Arguments of stale-decision: an item, what was decided, by whom, and what its annotators say now."""

    name: str
    decided: str
    who: str
    said: str


STALE_DECISION = _rule(
    "stale-decision",
    Stale,
    W,
    "Annotators have changed what a decision was made on.",
    "on {name!r} {decided!r} was decided{who}; since then its annotators have changed: {said}",
)


class Document(TypedDict):
    """Arguments of the message about a document that the gold lacks."""

    document: str
    items: str


class Lost(TypedDict):
    """Arguments of the message about a decision on what no annotator has any more."""

    place: str
    decided: str
    who: str


UNDECIDED_DOCUMENT = FAMILY.message(
    UNDECIDED, Document, "the gold has no document {document!r}; open in it: {items}"
)
LOST_DECISION = FAMILY.message(
    STALE_DECISION, Lost, "on {place!r} {decided!r} was decided{who}; no annotator has that any more"
)


class Problem(TypedDict):
    """Arguments of decision-line."""

    problem: str


DECISION_LINE = _rule(
    "decision-line",
    Problem,
    E,
    "A line of a file of decisions holds no decision.",
    "this is no decision: {problem}",
)

DECISION_CONFLICT = _rule(
    "decision-conflict",
    NoArguments,
    E,
    "A file of decisions has the marks of a merge conflict.",
    "this mark of a merge conflict is no decision; remove it once both sides are as they should be",
)


class DecidedTwice(TypedDict):
    """Arguments of duplicate-decision."""

    place: str
    before: str


DUPLICATE_DECISION = _rule(
    "duplicate-decision",
    DecidedTwice,
    W,
    "Two lines of a file of decisions are about one item.",
    "there is a decision on {place} before: {before}",
)
CONTRADICTION = FAMILY.message(
    DUPLICATE_DECISION,
    DecidedTwice,
    "another line says {before} of {place}; neither counts until one is removed",
)
