"""The `data` of document links: made with the list of links, used when one is resolved."""

from collections.abc import Mapping

from lsprotocol import types

from keytally_server.protocol.messages import members

_URI = "uri"
_TARGET = "target"


def link_data(uri: str, target: str, data: Mapping[str, object]) -> dict[str, object]:
    """The `data` of a feature's link, with the URIs of its file and of the target file.

    Neither `uri` nor `target` may be a name in `data`.
    """
    return {_URI: uri, _TARGET: target, **data}


def uri_of_link(link: types.DocumentLink) -> str | None:
    """The file of a link; None if its data is not the server's."""
    return _files(link)[0]


def link_to_file(link: types.DocumentLink) -> types.DocumentLink:
    """The link to the whole file; unchanged if its data is not the server's."""
    _, target = _files(link)
    link.target = target or link.target
    return link


def _files(link: types.DocumentLink) -> tuple[str, str] | tuple[None, None]:
    data = members(link.data)
    uri, target = data.get(_URI), data.get(_TARGET)
    return (uri, target) if isinstance(uri, str) and isinstance(target, str) else (None, None)
