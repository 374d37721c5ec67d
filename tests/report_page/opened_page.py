"""Reads a page as a browser does, to see what is in it."""

from html.parser import HTMLParser


class OpenedPage(HTMLParser):
    """The elements of a page with their attributes, and its text outside of style and script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, str] = {}
        self.text = ""
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag if tag in ("style", "script") else ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.inline[self._inside] = self.inline.get(self._inside, "") + data
        else:
            self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of each element of that name."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def addresses(self) -> list[str]:
        """All that leads out of the page."""
        names = ("href", "src", "action", "data-base", "srcset", "formaction")
        found = (attributes.get(name) for _, attributes in self.elements for name in names)
        return [each for each in found if each]
