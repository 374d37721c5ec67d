"""Converts edits to text edits and workspace edits."""

from collections.abc import Sequence

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally_server.answers.code_action import CodeAction, combined
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def text_edits(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> list[types.TextEdit]:
    """The edits of a file, with the client's ranges."""
    return [types.TextEdit(server.range(snapshot, edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """The edit of one file, for its present version if the client takes versioned edits."""
    uri, changes = server.uri_of(snapshot.path), text_edits(server, snapshot, edits)
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri, server.session.version(snapshot.path))
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])


def confirmed_edit(
    server: KeytallyServer, snapshot: Snapshot, action: CodeAction, *, in_full: bool
) -> types.WorkspaceEdit:
    """An action's edit; the client asks the user to confirm each choice, or `in_full` every change.

    A client that cannot ask gets the action with all its choices.
    """
    if not server.client.confirms_edits or not (action.choices or in_full):
        return workspace_edit(server, snapshot, combined(action))
    annotations: dict[str, types.ChangeAnnotation] = {}
    changes: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = []
    for label, edits, asks in (
        (action.title, action.edits, in_full),
        *((*each, True) for each in action.choices),
    ):
        name = str(len(annotations))
        annotations[name] = types.ChangeAnnotation(label, needs_confirmation=asks)
        plain = text_edits(server, snapshot, edits)
        changes += [types.AnnotatedTextEdit(name, edit.range, edit.new_text) for edit in plain]
    uri, version = server.uri_of(snapshot.path), server.session.version(snapshot.path)
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(document, changes)], change_annotations=annotations
    )
