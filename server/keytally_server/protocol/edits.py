"""Edits as a client takes them."""

from collections.abc import Sequence

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def text_edits(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> list[types.TextEdit]:
    """The edits of a file, by the client's ranges."""
    return [types.TextEdit(server.range(snapshot, edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """The edit of one file, bound to its version where the client knows of that."""
    uri, changes = server.uri_of(snapshot.path), text_edits(server, snapshot, edits)
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri, server.session.version(snapshot.path))
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
