"""Makes text of unknown origin safe for a terminal."""

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_MOVING = re.compile(r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


def printable(text: str) -> str:
    """`text` with an escape for each control character, which could end the line or move a cursor."""
    return _CONTROL.sub(_escape, text)


def printable_page(text: str) -> str:
    """`text` of many lines with an escape for each control character but tabs and the ends of lines."""
    return _MOVING.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
