"""Texts of an outline: names that are cut where they are long."""

LONGEST_NAME = 80


def short(text: str) -> str:
    """A name or a detail, cut where it is long."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
