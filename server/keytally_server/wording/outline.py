"""Shortens names for an outline."""

LONGEST_NAME = 80


def short(text: str) -> str:
    """A shortened name or detail."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME].rstrip('… ')}…"
