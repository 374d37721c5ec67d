"""Objects and documents of all files that are read, found by a few words."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from keytally.engine.reading import Reading
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.symbol import SymbolKind
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.features.templates.titles import identifier, title

MOST_SYMBOLS = 200


def workspace_symbols(files: Iterable[tuple[Path, Reading]], query: str) -> list[WorkspaceSymbol]:
    """The first objects whose class, number or telling fill have all words of a query, case aside.

    Documents of SGML files are found by their numbers.
    """
    words = query.lower().split()
    found: list[WorkspaceSymbol] = []
    for path, reading in files:
        for symbol in _in_file(path, reading, words):
            if len(found) >= MOST_SYMBOLS:
                return found
            found.append(symbol)
    return found


def _in_file(path: Path, reading: Reading, words: list[str]) -> Iterator[WorkspaceSymbol]:
    offset = 0
    for unit in reading.units:
        if isinstance(unit, TemplateUnit) and _has_all(unit.text, words):
            yield from _objects(path, unit, offset, words)
        elif isinstance(unit, SgmlUnit) and unit.document and _has_all(unit.document, words):
            first, last = unit.number or (0, 4)
            yield WorkspaceSymbol(unit.document, SymbolKind.DOCUMENT, path, offset + first, offset + last)
        offset += len(unit.text)


def _objects(path: Path, unit: TemplateUnit, offset: int, words: list[str]) -> Iterator[WorkspaceSymbol]:
    for record in unit.passing_tree().records:
        name = f"{identifier(record)} {title(record)}".rstrip()
        if record.header is not None and _has_all(name, words):
            start, end = offset + record.header.start, offset + record.header.end
            yield WorkspaceSymbol(name, SymbolKind.OBJECT, path, start, end)


def _has_all(text: str, words: list[str]) -> bool:
    lower = text.lower()
    return all(word in lower for word in words)
