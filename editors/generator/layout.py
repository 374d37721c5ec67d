"""Values as JSON and as Lua, laid out as the formatters of the repository lay them out."""

import json
import re
from collections.abc import Mapping, Sequence

JSON_WIDTH = LUA_WIDTH = 110
_INDENT = "  "
_LUA_NAME = re.compile(r"[A-Za-z_]\w*")
_LUA_ESCAPES = {"\t": r"\t", "\\": r"\\"}


def json_text(value: object, indent: str = "", taken: int = 0) -> str:
    """A value as Prettier lays out JSON: objects over several lines, arrays on one if they fit.

    `taken` is the width of what stands before and behind it on its line.
    """
    if isinstance(value, Mapping) and value:
        return _block("{}", [(f"{json.dumps(name)}: ", each) for name, each in value.items()], indent)
    if isinstance(value, list | tuple) and value:
        line = json.dumps(value, ensure_ascii=False)
        if not _is_broken(value) and len(indent) + taken + len(line) <= JSON_WIDTH:
            return line
        return _block("[]", [("", each) for each in value], indent)
    return json.dumps(value, ensure_ascii=False)


def _block(brackets: str, rows: Sequence[tuple[str, object]], indent: str) -> str:
    """Rows of a label and a value, with a comma after each except the last."""
    inner, commas = indent + _INDENT, [","] * (len(rows) - 1) + [""]
    lines = [
        f"{inner}{label}{json_text(value, inner, len(label + comma))}{comma}"
        for (label, value), comma in zip(rows, commas, strict=True)
    ]
    return "\n".join([brackets[0], *lines, indent + brackets[1]])


def _is_broken(values: Sequence[object]) -> bool:
    """Return whether an array is always written on several lines."""
    if any(isinstance(each, Mapping) for each in values):
        return True
    return len(values) > 1 and all(isinstance(each, list | tuple) and len(each) > 1 for each in values)


def lua_text(value: object, indent: str = "", taken: int = 0) -> str:
    """A value as StyLua lays it out: tables with names over several lines, lists on one if they fit."""
    if isinstance(value, Mapping):
        rows = [_lua_row(f"{_lua_key(name)} = ", each, indent + _INDENT) for name, each in value.items()]
        return _lua_block(rows, indent)
    if isinstance(value, list | tuple):
        line = f"{{ {', '.join(map(lua_text, value))} }}" if value else "{}"
        if "\n" not in line and len(indent) + taken + len(line) <= LUA_WIDTH:
            return line
        return _lua_block([_lua_row("", each, indent + _INDENT) for each in value], indent)
    return lua_string(value) if isinstance(value, str) else json.dumps(value)


def _lua_row(label: str, value: object, indent: str) -> str:
    return label + lua_text(value, indent, len(label) + 1)


def _lua_key(name: str) -> str:
    return name if _LUA_NAME.fullmatch(name) else f"[{lua_string(name)}]"


def _lua_block(rows: Sequence[str], indent: str) -> str:
    return "{\n" + "".join(f"{indent}{_INDENT}{row},\n" for row in rows) + indent + "}"


def lua_string(text: str) -> str:
    """Text as a string of Lua, in single quotes unless it holds more of these than of double ones."""
    quote = '"' if text.count("'") > text.count('"') else "'"
    return quote + "".join(_lua_character(each, quote) for each in text) + quote


def lua_assignment(name: str, text: str) -> str:
    """The assignment of a text to a name, on two lines where one is too long."""
    line = f"{name} = {lua_string(text)}"
    return line if len(line) <= LUA_WIDTH else f"{name} =\n{_INDENT}{lua_string(text)}"


def _lua_character(character: str, quote: str) -> str:
    if character == quote:
        return f"\\{quote}"
    if character in _LUA_ESCAPES:
        return _LUA_ESCAPES[character]
    if " " <= character <= "~":
        return character
    return "".join(f"\\{byte:03}" for byte in character.encode())
