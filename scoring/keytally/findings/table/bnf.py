"""Rules of BNFs."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E = Severity.ERROR

FAMILY = RuleGroup("bnf", "BNFs")
_rule, _message = FAMILY.rule, FAMILY.message


class BnfSyntax(TypedDict):
    """Arguments of bnf-syntax: the piece as it is written."""

    written: str


class BnfUnclosed(TypedDict):
    """Arguments of the message about a bracket without its partner."""

    written: str
    closer: str


class BnfEmptyValue(TypedDict):
    """Arguments of the message about an empty value: its quotes and a blank, or nothing."""

    quotes: str


BNF_SYNTAX = _rule(
    "bnf-syntax",
    BnfSyntax,
    E,
    "A piece of a BNF cannot be understood.",
    "{written} does not belong here",
)
BNF_OUTSIDE = _message(BNF_SYNTAX, BnfSyntax, "{written} stands outside of any class")
BNF_NO_SLOT = _message(BNF_SYNTAX, BnfSyntax, "{written} is no slot")
BNF_NO_SET = _message(BNF_SYNTAX, BnfSyntax, "{written} is no set")
BNF_REPEATED_CLASS = _message(
    BNF_SYNTAX, BnfSyntax, "{written} is defined before; its slots are added to the first definition"
)
BNF_REPEATED = _message(BNF_SYNTAX, BnfSyntax, "{written} is defined before; the first definition counts")
BNF_NO_DEFINITION = _message(BNF_SYNTAX, BnfSyntax, "{written} has no definition")
BNF_NO_CARDINALITY = _message(BNF_SYNTAX, BnfSyntax, "{written} lacks one of ^ - * + at its end")
BNF_NO_LIST = _message(BNF_SYNTAX, BnfSyntax, "{written} is not followed by a list in {{ }}")
BNF_UNCLOSED = _message(BNF_SYNTAX, BnfUnclosed, "{written} lacks its closing {closer}")
BNF_EMPTY_VALUE = _message(BNF_SYNTAX, BnfEmptyValue, "{quotes}is an empty value of a set")


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
