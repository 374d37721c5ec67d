"""The sign `:=` of a header: added or corrected as the header is typed."""

import re

from keytally.findings.finding import Edit

_UNSIGNED = re.compile(r"<[^\s<>\"']+>\Z")
_BROKEN = re.compile(r"<[^\s<>\"']+>([ \t]*(?::==|::=|:|=))\Z")


def sign_edits(before: str, behind: str, offset: int) -> list[Edit]:
    """The edits of a line that is to become a header.

    `before` and `behind` are what stands on the line before and behind the cursor at `offset`.
    """
    if behind.strip():
        return []
    if _UNSIGNED.match(before):
        return [Edit(offset, offset, " :=")]
    broken = _BROKEN.match(before)
    return [Edit(offset - len(broken[1]), offset, " :=")] if broken else []
