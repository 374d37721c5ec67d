"""`textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `typeHierarchy/subtypes`."""

from collections.abc import Callable, Iterable

from lsprotocol import types

from keytally_server.answers.symbol import Symbol
from keytally_server.features.type_hierarchy import hierarchy_item, subtypes, supertypes
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def prepare(
    server: KeytallyServer, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """The mention at a place; None where there is none."""
    snapshot = server.snapshot(params.text_document.uri)
    found = (
        hierarchy_item(snapshot, server.offset(snapshot, params.position)) if snapshot is not None else None
    )
    return _items(server, snapshot, [found]) if snapshot is not None and found is not None else None


def antecedents_of(
    server: KeytallyServer, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem]:
    """What a mention points to."""
    return _related(server, params.item, supertypes)


def dependants_of(
    server: KeytallyServer, params: types.TypeHierarchySubtypesParams
) -> list[types.TypeHierarchyItem]:
    """What points to a mention."""
    return _related(server, params.item, subtypes)


def _related(
    server: KeytallyServer,
    item: types.TypeHierarchyItem,
    found: Callable[[Snapshot, int], list[Symbol]],
) -> list[types.TypeHierarchyItem]:
    snapshot = server.snapshot(item.uri)
    if snapshot is None:
        return []
    place = server.offset(snapshot, item.selection_range.start)
    return _items(server, snapshot, found(snapshot, place))


def _items(
    server: KeytallyServer, snapshot: Snapshot, symbols: Iterable[Symbol]
) -> list[types.TypeHierarchyItem]:
    return [
        types.TypeHierarchyItem(
            symbol.name,
            types.SymbolKind.Field,
            server.uri_of(snapshot.path),
            server.range(snapshot, symbol.start, symbol.end),
            server.range(snapshot, symbol.name_start, symbol.name_end),
            detail=symbol.detail,
        )
        for symbol in symbols
    ]
