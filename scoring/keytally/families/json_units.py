"""JSON records, one per line or in a list: their starts and values."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_STRINGS = r'\[(?:[\s,]|"(?:[^"\\]|\\.)*")*\]'
_CLASSES = rf'"classes"\s*:\s*{_STRINGS}\s*'
LIST = re.compile(
    rf'\s*(?:\[\s*(?=[{{\[\]])|\{{\s*(?:{_CLASSES},\s*)?"annotations"\s*:\s*\[\s*(?=\[|null\b))'
)
"""The beginning of a list of records, or of an NER Annotator object with a list of pairs."""

BETWEEN = re.compile(r"(?:[\s,]|null\b)*")
"""The characters between records in a list; NER Annotator writes null for texts that are not annotated."""

LIST_END = re.compile(rf"(?:[\s,]|null\b)*(?:\][\s,]*(?:(?:{_CLASSES})?\}}\s*)?)*")
"""The characters after a record up to the next record, or to the end of the file."""

_JSON = re.compile(r"(?:[\s,\[]|null\b)*(?=[{\[])")
_TOKEN = re.compile(r'"(?:[^"\\\r\n]|\\.)*"?|[{\[\]}]')


class FoundRecord(NamedTuple):
    """The value in a record's text, its range, and whether other text follows it."""

    value: Any
    start: int
    end: int
    is_followed: bool = False


def record_in(text: str) -> FoundRecord | None:
    """Return the record in a unit's text, which may include brackets of a list; None if there is none."""
    in_list = LIST.match(text)
    opening = _JSON.match(text, in_list.end() if in_list else 0)
    start = opening.end() if opening else len(text) - len(text.lstrip())
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    rest = LIST_END.match(text, end)
    return FoundRecord(value, start, end, rest is None or rest.end() < len(text))


_DECODER = json.JSONDecoder()


def is_separator(text: str) -> bool:
    """Return whether a text contains only separators between records."""
    return not text.strip(" \t\r\n,[]")


def record_starts(text: str) -> Iterator[int]:
    """Yield the offsets of the records in JSON Lines or of the items in a list, except for the first record.

    An object in the first column is a record even if it is inside an object that lacks its closing bracket.
    """
    opening = LIST.match(text)
    first = opening.end() if opening else 0
    depth, is_first = 0, True
    for token in _TOKEN.finditer(text, first):
        sign, start = token[0], token.start()
        if sign in ("{", "["):
            if start and _begins_line(text, start):
                depth = 0
            if depth == 0:
                if not is_first or not BETWEEN.fullmatch(text, first, start):
                    yield start
                is_first = False
            depth += 1
        elif sign in ("}", "]"):
            if opening and not depth and LIST_END.fullmatch(text, start):
                return
            depth = max(depth - 1, 0)


def _begins_line(text: str, at: int) -> bool:
    return text[at - 1] in "\r\n" and text[at] == "{"
