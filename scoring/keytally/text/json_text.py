"""Formatting of values as indented JSON, and descriptions of JSON errors."""

from json import JSONDecodeError, dumps
from json.encoder import encode_basestring_ascii as quoted
from math import isfinite
from typing import Any

_INDENT = "  "


def indented_json(value: Any) -> str:
    """Return a value as JSON, with each part on a separate line. Raises TypeError for types that JSON does
    not support.

    Text that the runners of GitHub and Azure would interpret as a command in a log is escaped.
    """
    return _written(value, "\n").replace("##[", "\\u0023#[").replace("##vso[", "\\u0023#vso[")


def _written(value: Any, line: str) -> str:
    """Return a value as JSON; `line` is a line end followed by the indentation of the value's last line."""
    kind = type(value)
    if kind is str:
        return quoted(value)
    if kind is int or (kind is float and isfinite(value)):
        return repr(value)
    if value is None:
        return "null"
    if kind is dict and value and all(type(name) is str for name in value):
        return _mapping(value, line)
    if kind is list and value:
        inner = line + _INDENT
        return f"[{inner}{f',{inner}'.join([_written(each, inner) for each in value])}{line}]"
    return dumps(value, indent=2).replace("\n", line)


def _mapping(value: dict[str, Any], line: str) -> str:
    inner = line + _INDENT
    parts = [
        f"{quoted(name)}: {each!r}"
        if (kind := type(each)) is int or (kind is float and isfinite(each))
        else f"{quoted(name)}: {_written(each, inner)}"
        for name, each in value.items()
    ]
    return f"{{{inner}{f',{inner}'.join(parts)}{line}}}"


def in_message(value: object) -> str:
    """Return a value of a JSON file as shown in messages: strings in single quotes, other values as JSON."""
    if isinstance(value, str):
        return repr(value)
    try:
        text = dumps(value, ensure_ascii=False)
        return text if text.isprintable() else dumps(value)
    except (RecursionError, TypeError):
        return repr(value)


def json_fault(error: ValueError | RecursionError) -> str:
    """Return a one-line description of an error raised by `json`.

    In addition to syntax errors, this covers limits on the nesting of values and on the number of digits of
    an integer, which the interpreter describes in its own terms.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, JSONDecodeError):
        return " ".join(str(error).split())
    return "a number in it has too many digits"
