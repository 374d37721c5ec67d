"""`textDocument/documentLink` and `documentLink/resolve`: a place in a file is found when asked for."""

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from keytally_server.features.document_links import document_links, link_target
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The links of a file; those to places within a file bear what `resolve` needs."""
    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    if snapshot is None:
        return []
    links = []
    for each in document_links(snapshot):
        place = server.range(snapshot, each.start, each.end)
        target = server.uri_of(each.target)
        if each.data is None:
            links.append(types.DocumentLink(place, target))
        else:
            links.append(types.DocumentLink(place, data={"uri": uri, "target": target, **each.data}))
    return links


def resolve(server: KeytallyServer, params: types.DocumentLink) -> types.DocumentLink:
    """A link with its target: the place in the file as a fragment, where that file is read."""
    data = _members(params.data)
    uri, target = data.get("uri"), data.get("target")
    if not (isinstance(uri, str) and isinstance(target, str)):
        return params
    params.target = target
    snapshot = server.snapshot(uri)
    found = link_target(snapshot, data) if snapshot is not None else None
    if found is not None and server.uri_of(found[0]) == target:
        params.target += _fragment(server.location(found[0], *found[1]).range)
    return params


def _members(data: Any) -> Mapping[str, Any]:
    """The members of a JSON object as the client has sent it back: pygls makes a named tuple of it."""
    if isinstance(data, Mapping):
        return data
    return data._asdict() if hasattr(data, "_asdict") else {}


def _fragment(place: types.Range) -> str:
    """A range as editors read it behind a file's URI: `#L4,1-L4,13`."""
    first, last = place.start, place.end
    return f"#L{first.line + 1},{first.character + 1}-L{last.line + 1},{last.character + 1}"
