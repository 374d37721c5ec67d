"""Lists as nearly all of a gold standard are, told by one pattern and read at one stroke."""

import re

_PLAIN = re.compile(r"(?:\w[\w -]+ \d;)+", re.ASCII)
_FREQUENCIES = {str(number): number for number in range(10)}


def plain_words(text: str) -> dict[str, int] | None:
    """The words of a plain list with their frequencies, in order; None for any other list.

    A plain list reads the same by the document's definition and by both programs. Its words are of
    two characters or more, all ASCII letters, digits, `_` and `-`, with single blanks between them and
    before their frequencies, which have one digit; each stands once. `NIL`, and `pn` in any word, make
    a list other than plain, since not all take them for words.
    """
    if _PLAIN.fullmatch(text) is None or "  " in text or "pn" in text or "NIL" in text:
        return None
    pieces = text[:-1].split(";")
    words = {piece[:-2]: _FREQUENCIES[piece[-1]] for piece in pieces}
    return words if len(words) == len(pieces) else None
