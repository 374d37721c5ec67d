"""`textDocument/documentSymbol`."""

from lsprotocol import types

from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.features.document_symbols import document_symbols
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

_KINDS = {
    SymbolKind.DOCUMENT: types.SymbolKind.File,
    SymbolKind.ELEMENT: types.SymbolKind.Field,
    SymbolKind.OPTION: types.SymbolKind.Property,
    SymbolKind.HEADING: types.SymbolKind.Object,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.OBJECT: types.SymbolKind.Object,
    SymbolKind.SLOT: types.SymbolKind.Field,
    SymbolKind.SET: types.SymbolKind.Enum,
    SymbolKind.CHAIN: types.SymbolKind.Class,
}


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    """A file's outline; a large file's near the place that is looked at."""
    place = server.views.place(snapshot.path)
    return [_converted(server, snapshot, each) for each in document_symbols(snapshot, place)]


def _converted(server: KeytallyServer, snapshot: Snapshot, symbol: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        symbol.name,
        _KINDS[symbol.kind],
        server.range(snapshot, symbol.start, symbol.end),
        server.range(snapshot, symbol.name_start, symbol.name_end),
        detail=symbol.detail,
        children=[_converted(server, snapshot, child) for child in symbol.children] or None,
    )
