"""Documents, entities and objects of all loaded files, searched by words."""

from collections.abc import Iterable
from pathlib import Path

from keytally.engine.reading import Reading
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.formats.registry import presenter_of

MOST_SYMBOLS = 200


def workspace_symbols(files: Iterable[tuple[Path, Reading]], query: str) -> list[WorkspaceSymbol]:
    """The first symbols whose names contain all words of a query, ignoring case."""
    words = query.lower().split()

    def matches(text: str) -> bool:
        lower = text.lower()
        return all(word in lower for word in words)

    found: list[WorkspaceSymbol] = []
    for path, reading in files:
        presenter, offset = presenter_of(reading.language), 0
        for unit in reading.units:
            for symbol in presenter.workspace_symbols(path, unit, offset, matches):
                if len(found) >= MOST_SYMBOLS:
                    return found
                found.append(symbol)
            offset += len(unit.text)
    return found
