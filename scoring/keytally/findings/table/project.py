"""Rules of keytally.toml."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("project")
_rule = FAMILY.rule


class ProjectSyntax(TypedDict):
    """Arguments of project-syntax."""

    problem: str


PROJECT_SYNTAX = _rule("project-syntax", ProjectSyntax, E, "keytally.toml is not TOML.", "{problem}")


class UnknownProjectKey(TypedDict):
    """Arguments of unknown-project-key."""

    key: str
    hint: str
    nearest: str


UNKNOWN_PROJECT_KEY = _rule(
    "unknown-project-key",
    UnknownProjectKey,
    W,
    "keytally.toml has a key that keytally does not know.",
    "there is no key {key} here{hint}",
    "change it to {nearest}",
)


class BadProjectValue(TypedDict):
    """Arguments of bad-project-value."""

    problem: str


BAD_PROJECT_VALUE = _rule(
    "bad-project-value",
    BadProjectValue,
    E,
    "A value in keytally.toml is not of the kind that its key takes.",
    "{problem}",
)
