"""`workspace/symbol`: the documents, entities and objects in all loaded files."""

from lsprotocol import types

from keytally_server.answers.symbol import SymbolKind
from keytally_server.features.workspace_symbols import workspace_symbols
from keytally_server.protocol.server import KeytallyServer

_KINDS = {
    SymbolKind.DOCUMENT: types.SymbolKind.File,
    SymbolKind.ELEMENT: types.SymbolKind.Field,
    SymbolKind.OBJECT: types.SymbolKind.Object,
}


def answer(server: KeytallyServer, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """The symbols that match a query; the container is the file's name: key or response."""
    session = server.session
    paths = (path for path in session.engine.paths if not session.is_loading(path))
    readings = ((path, session.engine.reading(path)) for path in paths)
    files = ((path, reading) for path, reading in readings if reading is not None)
    return [
        types.WorkspaceSymbol(
            server.location(each.path, each.start, each.end),
            each.name,
            _KINDS[each.kind],
            container_name=each.path.name,
        )
        for each in workspace_symbols(files, params.query)
    ]
