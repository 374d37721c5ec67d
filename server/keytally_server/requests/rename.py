"""Renaming of names in a file, and of files to which projects refer."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally.project.toml_edits import rename_edits
from keytally.text.buffer import TextBuffer
from keytally_server.answers import Renamable, RenameError
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.edits import workspace_edit
from keytally_server.protocol.messages import RequestFailedError
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def renamable(snapshot: Snapshot, offset: int) -> Renamable | None:
    """Return the renamable name at an offset; None if there is none. Raises RenameError."""
    return presenter_of(snapshot.reading.language).renamable(snapshot, snapshot.unit_at(offset))


def rename(snapshot: Snapshot, offset: int, new_name: str) -> list[Edit]:
    """Return the edits that rename the name at an offset, in file order. Raises RenameError."""
    return presenter_of(snapshot.reading.language).rename(snapshot, snapshot.unit_at(offset), new_name)


def prepare_rename(
    server: KeytallyServer, snapshot: Snapshot, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Return the renamable name at a position; None if there is none."""
    with _errors_answered():
        found = renamable(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    return types.PrepareRenamePlaceholder(server.range(snapshot, found.start, found.end), found.name)


def answer_rename(
    server: KeytallyServer, snapshot: Snapshot, params: types.RenameParams
) -> types.WorkspaceEdit:
    """Return the edit that renames the object or identifier at a position."""
    with _errors_answered():
        edits = rename(snapshot, server.offset(snapshot, params.position), params.new_name)
    return workspace_edit(server, snapshot, edits)


@contextmanager
def _errors_answered() -> Iterator[None]:
    """Convert the reason why a name is not allowed to an error for the client."""
    try:
        yield
    except RenameError as error:
        raise RequestFailedError(str(error)) from None


def answer_rename_files(
    server: KeytallyServer, params: types.RenameFilesParams
) -> types.WorkspaceEdit | None:
    """Return the edits of each keytally.toml and configuration that names the files; None if there are no
    edits.
    """
    renames = {server.path_of(each.old_uri): server.path_of(each.new_uri) for each in params.files}
    changes = {
        server.uri_of(path): _text_edits(server, text, edits)
        for path, text in server.session.naming_texts(renames)
        if (edits := rename_edits(path, text, renames))
    }
    return types.WorkspaceEdit(changes=changes) if changes else None


def _text_edits(server: KeytallyServer, text: str, edits: Sequence[Edit]) -> list[types.TextEdit]:
    buffer = TextBuffer(text)
    return [
        types.TextEdit(
            types.Range(_position(server, buffer, edit.start), _position(server, buffer, edit.end)), edit.text
        )
        for edit in edits
    ]


def _position(server: KeytallyServer, buffer: TextBuffer, offset: int) -> types.Position:
    line = buffer.position(offset).line
    before = buffer.slice(buffer.line_start(line), offset)
    return types.Position(line, server.columns.width(before))
