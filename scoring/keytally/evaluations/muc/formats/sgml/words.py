"""Words of a tagged text, as attributes quote them."""


def squashed(text: str) -> str:
    """Without case, and with each run of white space as one blank: how quoted words are compared."""
    return " ".join(text.split()).casefold()
