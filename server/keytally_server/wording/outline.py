"""Texts of an outline: shortened names."""

LONGEST_NAME = 80


def short(text: str) -> str:
    """A name or a detail, shortened."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
