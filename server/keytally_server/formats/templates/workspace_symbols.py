"""Finds objects for a search through all files."""

from collections.abc import Callable, Iterator
from pathlib import Path

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.symbol import SymbolKind
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.formats.templates.record_titles import identifier, title


def object_symbols(
    path: Path, unit: TemplateUnit, offset: int, matches: Callable[[str], bool]
) -> Iterator[WorkspaceSymbol]:
    """The objects of a unit whose class, number or title match."""
    if not matches(unit.text):
        return
    for record in unit.passing_tree().records:
        name = f"{identifier(record)} {title(record)}".rstrip()
        if record.header is not None and matches(name):
            start, end = offset + record.header.start, offset + record.header.end
            yield WorkspaceSymbol(name, SymbolKind.OBJECT, path, start, end)
