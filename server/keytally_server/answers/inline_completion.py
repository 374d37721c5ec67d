"""An inline completion: a text that an editor shows at the cursor until it is accepted."""

from typing import NamedTuple


class InlineCompletion(NamedTuple):
    """A text that replaces a range of one line; the text of the range is within it."""

    text: str
    start: int
    end: int
