"""Shortens text for Markdown; `code` and `prose` of keytally.text.markdown make it harmless."""

LONGEST = 300


def shortened(text: str) -> str:
    """A text on one line, shortened."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip('… ')}…"
