"""Rules of BNFs."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E = Severity.ERROR

FAMILY = Family("bnf")
_rule = FAMILY.rule

BNF_SYNTAX = _rule("bnf-syntax", E, "A piece of a BNF cannot be understood.", "{problem}")
UNDEFINED_SET = _rule(
    "undefined-set",
    E,
    "A slot takes the values of a set that is not defined.",
    "there is no set {name}{hint}",
    "change it to {nearest}",
)
POINTER_CIRCLE = _rule(
    "pointer-circle",
    Severity.INFORMATION,
    "The pointers of a BNF lead in a circle.",
    "pointers lead in a circle, so no order of classes is right: {circle}",
)
