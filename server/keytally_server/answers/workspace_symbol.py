"""A workspace symbol: a result of a search through all files."""

from pathlib import Path
from typing import NamedTuple

from keytally_server.answers.symbol import SymbolKind


class WorkspaceSymbol(NamedTuple):
    """A named range of a file, in code points of the file."""

    name: str
    kind: SymbolKind
    path: Path
    start: int
    end: int
