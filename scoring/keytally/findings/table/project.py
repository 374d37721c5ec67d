"""Rules of keytally.toml."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("project")
_rule = FAMILY.rule

PROJECT_SYNTAX = _rule("project-syntax", E, "keytally.toml is not TOML.", "{problem}")
UNKNOWN_PROJECT_KEY = _rule(
    "unknown-project-key",
    W,
    "keytally.toml has a key that keytally does not know.",
    "there is no key {key} here{hint}",
    "change it to {nearest}",
)
BAD_PROJECT_VALUE = _rule(
    "bad-project-value",
    E,
    "A value in keytally.toml is not of the kind that its key takes.",
    "{problem}",
)
