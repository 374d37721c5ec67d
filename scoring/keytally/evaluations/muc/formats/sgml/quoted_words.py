"""Words of a tagged text, as attributes quote them."""


def normalized(text: str) -> str:
    """Without case, and with each run of white space as one blank: how quoted words are compared."""
    return " ".join(text.split()).casefold()


def contains_words(text: str, words: str) -> bool:
    """Whether a text has these words, which have no blanks around them; mostly as they are written."""
    return words in text or normalized(words) in normalized(text)
