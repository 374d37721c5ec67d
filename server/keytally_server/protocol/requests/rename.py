"""`textDocument/prepareRename` and `textDocument/rename`; the error for a bad name gives the reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from lsprotocol import types

from keytally_server.answers.rename import RenameError
from keytally_server.features.rename import renamable, rename
from keytally_server.protocol.edits import workspace_edit
from keytally_server.protocol.request_errors import RequestFailedError
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def prepare(
    server: KeytallyServer, snapshot: Snapshot, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name at a position that can be changed; None if there is none."""
    with _errors_answered():
        found = renamable(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    return types.PrepareRenamePlaceholder(server.range(snapshot, found.start, found.end), found.name)


def answer(server: KeytallyServer, snapshot: Snapshot, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edit that renames the object or identifier at a position."""
    with _errors_answered():
        edits = rename(snapshot, server.offset(snapshot, params.position), params.new_name)
    return workspace_edit(server, snapshot, edits)


@contextmanager
def _errors_answered() -> Iterator[None]:
    """Turn the reason why a name is not allowed into an error for the client."""
    try:
        yield
    except RenameError as error:
        raise RequestFailedError(str(error)) from None
