"""`textDocument/prepareRename` and `textDocument/rename`: a name that cannot be given is refused in words."""

from lsprotocol import types

from keytally_server.answers.rename import RenameError
from keytally_server.features.rename import renamable, rename
from keytally_server.protocol.edits import workspace_edit
from keytally_server.protocol.refusal import Refusal
from keytally_server.protocol.server import KeytallyServer


def prepare(
    server: KeytallyServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name at a place that can be changed; None where there is none."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    try:
        found = renamable(snapshot, server.offset(snapshot, params.position))
    except RenameError as error:
        raise Refusal(str(error)) from None
    if found is None:
        return None
    return types.PrepareRenamePlaceholder(server.range(snapshot, found.start, found.end), found.name)


def answer(server: KeytallyServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edit that gives what stands at a place another name."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    try:
        edits = rename(snapshot, server.offset(snapshot, params.position), params.new_name)
    except RenameError as error:
        raise Refusal(str(error)) from None
    return workspace_edit(server, snapshot, edits)
