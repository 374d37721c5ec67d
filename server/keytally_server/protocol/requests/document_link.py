"""`textDocument/documentLink` and `documentLink/resolve`: a place in the texts is found when asked for."""

from lsprotocol import types

from keytally_server.features.document_links import DocumentLink, document_links, place_in_texts
from keytally_server.protocol.link_data import link_data, link_to_file
from keytally_server.protocol.messages import members
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """The links of a file; those to a place in another file carry what `resolve` needs."""
    uri = params.text_document.uri
    return [_converted(server, snapshot, uri, link) for link in document_links(snapshot)]


def resolve(server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLink) -> types.DocumentLink:
    """A link with its target: the place in the texts as a fragment, where the texts are read."""
    link = link_to_file(params)
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    if texts is None or link.target != server.uri_of(texts):
        return link
    place = place_in_texts(snapshot, members(link.data))
    if place is not None:
        link.target += _fragment(server.location(texts, place.start, place.end).range)
    return link


def _converted(
    server: KeytallyServer, snapshot: Snapshot, uri: str, link: DocumentLink
) -> types.DocumentLink:
    place = server.range(snapshot, link.start, link.end)
    target = server.uri_of(link.target)
    if link.place is None:
        return types.DocumentLink(place, target)
    return types.DocumentLink(place, data=link_data(uri, target, link.place))


def _fragment(place: types.Range) -> str:
    """A range as editors read it behind a file's URI: `#L4,1-L4,13`."""
    first, last = place.start, place.end
    return f"#L{first.line + 1},{first.character + 1}-L{last.line + 1},{last.character + 1}"
