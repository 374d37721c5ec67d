"""Conditions for `keytally compare --fail-if`, such as `f < baseline - 0.5 and p < 0.05`.

A condition compares arithmetic expressions (`+`, `-`, `*`, `/`) of numbers and these names: `f` (the headline
measure of a system), `recall`, `precision`, `baseline` (the headline measure of the baseline), `difference`
(`f - baseline`), and `p`. All except `p` are in percent. Comparisons are combined with `and`, `or` and `not`.
Conditions are parsed with a grammar; no code is executed.
"""

from collections.abc import Callable, Mapping
from functools import cache
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput

NAMES = ("f", "recall", "precision", "baseline", "difference", "p")

_GRAMMAR = r"""
?start: any
?any: all ("or" all)*
?all: negated ("and" negated)*
?negated: "not" negated -> negation | comparison | "(" any ")"
comparison: sum COMPARED sum
?sum: product (SIGN product)*
?product: factor (TIMES factor)*
?factor: NUMBER -> number | NAME -> name | "-" factor -> minus | "(" sum ")"
COMPARED: "<=" | ">=" | "==" | "!=" | "<" | ">"
SIGN: "+" | "-"
TIMES: "*" | "/"
NAME: /f|recall|precision|baseline|difference|p/
%import common.NUMBER
%import common.WS
%ignore WS
"""

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "!=": ne,
}
_COMBINED: Mapping[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul}
_LONGEST = 500


class ConditionError(ValueError):
    """Raised for a condition that cannot be parsed or that divides by zero; the message is one line."""


Condition = Callable[[Mapping[str, float]], bool]


def condition(text: str) -> Condition:
    """Return a function that evaluates a condition, given the values of the names.

    Raises ConditionError; the function also raises it on division by zero.
    """
    if len(text) > _LONGEST:
        raise ConditionError(f"a condition can have at most {_LONGEST} characters")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        names = ", ".join(NAMES)
        place = getattr(error, "column", None)
        where = f"at column {place}" if isinstance(place, int) and place > 0 else "at its end"
        raise ConditionError(
            f"{text!r} cannot be parsed {where}; a condition compares numbers and {names}"
        ) from None
    return lambda values: _holds(tree, values)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="earley", ambiguity="resolve")


def _holds(tree: Tree[Token], values: Mapping[str, float]) -> bool:
    parts = [part for part in tree.children if isinstance(part, Tree)]
    if tree.data == "comparison":
        return _COMPARED[str(tree.children[1])](_number(parts[0], values), _number(parts[1], values))
    if tree.data == "negation":
        return not _holds(parts[0], values)
    return (any if tree.data == "any" else all)(_holds(part, values) for part in parts)


def _number(tree: Tree[Token], values: Mapping[str, float]) -> float:
    first = tree.children[0]
    if tree.data == "number":
        return float(str(first))
    if tree.data == "name":
        return values[str(first)]
    parts = [_number(part, values) for part in tree.children if isinstance(part, Tree)]
    if tree.data == "minus":
        return -parts[0]
    total = parts[0]
    for sign, part in zip(tree.children[1::2], parts[1:], strict=True):
        total = _applied(str(sign), total, part)
    return total


def _applied(sign: str, left: float, right: float) -> float:
    if sign == "/":
        if not right:
            raise ConditionError("the condition divides by zero")
        return left / right
    return _COMBINED[sign](left, right)
