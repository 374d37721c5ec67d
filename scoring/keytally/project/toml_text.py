"""Imports the standard reader of TOML, or its backport in older versions of Python."""

import re
import sys
from typing import Any, NamedTuple

from keytally.text.lines import line_starts

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.S)


DEEPEST = 16
"""The most names in a dotted key, and the most brackets around a value."""

_PIECE = re.compile(
    r"""(?P<passed>\#[^\n]*
      | \"{3}(?:[^"\\]|\\.|\\\Z|"(?!""))*(?:"{3,5}|\Z)
      | '{3}(?:[^']|'(?!''))*(?:'{3,5}|\Z))
      | (?P<name>[\w-]+|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?)
      | (?P<dot>[ \t]*\.[ \t]*)
      | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<line>\n)""",
    re.S | re.X,
)
"""The pieces of a TOML text that tell how deep it nests; a string that is not closed ends with the text."""


class TomlProblem(NamedTuple):
    """Why a text is not TOML, and the offset at which the reader stopped."""

    message: str
    offset: int


def load_toml(text: str) -> dict[str, Any] | TomlProblem:
    """The values of a TOML text, or its first problem.

    What is nested too deeply is not given to the reader: its cost grows with the square of the depth.
    """
    if (deep := too_deep(text)) is not None:
        return TomlProblem(f"this is nested more than {DEEPEST} deep", deep)
    try:
        return _loads(text)
    except RecursionError:
        return TomlProblem("the values are nested too deeply", 0)
    except ValueError as error:
        return _problem(text, str(error))


def too_deep(text: str) -> int | None:
    """The place where a key has too many names or a value too many brackets around it; None if there is none.

    Reads any text from left to right once; what stands in strings and comments does not count.
    """
    dots = brackets = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        dots = dots + 1 if kind == "dot" else dots if kind == "name" else 0
        brackets = max(brackets + (kind == "open") - (kind == "close"), 0)
        if dots >= DEEPEST or brackets > DEEPEST:
            return piece.start()
    return None


def unquoted(literal: str) -> str:
    """The name that a quoted key stands for."""
    (name,) = _loads(f"{literal} = 0")
    return name


def _loads(text: str) -> dict[str, Any]:
    """The values of a TOML text; most commands find none, and pay for no reader."""
    if sys.version_info >= (3, 11):
        import tomllib  # noqa: PLC0415
    else:
        import tomli as tomllib  # noqa: PLC0415
    values: dict[str, Any] = tomllib.loads(text)
    return values


def _problem(text: str, message: str) -> TomlProblem:
    """The reader's message without its place, and that place as an offset in `text`."""
    match = _PLACE.fullmatch(message)
    if match is None:
        return TomlProblem(_as_clause(message), 0)
    if match[2] is None:
        return TomlProblem(_as_clause(match[1]), len(text))
    start = _line_start(text, int(match[2]) - 1)
    return TomlProblem(_as_clause(match[1]), min(start + int(match[3]) - 1, len(text)))


def _line_start(text: str, line: int) -> int:
    r"""The offset where a line starts, as TOML counts lines: a lone `\r` ends none."""
    starts = [start for start in line_starts(text) if start == 0 or text[start - 1] == "\n"]
    return starts[min(line, len(starts) - 1)]


def _as_clause(message: str) -> str:
    return message[:1].lower() + message[1:]
