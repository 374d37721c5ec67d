"""Rules of BNFs."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E = Severity.ERROR

FAMILY = Family("bnf")
_rule, _message = FAMILY.rule, FAMILY.message


class BnfSyntax(TypedDict):
    """Arguments of bnf-syntax."""

    problem: str


BNF_SYNTAX = _rule("bnf-syntax", BnfSyntax, E, "A piece of a BNF cannot be understood.", "{problem}")


class UndefinedSet(TypedDict):
    """Arguments of undefined-set."""

    name: str
    hint: str
    nearest: str


UNDEFINED_SET = _rule(
    "undefined-set",
    UndefinedSet,
    E,
    "A slot takes the values of a set that is not defined.",
    "there is no set {name}{hint}",
    "change it to {nearest}",
)


class PointerCircle(TypedDict):
    """Arguments of pointer-circle."""

    circle: str


POINTER_CIRCLE = _rule(
    "pointer-circle",
    PointerCircle,
    Severity.INFORMATION,
    "The pointers of a BNF lead in a circle.",
    "pointers lead in a circle, so no order of classes is right: {circle}",
)
