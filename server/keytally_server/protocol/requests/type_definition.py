"""`textDocument/typeDefinition` and `declaration`: where a name is defined, in the file or its companion."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from keytally_server.answers.location_link import LocationLink
from keytally_server.features.type_definitions import declarations, type_definitions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from keytally.engine.reading import Reading


class _Companions:
    """The companion files of a file, with the readings of those that were asked for."""

    def __init__(self, server: KeytallyServer, path: Path) -> None:
        self._of = partial(server.session.companion, path)
        self.readings: dict[Path, Reading] = {}

    def __call__(self, kind: str) -> "tuple[Path, Reading] | None":
        found = self._of(kind)
        if found is not None:
            self.readings[found[0]] = found[1]
        return found


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeDefinitionParams
) -> list[types.Location]:
    """The location of what a companion file says of the text at a position."""
    companions = _Companions(server, snapshot.path)
    links = type_definitions(snapshot, server.offset(snapshot, params.position), companions)
    return _locations(server, snapshot, companions, links)


def declaration(
    server: KeytallyServer, snapshot: Snapshot, params: types.DeclarationParams
) -> list[types.Location]:
    """The location of what declares the name at a position."""
    companions = _Companions(server, snapshot.path)
    links = declarations(snapshot, server.offset(snapshot, params.position), companions)
    return _locations(server, snapshot, companions, links)


def _locations(
    server: KeytallyServer, snapshot: Snapshot, companions: _Companions, links: Iterable[LocationLink]
) -> list[types.Location]:
    readings = {snapshot.path: snapshot.reading, **companions.readings}
    ranges = (
        (link.path, server.columns.to_range(readings[link.path], link.start, link.end)) for link in links
    )
    return [types.Location(server.uri_of(path), place) for path, place in ranges]
