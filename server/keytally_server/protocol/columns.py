"""Columns: converts code points to the client's code units and back."""

from typing import TYPE_CHECKING

from lsprotocol import types

from keytally.text.span import Position

if TYPE_CHECKING:
    from keytally.engine.reading import Reading
    from keytally.text.buffer import TextBuffer


class Columns:
    """Converts places between code points and the client's encoding."""

    def __init__(self, encoding: types.PositionEncodingKind | str) -> None:
        self.encoding = types.PositionEncodingKind(encoding)

    def width(self, text: str) -> int:
        """The length of `text` in the client's code units."""
        if self.encoding is types.PositionEncodingKind.Utf32 or text.isascii():
            return len(text)
        codec = "utf-8" if self.encoding is types.PositionEncodingKind.Utf8 else "utf-16-le"
        size = len(text.encode(codec, "surrogatepass"))
        return size if codec == "utf-8" else size // 2

    def index(self, text: str, units: int) -> int:
        """The number of code points of `text` before a column; a column within one counts as its start."""
        prefix = text[:units]
        if self.encoding is types.PositionEncodingKind.Utf32 or prefix.isascii():
            return len(prefix)
        count = 0
        for at, char in enumerate(prefix):
            count += self.width(char)
            if count > units:
                return at
        return len(prefix)

    def to_position(self, reading: "Reading", offset: int) -> types.Position:
        """The client's position of an offset."""
        return types.Position(*reading.places.position(offset, self.width))

    def to_range(self, reading: "Reading", start: int, end: int) -> types.Range:
        """The client's range of a range of text."""
        return types.Range(self.to_position(reading, start), self.to_position(reading, end))

    def plain_range(self, reading: "Reading", start: int, end: int) -> dict[str, dict[str, int]]:
        """The same as it stands in JSON: for answers with hundreds of ranges."""
        position, width = reading.places.position, self.width
        first = position(start, width)
        last = first if start == end else position(end, width)
        return {
            "start": {"line": first.line, "character": first.column},
            "end": {"line": last.line, "character": last.column},
        }

    def from_position(self, buffer: "TextBuffer", position: types.Position) -> Position:
        """The place of a client's position, clamped to its line."""
        start = buffer.offset(Position(position.line, 0))
        end = buffer.line_end(position.line)
        text = buffer.slice(start, min(start + position.character, end))
        return Position(position.line, self.index(text, position.character))

    def to_offset(self, buffer: "TextBuffer", position: types.Position) -> int:
        """The offset of a client's position."""
        return buffer.offset(self.from_position(buffer, position))
