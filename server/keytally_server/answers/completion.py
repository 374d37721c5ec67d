"""A completion: a text, and the range that it replaces."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple


class CompletionKind(Enum):
    """The kind of a completion."""

    TAG = "tag"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    OPTION = "option"
    HEADER = "header"
    SLOT = "slot"
    POINTER = "pointer"
    TEXT = "text"
    CLASS = "class"
    MARK = "mark"


class Completion(NamedTuple):
    """A text that replaces the range from `start` to `end` of the file.

    The client compares `sought`, by default `text`, with the typed text. `detail` is a few words. `leads_on`
    is set if more is to be chosen right behind it.
    """

    label: str
    kind: CompletionKind
    text: str
    start: int
    end: int
    make_documentation: Callable[[], str] | None = None
    detail: str = ""
    sought: str = ""
    leads_on: bool = False

    @property
    def documentation(self) -> str:
        """Markdown about it, made when it is asked for; "" for none."""
        return self.make_documentation() if self.make_documentation else ""

    @property
    def sought_text(self) -> str:
        """The text that the client compares with the typed text."""
        return self.sought or self.text


class Insertion(NamedTuple):
    """A completion for clients that replace the word before the cursor, whatever range they are told.

    `text` replaces that word; `sought` is compared with it.
    """

    completion: Completion
    text: str
    sought: str
