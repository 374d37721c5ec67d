"""Rules of adjudication: of the gold that several annotators' files become, and of the file of decisions."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("adjudication")
_rule = FAMILY.rule


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
