"""Suggestions: what may be written, and in the place of what."""

import re

_REST_OF_WORD = re.compile(r"\w*")


def word_end(text: str, place: int) -> int:
    """Where the word ends that a place is in or before."""
    match = _REST_OF_WORD.match(text, place)
    return match.end() if match else place
