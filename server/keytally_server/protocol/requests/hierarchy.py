"""`textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `typeHierarchy/subtypes`."""

from collections.abc import Callable, Iterable

from lsprotocol import types

from keytally_server.answers.symbol import Symbol
from keytally_server.features.type_hierarchy import hierarchy_item, subtypes, supertypes
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def prepare(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """The mention at a position; None if there is none."""
    found = hierarchy_item(snapshot, server.offset(snapshot, params.position))
    return None if found is None else _items(server, snapshot, [found])


def supertypes_of(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem]:
    """The target of a mention."""
    return _related(server, snapshot, params.item, supertypes)


def subtypes_of(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchySubtypesParams
) -> list[types.TypeHierarchyItem]:
    """The mentions that point to a mention."""
    return _related(server, snapshot, params.item, subtypes)


def _related(
    server: KeytallyServer,
    snapshot: Snapshot,
    item: types.TypeHierarchyItem,
    found: Callable[[Snapshot, int], list[Symbol]],
) -> list[types.TypeHierarchyItem]:
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
