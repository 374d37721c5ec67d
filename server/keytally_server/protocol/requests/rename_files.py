"""`workspace/willRenameFiles`: project files follow the files that they name."""

from collections.abc import Sequence

from lsprotocol import types

from keytally.findings.finding import Edit
from keytally.project.renamed_files import followed_renames
from keytally.text.buffer import TextBuffer
from keytally_server.protocol.server import KeytallyServer


def answer(server: KeytallyServer, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits of each keytally.toml and configuration that names the files; None if none does."""
    renames = {server.path_of(each.old_uri): server.path_of(each.new_uri) for each in params.files}
    changes = {
        server.uri_of(path): _text_edits(server, text, edits)
        for path, text in server.session.naming_texts(renames)
        if (edits := followed_renames(path, text, renames))
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
