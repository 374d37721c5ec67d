"""The restrictions of a JSON Schema on single values: patterns, formats, and limits of size and length."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from importlib import import_module
from typing import Any
from uuid import UUID

from keytally.families.records.json_tree import Node, Plain
from keytally.families.records.schema import Schema, SchemaView, types_of
from keytally.findings.spelling import short_text
from keytally.text.rendering import quantity

_LONGEST = 256
"""The maximum length of texts that are matched with patterns."""

_MOST_REPEATS = 3
"""The maximum number of unbounded repeats in a pattern; with the maximum text length, it limits the
matching time.
"""

_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("pattern", "format", "minLength", "maxLength"), "string"),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems"), "array"),
}
"""The type of the values that each keyword restricts."""

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+\Z")
_URI = re.compile(r"[A-Za-z][A-Za-z\d+.-]*:\S+\Z")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d\Z", re.ASCII)


def violation(node: Node, view: SchemaView, kind: str) -> str:
    """Return the restriction that a value of some type violates, as a clause; "" if there is none.

    A value is valid if it satisfies one of the alternatives for its type.
    """
    kind = "number" if kind == "integer" else kind
    first = ""
    for part in view.parts:
        allowed = set(types_of(part))
        is_typed = bool(allowed & {kind, "integer" if kind == "number" else kind})
        own = [keyword for keyword, of_kind in _KINDS.items() if of_kind == kind and keyword in part]
        if (allowed and not is_typed) or not (own or is_typed):
            continue
        found = next(filter(None, (_clause(keyword, part, node) for keyword in own)), "")
        if not found:
            return ""
        first = first or found
    return first


def _clause(keyword: str, part: Schema, node: Node) -> str:
    """Return a clause for the keyword that a value violates; "" if it violates none or the keyword is
    malformed.
    """
    limit = part[keyword]
    if keyword == "pattern":
        return _of_pattern(limit, node.value)
    if keyword == "format":
        test = _FORMATS.get(str(limit))
        return "" if test is None or test(node.value) else f"it must be {_FORMAT_NAMES[str(limit)]}"
    if keyword == "uniqueItems":
        values = [repr(item.plain()) for item in node.items or ()]
        return "its items must differ" if limit is True and len(set(values)) < len(values) else ""
    number = _number(limit)
    if number is None:
        return ""
    return _of_limit(keyword, number, node)


def _of_limit(keyword: str, limit: Decimal, node: Node) -> str:
    if keyword in ("minLength", "maxLength"):
        count, noun = len(node.value), "character"
    else:
        count, noun = len(node.items or ()), "item"
    value = node.value if isinstance(node.value, Decimal) else Decimal(0)
    checks: Mapping[str, tuple[bool, str]] = {
        "minimum": (value < limit, f"the minimum is {limit}"),
        "maximum": (value > limit, f"the maximum is {limit}"),
        "exclusiveMinimum": (value <= limit, f"it must be greater than {limit}"),
        "exclusiveMaximum": (value >= limit, f"it must be less than {limit}"),
        "multipleOf": (limit > 0 and _remains(value, limit), f"it must be a multiple of {limit}"),
        **dict.fromkeys(("minLength", "minItems"), (count < limit, f"the minimum is {_count(limit, noun)}")),
        **dict.fromkeys(("maxLength", "maxItems"), (count > limit, f"the maximum is {_count(limit, noun)}")),
    }
    is_violated, clause = checks[keyword]
    return clause if is_violated else ""


def _count(limit: Decimal, noun: str) -> str:
    return quantity(int(limit), noun)


def _remains(value: Decimal, step: Decimal) -> bool:
    try:
        return bool(value % step)
    except InvalidOperation:
        return False


def _number(limit: Any) -> Decimal | None:
    if isinstance(limit, bool) or not isinstance(limit, int | float | Decimal):
        return None
    number = Decimal(repr(limit)) if isinstance(limit, float) else Decimal(limit)
    return number if number.is_finite() and abs(number.adjusted()) < 100 else None


def _of_pattern(pattern: Any, value: Plain) -> str:
    if not isinstance(pattern, str) or len(value) > _LONGEST:
        return ""
    found = _regex(pattern)
    return "" if found is None or found.search(value) else f"the pattern is {short_text(pattern)}"


@lru_cache(256)
def _regex(pattern: str) -> re.Pattern[str] | None:
    """Return a pattern that can be matched quickly; None for slow patterns and for patterns that Python
    cannot read.
    """
    try:
        compiled = re.compile(pattern, re.ASCII)
        parsed = _parse(pattern)
    except (re.error, RecursionError, OverflowError, ValueError, ImportError):
        return None
    repeats = list(_repeats(parsed, is_inside=False))
    return compiled if None not in repeats and sum(map(bool, repeats)) <= _MOST_REPEATS else None


def _parse(pattern: str) -> Any:
    return import_module("re._parser").parse(pattern)


def _repeats(parsed: Any, *, is_inside: bool) -> Iterator[bool | None]:
    """Yield, for each repeat, whether it is unbounded; None for a repeat inside another repeat or around
    alternatives.
    """
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = argument
            is_varied = least != most
            if is_inside and is_varied:
                yield None
            yield is_varied and int(most) > _LONGEST
            yield from _repeats(inner, is_inside=int(most) > 1 or is_inside)
        elif name == "BRANCH":
            if is_inside:
                yield None
            for branch in argument[1]:
                yield from _repeats(branch, is_inside=is_inside)
        elif name in ("SUBPATTERN", "ATOMIC_GROUP", "ASSERT", "ASSERT_NOT"):
            inner = argument if name == "ATOMIC_GROUP" else argument[-1]
            yield from _repeats(inner, is_inside=is_inside)
        elif name in ("GROUPREF", "GROUPREF_EXISTS"):
            yield None


def _reads(read: Callable[[str], object], *, needs: str = "") -> Callable[[str], bool]:
    """Return a function that tests whether `read` accepts a text without an error."""

    def test(text: str) -> bool:
        try:
            read(text)
        except ValueError:
            return False
        return needs in text

    return test


def _date(text: str) -> date:
    if not _ISO_DATE.match(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _moment(text: str) -> datetime:
    _date(text[:10])
    return datetime.fromisoformat(text.replace("t", "T").replace("z", "Z"))


_FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": _reads(_date),
    "date-time": _reads(_moment, needs=":"),
    "time": _reads(time.fromisoformat, needs=":"),
    "email": lambda text: _EMAIL.match(text) is not None,
    "uri": lambda text: _URI.match(text) is not None,
    "uuid": lambda text: len(text) == 36 and _reads(UUID)(text),
}
_FORMAT_NAMES: Mapping[str, str] = {
    "date": "a date such as 2024-01-31",
    "date-time": "a date and time such as 2024-01-31T12:00:00Z",
    "time": "a time such as 12:00:00",
    "email": "an email address",
    "uri": "a URI",
    "uuid": "a UUID",
}
