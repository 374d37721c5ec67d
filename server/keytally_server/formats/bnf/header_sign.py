"""Adds or corrects the sign `:=` of a header as the user types the header."""

import re

from keytally.findings.finding import Edit

_UNSIGNED = re.compile(r"<[^\s<>\"']+>\Z")
_BROKEN = re.compile(r"<[^\s<>\"']+>([ \t]*(?::==|::=|:|=))\Z")


def sign_edits(before: str, behind: str, offset: int) -> list[Edit]:
    """The edits that turn a line into a header.

    `before` and `behind` are the text of the line before and after the cursor at `offset`.
    """
    if behind.strip():
        return []
    if _UNSIGNED.match(before):
        return [Edit(offset, offset, " :=")]
    broken = _BROKEN.match(before)
    return [Edit(offset - len(broken[1]), offset, " :=")] if broken else []
