"""Cuts a stream of bytes into messages: a header with `Content-Length`, then the body, both bounded."""

import re

MAX_HEADER = 8192
"""Bytes of a header at most, with the blank line after it."""

MAX_MESSAGE = 256 * 2**20
"""Bytes of a message's body at most."""

_END = b"\r\n\r\n"
_FIELD = re.compile(rb"([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*?)[ \t]*")
_LENGTH = re.compile(rb"[0-9]{1,18}")


class FramingError(Exception):
    """A stream in which no further message can be found; the message is one line for the log."""


class Framing:
    """The messages of a stream that arrives in parts; `limit` bounds the bodies."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self.limit = limit
        self._waiting = bytearray()
        self._length: int | None = None

    def feed(self, part: bytes) -> None:
        """Add what has arrived."""
        self._waiting += part

    def next(self) -> bytes | None:
        """The next body; None until it is whole. Raises FramingError."""
        if self._length is None:
            self._length = self._header()
        if self._length is None or len(self._waiting) < self._length:
            return None
        body = bytes(self._waiting[: self._length])
        del self._waiting[: self._length]
        self._length = None
        return body

    def _header(self) -> int | None:
        """Take the header from the stream; returns the length of the body, None while it is not whole."""
        end = self._waiting.find(_END, 0, MAX_HEADER)
        if end < 0 and len(self._waiting) >= MAX_HEADER:
            raise FramingError(f"a message has a header of more than {MAX_HEADER} bytes")
        if end < 0:
            return None
        length = _length_in(bytes(self._waiting[:end]))
        if length > self.limit:
            raise FramingError(f"a message of {length} bytes is refused: {self.limit} are allowed")
        del self._waiting[: end + len(_END)]
        return length


def _length_in(header: bytes) -> int:
    """The length of the body that a header states, once and in digits."""
    fields = [_FIELD.fullmatch(line) for line in header.split(b"\r\n")]
    lengths = [field[2] for field in fields if field and field[1].lower() == b"content-length"]
    if not all(fields):
        raise FramingError("a message has a header that is not understood")
    if len(lengths) != 1 or not _LENGTH.fullmatch(lengths[0]):
        raise FramingError("a message has no Content-Length, or one that is no number")
    return int(lengths[0])
