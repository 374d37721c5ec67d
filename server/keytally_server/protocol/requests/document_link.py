"""`textDocument/documentLink` and `documentLink/resolve`: a place in the texts is found on resolution."""

from lsprotocol import types

from keytally_server.features.document_links import document_links, link_target
from keytally_server.protocol.link_data import link_data, link_to_file
from keytally_server.protocol.messages import members
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """The links of a file; those to a place in another file have the data that `resolve` needs."""
    uri = params.text_document.uri
    links = []
    for each in document_links(snapshot):
        place, target = server.range(snapshot, each.start, each.end), server.uri_of(each.target)
        if each.data is None:
            links.append(types.DocumentLink(place, target))
        else:
            links.append(types.DocumentLink(place, data=link_data(uri, target, each.data)))
    return links


def resolve(server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLink) -> types.DocumentLink:
    """A link with its target: the place in the texts as a fragment, if the texts are loaded."""
    link = link_to_file(params)
    found = link_target(snapshot, members(link.data))
    if found is not None:
        path, span = found
        if link.target == server.uri_of(path):
            link.target += _fragment(server.location(path, span.start, span.end).range)
    return link


def _fragment(place: types.Range) -> str:
    """A range in the form that editors read after a file's URI: `#L4,1-L4,13`."""
    first, last = place.start, place.end
    return f"#L{first.line + 1},{first.character + 1}-L{last.line + 1},{last.character + 1}"
