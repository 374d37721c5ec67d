"""Compares words in a tagged text with words quoted in attributes."""


def normalized(text: str) -> str:
    """Words in the form for comparison: without case, with each run of white space as one blank."""
    return " ".join(text.split()).casefold()


def contains_words(text: str, words: str) -> bool:
    """Whether a text contains these words, which have no blanks around them."""
    return words in text or normalized(words) in normalized(text)
