"""Editable text; the cost of an edit does not grow with the length of the text."""

from collections.abc import Sequence

from keytally.text.lines import LINE_END, count_line_ends
from keytally.text.measured import Columns, ItemIndex, MeasuredSequence
from keytally.text.span import Position

CHUNK = 2048
SMALL = 256

_CHARACTERS, _LINE_ENDS = 0, 1


def _measure(chunks: Sequence[str]) -> Columns:
    return [list(map(len, chunks)), list(map(count_line_ends, chunks))]


class TextBuffer:
    r"""An editable text; offsets and columns count code points, lines count from 0.

    The text is stored in short chunks, none of which ends between the two characters of `\r\n`.
    """

    def __init__(self, text: str = "") -> None:
        self._chunks = MeasuredSequence(_chunked(text), _measure, dimensions=2)

    def __len__(self) -> int:
        return self._chunks.total[_CHARACTERS]

    def __str__(self) -> str:
        return "".join(self._chunks)

    @property
    def line_count(self) -> int:
        """The number of lines: the number of line ends and one."""
        return self._chunks.total[_LINE_ENDS] + 1

    def slice(self, start: int, end: int) -> str:
        """The text from `start` to `end`."""
        if start >= end:
            return ""
        first, before = self._chunks.find(start, _CHARACTERS)
        last, _ = self._chunks.find(end - 1, _CHARACTERS)
        text = "".join(self._chunks.range(first, last))
        return text[start - before[_CHARACTERS] : end - before[_CHARACTERS]]

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the text from `start` to `end`; both are clamped to the text."""
        start = min(max(start, 0), len(self))
        end = min(max(end, start), len(self))
        first, before = self._chunks.find(start, _CHARACTERS)
        last, before_last = self._chunks.find(end, _CHARACTERS)
        head = self._chunks[first][: start - before[_CHARACTERS]]
        tail = self._chunks[last][end - before_last[_CHARACTERS] :]
        first, last, middle = self._joined(first, last, head + text + tail)
        self._chunks.replace(first, last, _chunked(middle))

    def _joined(self, first: ItemIndex, last: ItemIndex, text: str) -> tuple[ItemIndex, ItemIndex, str]:
        """Join neighbouring chunks if `text` is short, or would split a line end."""
        previous = self._chunks.previous(first)
        if previous and (len(text) < SMALL or text.startswith("\n")):
            first, text = previous, self._chunks[previous] + text
        following = self._chunks.following(last)
        if following and text.endswith("\r"):
            last, text = following, text + self._chunks[following]
        return first, last, text

    def line_start(self, line: int) -> int:
        """The offset of the start of `line`; the end of the text for a line past the last one."""
        if line <= 0:
            return 0
        if line >= self.line_count:
            return len(self)
        place, before = self._chunks.find(line - 1, _LINE_ENDS)
        wanted = line - 1 - before[_LINE_ENDS]
        for number, end in enumerate(LINE_END.finditer(self._chunks[place])):
            if number == wanted:
                return before[_CHARACTERS] + end.end()
        raise AssertionError("a chunk has the line ends that it was measured to have")

    def line_end(self, line: int) -> int:
        """The offset of the end of `line`, before its line end."""
        if line + 1 >= self.line_count:
            return len(self)
        start = self.line_start(line + 1)
        return start - (2 if self.slice(start - 2, start) == "\r\n" else 1)

    def offset(self, position: Position) -> int:
        """The offset of a position; a column past the line's end means the line's end."""
        if position.line >= self.line_count:
            return len(self)
        start = self.line_start(position.line)
        return min(start + max(position.column, 0), self.line_end(max(position.line, 0)))

    def position(self, offset: int) -> Position:
        """The position of an offset, which is clamped to the text."""
        offset = min(max(offset, 0), len(self))
        place, before = self._chunks.find(offset, _CHARACTERS)
        prefix = self._chunks[place][: offset - before[_CHARACTERS]]
        line = before[_LINE_ENDS] + count_line_ends(prefix)
        if prefix.endswith("\r") and self.slice(offset, offset + 1) == "\n":
            line -= 1
        return Position(line, offset - self.line_start(line))


def _chunked(text: str) -> list[str]:
    r"""Cut `text` into chunks, never within `\r\n`; one empty chunk for an empty text."""
    if len(text) <= 2 * CHUNK:
        return [text]
    chunks, start = [], 0
    while start < len(text):
        end = start + CHUNK
        if text[end - 1 : end + 1] == "\r\n":
            end += 1
        chunks.append(text[start:end])
        start = end
    return chunks
