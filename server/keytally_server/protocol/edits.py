"""Converts edits to text edits and workspace edits."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally.text.lines import line_starts
from keytally.text.regular import is_file
from keytally_server.answers.adjudicating import Adjudicating
from keytally_server.answers.code_action import CodeAction, combined
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from keytally.adjudication.followed import FollowedAdjudication
    from keytally.engine.reading import Reading


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


def adjudicating_edit(
    server: KeytallyServer, followed: "FollowedAdjudication", action: Adjudicating
) -> types.WorkspaceEdit | None:
    """The edits of a gold and of its decisions, as one; None where the client cannot make any of them.

    A client that cannot make files changes the gold alone while there is no file of decisions.
    """
    gold, decisions, path = followed.live.gold, followed.live.decisions, followed.decisions
    is_there = path in server.session.open_files or is_file(path)
    can_record = is_there or (server.client.creates_files and server.client.takes_versioned_edits)
    files = [(followed.path, gold, action.edits), (path, decisions, action.decisions if can_record else ())]
    changes = {
        path: [
            types.TextEdit(server.columns.to_range(reading, each.start, each.end), each.text)
            for each in _before_last_end(reading, edits)
        ]
        for path, reading, edits in files
        if edits and reading is not None
    }
    if not changes:
        return None
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={server.uri_of(path): edits for path, edits in changes.items()})
    made: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for file, edits in changes.items():
        if file == path and not is_there:
            options = types.CreateFileOptions(ignore_if_exists=True)
            made.append(types.CreateFile(server.uri_of(file), options=options))
        version = server.session.version(file)
        document = types.OptionalVersionedTextDocumentIdentifier(server.uri_of(file), version)
        made.append(types.TextDocumentEdit(document, edits))
    return types.WorkspaceEdit(document_changes=made)


def _before_last_end(reading: "Reading", edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits with what comes behind the last line end put before it: Neovim would leave a blank line.

    Of a file that is a line end alone, as Neovim tells of an empty one, that end is then the text's own.
    """
    length = len(reading)
    last = reading.text[-2:]
    end = last if last == "\r\n" else last[-1:]
    place = length - len(end)
    added = [edit for edit in edits if edit.start == length]
    others = [edit for edit in edits if edit.start != length]
    is_apart = all(edit.end <= place for edit in others)
    if not end or end not in "\r\n" or not is_apart or not all(edit.text.endswith(end) for edit in added):
        return edits
    texts = [end + edit.text.removesuffix(end) for edit in added]
    if place == 0 and texts:
        texts[0] = texts[0].removeprefix(end)
    return [*others, *(Edit(place, place, text) for text in texts)]


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
