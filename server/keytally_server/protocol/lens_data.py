"""The `data` of code lenses: which lens of which file one is, so that its title can be made at any time."""

from lsprotocol import types

from keytally_server.answers.code_lens import CodeLens
from keytally_server.protocol.messages import members


def lens_data(uri: str, lens: CodeLens) -> dict[str, object]:
    """The `data` of a lens of a file."""
    return {"uri": uri, "kind": lens.kind.value, "document": lens.document}


def uri_of_lens(lens: types.CodeLens) -> str | None:
    """The file of a lens; None if its data is not the server's."""
    uri = members(lens.data).get("uri")
    return uri if isinstance(uri, str) else None


def subject_of_lens(lens: types.CodeLens) -> tuple[str, str | None]:
    """The kind of a lens and its document, None for the whole file; no kind in data of others."""
    data = members(lens.data)
    kind, document = data.get("kind"), data.get("document")
    if not isinstance(kind, str) or not isinstance(document, str | None):
        return "", None
    return kind, document


def lens_as_it_is(lens: types.CodeLens) -> types.CodeLens:
    """A lens without a title, for a file that is not read."""
    return lens
