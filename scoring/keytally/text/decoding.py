"""Decodes bytes to text and encodes it again, without losing a byte."""

import codecs
from typing import NamedTuple

BOM = codecs.BOM_UTF8
BYTE_ORDER_MARK = "\ufeff"
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Decoded(NamedTuple):
    """A file's text, and what is needed to write its bytes again.

    `text` holds neither the byte-order mark nor changed newlines; `encoding` is a Python codec.
    """

    text: str
    encoding: str
    bom: bool

    def encode(self, text: str | None = None) -> bytes:
        """The bytes of this file, or of `text` in its encoding.

        A text that begins with U+FEFF gets a byte-order mark: `decode` would take that character for one.
        Raises UnicodeEncodeError if `text` holds a character that the encoding lacks.
        """
        data = (self.text if text is None else text).encode(self.encoding)
        begins_with_mark = self.encoding == "utf-8" and data.startswith(BOM)
        return BOM + data if self.bom or begins_with_mark else data


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a file: UTF-8, else the stated `encoding`, else Latin-1, which never fails.

    A byte-order mark is recognised and not part of the text. A stated encoding is ignored if it is unknown,
    does not fit the bytes or does not encode to them again.
    """
    bom = data.startswith(BOM)
    body = data[len(BOM) :] if bom else data
    for candidate in ("utf-8", encoding):
        if candidate and (text := _faithful(body, candidate)) is not None:
            return Decoded(text, candidate, bom)
    return Decoded(data.decode("latin-1"), "latin-1", bom=False)


def is_encoding(name: str) -> bool:
    """Whether Python knows a text encoding of this name."""
    try:
        return codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        return False


def is_utf8(name: str) -> bool:
    """Whether this is a name of UTF-8."""
    return is_encoding(name) and codecs.lookup(name).name == "utf-8"


def _faithful(data: bytes, encoding: str) -> str | None:
    """The text of `data` if decoding is reversible, else None."""
    if not is_encoding(encoding):
        return None
    try:
        text = data.decode(encoding)
        return text if encoding == "utf-8" or text.encode(encoding) == data else None
    except UnicodeError:
        return None
