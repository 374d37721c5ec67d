"""Converts edits to text edits and workspace edits."""

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally.text.lines import line_starts
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


def edit_at_end(server: KeytallyServer, path: Path, text: str | None, added: str) -> types.WorkspaceEdit:
    """The edit that puts lines at the end of a file with that text; a file without any is made first."""
    uri, edit = server.uri_of(path), _at_end(server, text or "", added)
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={uri: [edit]})
    version = server.session.version(path) if path in server.session.open_files else None
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    changes = types.TextDocumentEdit(document, [edit])
    if text is not None or not server.client.creates_files:
        return types.WorkspaceEdit(document_changes=[changes])
    made = types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
    return types.WorkspaceEdit(document_changes=[made, changes])


def _at_end(server: KeytallyServer, text: str, added: str) -> types.TextEdit:
    """Puts lines before the last line end: Neovim leaves a blank line behind what comes after that."""
    before = text.removesuffix("\n").removesuffix("\r")
    line_end = text[len(before) :]
    last = line_starts(before)
    end = types.Position(len(last) - 1, server.columns.width(before[last[-1] :]))
    return types.TextEdit(types.Range(end, end), line_end + added.removesuffix("\n") if line_end else added)


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
