"""A highlight: an occurrence of the name at the cursor."""

from typing import NamedTuple


class DocumentHighlight(NamedTuple):
    """An occurrence of a name; `is_declaration` says whether it declares the name or uses it."""

    start: int
    end: int
    is_declaration: bool
