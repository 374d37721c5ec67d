"""Text of files in Markdown: nothing in it becomes a link, an image, HTML or any other markup."""

import re

_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(r"[\\`*{}\[\]<>#|~@]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.", re.I)


def code(text: str) -> str:
    """Text as Markdown code on one line; an end of a line would end the paragraph, and the code with it."""
    text = " ".join(text.split())
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest or not text else f"`{text}`"


def prose(text: str) -> str:
    """Text as Markdown prose on one line, whose punctuation has no meaning."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
