"""The header of CoNLL-U Plus, which names the columns."""

import re

_HEADER = re.compile(r"(?:#[^\r\n]*(?:\r\n|\n|\r))*?#[ \t]*global\.columns[ \t]*=([^\r\n]*)")
_TOKEN = "FORM"


def token_column(text: str) -> int:
    """The column of the tokens, counted from 0: that of FORM in a header before the first line of cells.

    It is 0 where there is no such header. Format: https://universaldependencies.org/ext-format.html
    """
    found = _HEADER.match(text)
    names = found[1].split() if found else []
    return names.index(_TOKEN) if _TOKEN in names else 0
