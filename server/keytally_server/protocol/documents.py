"""Document synchronisation: passes the client's edits to the session.

pygls's own documents break lines where the protocol does not, and process the whole file at each edit, so the
three notifications are handled here, and pygls's workspace holds no documents.
"""

from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol.language_server import lsp_method

from keytally_server.protocol.messages import (
    NOT_UNDERSTOOD,
    REQUESTS,
    MalformedNotification,
    MalformedRequest,
    malformed_reason,
)
from keytally_server.protocol.raw_json import RawJsonProtocol
from keytally_server.protocol.server import KeytallyServer


class KeytallyProtocol(RawJsonProtocol):
    """pygls's protocol with document synchronisation replaced."""

    _server: KeytallyServer

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override] # no cache
        """The type of a method's messages.

        pygls caches this and the next by the protocol, in caches of the process that keep a server for good.
        """
        known: type[Any] | None = types.METHOD_TO_TYPES.get(method, (None,))[0]
        return REQUESTS.get(method) or known

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override] # no cache
        """The type of the answer to a request of a method."""
        known: type[Any] | None = types.METHOD_TO_TYPES.get(method, (None, None))[1]
        return known

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Make a message from JSON; malformed JSON gives a message with the reason.

        A malformed request is answered with an error, a malformed notification is ignored and logged.
        """
        method = data.get("method")
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            line = malformed_reason(method, error.__cause__ or error)
            is_request = "id" in data and "method" in data
            return MalformedRequest(data["id"], line) if is_request else MalformedNotification(line)

    def handle_message(self, message: Any) -> None:
        """Handle a message; JSON that is no message is ignored and logged."""
        if hasattr(message, "jsonrpc"):
            super().handle_message(message)
        else:
            self._server.log_error(NOT_UNDERSTOOD)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """`textDocument/didOpen`."""
        document = params.text_document
        path = self._server.path_of(document.uri)
        from keytally_server.session.open_file import OpenFile  # noqa: PLC0415 - start-up

        file = OpenFile(document.version, document.language_id)
        self._server.after_change(self._server.session.opened(path, document.text, file), path)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """`textDocument/didChange`; a change of a file that is not open is logged and ignored."""
        path = self._server.path_of(params.text_document.uri)
        if self._server.session.version(path) is None:
            self._server.log_error(f"{params.text_document.uri} is not open: a change of it is passed over")
            return
        changes = (self._change(path, change) for change in params.content_changes)
        version = params.text_document.version
        self._server.after_change(self._server.session.changed(path, version, changes), path)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """`textDocument/didClose`."""
        path = self._server.path_of(params.text_document.uri)
        touched = self._server.session.closed(path)
        self._server.file_closed(path, params.text_document.uri)
        self._server.after_change(touched)

    def _change(self, path: Path, change: types.TextDocumentContentChangeEvent) -> tuple[int, int, str]:
        buffer = self._server.session.buffer(path)
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return 0, len(buffer), change.text
        columns = self._server.columns
        start = columns.to_offset(buffer, change.range.start)
        self._server.views.edited(path, start)
        return start, max(columns.to_offset(buffer, change.range.end), start), change.text
