"""`textDocument/documentLink` and `documentLink/resolve`: a place in the texts is found when asked for."""

from lsprotocol import types

from keytally.evaluations.muc.formats.templates.unit import Link
from keytally_server.features.document_links import document_links
from keytally_server.features.templates.linked import linked
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The links of a file; those with link information bear what `resolve` needs."""
    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    if snapshot is None:
        return []
    links = []
    for each in document_links(snapshot):
        place = server.range(snapshot, each.start, each.end)
        target = server.uri_of(each.target)
        if each.link is None:
            links.append(types.DocumentLink(place, target))
        else:
            data = {"uri": uri, "target": target, "first": each.link.first, "last": each.link.last}
            links.append(types.DocumentLink(place, data=data))
    return links


def resolve(server: KeytallyServer, params: types.DocumentLink) -> types.DocumentLink:
    """A link with its target: the place in the texts as a fragment, where the texts are read."""
    data = params.data
    names = ("uri", "target", "first", "last")
    told = [data.get(name) if isinstance(data, dict) else getattr(data, name, None) for name in names]
    uri, target, first, last = told
    if not (isinstance(uri, str) and isinstance(target, str)):
        return params
    params.target = target
    snapshot = server.snapshot(uri)
    texts = snapshot.pair.pair.texts if snapshot and snapshot.pair else None
    if snapshot is None or texts is None or server.uri_of(texts) != target:
        return params
    if isinstance(first, int) and isinstance(last, int):
        found = linked(snapshot, Link(first, last, "", 0, 0))
        if found is not None:
            params.target += _fragment(server.location(texts, found.start, found.end).range)
    return params


def _fragment(place: types.Range) -> str:
    """A range as editors read it behind a file's URI: `#L4,1-L4,13`."""
    first, last = place.start, place.end
    return f"#L{first.line + 1},{first.character + 1}-L{last.line + 1},{last.character + 1}"
