"""Quotes text of a file in titles and labels."""

LONGEST_QUOTED = 40


def quoted(text: str, longest: int = LONGEST_QUOTED) -> str:
    """A text in quotes, cut to so many characters."""
    return f'"{text}"' if len(text) <= longest else f'"{text[: longest - 1].rstrip("… ")}…"'
