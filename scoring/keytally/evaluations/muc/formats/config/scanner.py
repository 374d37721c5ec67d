"""Cuts a configuration file into its pieces, by one expression.

Every text is a row of these pieces: each character begins one of them, and what is wrong has a kind of its
own (UNCLOSED), so that reading goes on behind any mistake. A line starts at the start of the text and behind
\\r\\n, \\n and \\r, and nowhere else. The same language as a grammar is `config.lark` among the tests.
"""

import re

from keytally.evaluations.muc.formats.config.document import ConfigPiece

_PIECE = re.compile(
    r"""
    (?P<HEAD>(?<![^\r\n]):[^\s"']*)
    | (?P<COMMENT>(?<![^\r\n]);[^\r\n]*)
    # A quoted value closes on its line. It runs on over lines only where its closing quote is easily told
    # from an opening one: blank behind it, and no option or comment begins in between.
    | (?P<QUOTED>
        "[^"\r\n]*" | '[^'\r\n]*'
        | "[^"\r\n]*(?:[\r\n]+(?![:;\r\n])[^"\r\n]*)+"(?!\S)
        | '[^'\r\n]*(?:[\r\n]+(?![:;\r\n])[^'\r\n]*)+'(?!\S)
    )
    | (?P<UNCLOSED>["'][^\r\n]*)
    | (?P<BREAK>\r\n|\n|\r)
    | (?P<BLANK>[^\S\r\n]+)
    | (?P<BARE>[^\s"']\S*)
    """,
    re.VERBOSE,
)


def scan(text: str) -> list[ConfigPiece]:
    """The pieces of any text, in order; together they are the text."""
    return [ConfigPiece(match.lastgroup or "", *match.span()) for match in _PIECE.finditer(text)]
