"""How mentions are compared: without case, punctuation and articles."""

import re
import string
from functools import lru_cache

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(8192)
def normal(text: str) -> str:
    """A mention in lower case, then without ASCII punctuation, without articles, with single blanks."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())
