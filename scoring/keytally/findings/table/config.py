"""Rules of MUC configuration files."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("config")
_rule, _message = FAMILY.rule, FAMILY.message


class UnknownOption(TypedDict):
    """Arguments of unknown-option."""

    option: str
    hint: str
    nearest: str


UNKNOWN_OPTION = _rule(
    "unknown-option",
    UnknownOption,
    W,
    "An option that the scorer does not know.",
    "there is no option {option}{hint}",
    "change it to {nearest}",
)


class MissingOption(TypedDict):
    """Arguments of missing-option."""

    option: str


MISSING_OPTION = _rule(
    "missing-option", MissingOption, E, "A required option is not given.", "the configuration lacks {option}"
)


class BadOptionValue(TypedDict):
    """Arguments of bad-option-value."""

    problem: str
    repair: str


BAD_OPTION_VALUE = _rule(
    "bad-option-value", BadOptionValue, E, "A value that its option does not take.", "{problem}", "{repair}"
)


class ClassOrder(TypedDict):
    """Arguments of class-order."""

    problem: str


CLASS_ORDER = _rule(
    "class-order",
    ClassOrder,
    E,
    "A class stands before a class that it points to.",
    "{problem}",
    "put the classes in order",
)


class UndefinedClass(TypedDict):
    """Arguments of undefined-class."""

    name: str
    hint: str
    nearest: str


UNDEFINED_CLASS = _rule(
    "undefined-class",
    UndefinedClass,
    E,
    "A definition names a class that class_defs does not declare.",
    "class_defs declares no class {name}{hint}",
    "change it to {nearest}",
)
