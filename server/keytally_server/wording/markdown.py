"""Formats text as Markdown: as code, and shortened to one line."""

import re

LONGEST = 300


def shortened(text: str) -> str:
    """A text on one line, shortened."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def code(text: str) -> str:
    """Text as Markdown code; the text may contain back-ticks."""
    runs = re.findall("`+", text)
    if not runs:
        return f"`{text}`"
    fence = "`" * (max(map(len, runs)) + 1)
    return f"{fence} {text} {fence}"
