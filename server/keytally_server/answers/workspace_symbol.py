"""A workspace symbol: what a search through all files finds."""

from pathlib import Path
from typing import NamedTuple

from keytally_server.answers.symbol import SymbolKind


class WorkspaceSymbol(NamedTuple):
    """Something with a name in a file, by code points of the file."""

    name: str
    kind: SymbolKind
    path: Path
    start: int
    end: int
