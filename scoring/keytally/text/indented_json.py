"""Values as JSON on many lines: what `json.dumps(value, indent=2)` gives, in half the time."""

from json import dumps
from json.encoder import encode_basestring_ascii as quoted
from math import isfinite
from typing import Any

_INDENT = "  "


def indented_json(value: Any) -> str:
    """A value as JSON, each part of it on a line. Raises TypeError for what JSON lacks."""
    return _written(value, "\n")


def _written(value: Any, line: str) -> str:
    """A value; `line` is a line end with the blanks that the value's last line begins with."""
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
