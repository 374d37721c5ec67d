"""A highlight: a place that means the same as the place of the cursor."""

from typing import NamedTuple


class DocumentHighlight(NamedTuple):
    """A place of a name in the file; `is_declaration` tells whether the name is given there, not used."""

    start: int
    end: int
    is_declaration: bool
