"""Finds the units of an SGML file: each begins at `<DOC`."""

import re
from functools import lru_cache


@lru_cache(maxsize=64)
def _document_start(gid: str) -> re.Pattern[str]:
    return re.compile(rf"<{re.escape(gid)}(?=[\s>])", re.IGNORECASE | re.ASCII)


def boundaries(text: str, gid: str) -> list[int]:
    """The starts of units in `text`, without 0, in order.

    A unit begins at `<DOC` (the configured name, in any case) before white space or `>`.
    """
    return [match.start() for match in _document_start(gid).finditer(text) if match.start()]


def begins_document(text: str, gid: str) -> bool:
    """Whether a unit is a document, not the text before the first one."""
    return _document_start(gid).match(text) is not None


def lookahead(gid: str) -> int:
    """How many characters decide whether a unit begins at an offset."""
    return len(gid) + 2
