"""Texts of an outline: names that are cut where they are long, and counts."""

LONGEST_NAME = 80


def short(text: str) -> str:
    """A name or a detail, cut where it is long."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"


def counted(count: int, thing: str) -> str:
    """A number of things: `1 tag`, `2 tags`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"
