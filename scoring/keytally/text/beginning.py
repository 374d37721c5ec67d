"""The beginnings of files, which tell their languages and their tasks."""

from keytally.text.decoding import decode

FIRST_PART = 1 << 20
"""How many bytes of a key tell its task."""

HEAD = 1 << 13
"""How many bytes tell a file's language."""


def beginning(data: bytes) -> str:
    """The first bytes of a file as text, without a character that is cut off at the end."""
    for cut in range(4):
        decoded = decode(data[: len(data) - cut])
        if decoded.encoding == "utf-8":
            return decoded.text
    return decode(data).text
