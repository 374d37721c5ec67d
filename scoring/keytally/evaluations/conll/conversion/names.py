"""The names of documents: CoNLL-2012 writes `(bc/cnn_0000); part 000`; most documents have one part.

Documents without a name are parts of one that has none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count

_FIRST_PART = re.compile(r"\((.*)\); part 000")
_UNNAMED_PART = re.compile(r"\(\); part [0-9]+")
_BREAKS = re.compile(r"[\t\r\n]+")
_PARTED = re.compile(r"\((.*)\); part ([0-9]+)")


def plain_name(written: str) -> str:
    """The name of a document as a line states it; a first part has the name alone."""
    if _UNNAMED_PART.fullmatch(written):
        return ""
    found = _FIRST_PART.fullmatch(written)
    return found[1] if found else written


def numbered(names: Sequence[str]) -> Iterator[str]:
    """The names of documents, where those without one are told from each other by a part."""
    parts = count()
    return (name or f"(); part {next(parts):03}" for name in names)


def written_name(name: str) -> str:
    """The name as a line that begins a document has it, which a line end would end."""
    line = _BREAKS.sub(" ", name)
    return line if _PARTED.fullmatch(line) else f"({line}); part 000"


def cells_of(name: str) -> tuple[str, str]:
    """The cells of each row that name the document and its part; programs part cells at any blank."""
    found = _PARTED.fullmatch(name)
    base, part = (found[1], str(int(found[2]))) if found else (name, "0")
    return "_".join(base.split()) or "-", part
