"""Rules of MUC configuration files."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("config")
_rule = FAMILY.rule

UNKNOWN_OPTION = _rule(
    "unknown-option",
    W,
    "An option that the scorer does not know.",
    "there is no option {option}{hint}",
    "change it to {nearest}",
)
MISSING_OPTION = _rule(
    "missing-option", E, "A required option is not given.", "the configuration lacks {option}"
)
BAD_OPTION_VALUE = _rule(
    "bad-option-value", E, "A value that its option does not take.", "{problem}", "{repair}"
)
CLASS_ORDER = _rule(
    "class-order",
    E,
    "A class stands before a class that it points to.",
    "{problem}",
    "put the classes in order",
)
UNDEFINED_CLASS = _rule(
    "undefined-class",
    E,
    "A definition names a class that class_defs does not declare.",
    "class_defs declares no class {name}{hint}",
    "change it to {nearest}",
)
