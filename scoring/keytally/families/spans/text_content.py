"""The text content of HTML."""

from html.parser import HTMLParser


def text_content(markup: str, line_break: str) -> str:
    """Return the text content of HTML, with `line_break` for each `<br>`."""
    parser = _TextContent(line_break)
    parser.feed(markup)
    parser.close()
    return "".join(parser.pieces)


class _TextContent(HTMLParser):
    """Collects text, without comments and elements."""

    def __init__(self, line_break: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._line_break = line_break

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a line break."""
        if tag == "br":
            self.pieces.append(self._line_break)

    def handle_data(self, data: str) -> None:
        """Handle text."""
        self.pieces.append(data)
