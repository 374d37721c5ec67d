"""Messages of which a part is JSON already: what is sent at each keystroke is not made anew each time."""

import inspect
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import MsgId

if TYPE_CHECKING:
    from keytally_server.protocol.server import KeytallyServer


class Encoded(str):
    """The JSON text of a value."""

    __slots__ = ()


def encoded_object(members: Mapping[str, Any]) -> Encoded:
    """The JSON text of plain members, those left as they are that are encoded."""
    texts = (
        f"{json.dumps(name)}: {value if isinstance(value, Encoded) else json.dumps(value)}"
        for name, value in members.items()
    )
    return Encoded(f"{{{', '.join(texts)}}}")


class EncodedProtocol(LanguageServerProtocol):
    """pygls's protocol; parameters of notifications and results of requests may be encoded."""

    _server: "KeytallyServer"

    def encode(self, value: Any) -> Encoded:
        """The JSON text of one of the protocol's values."""
        return Encoded(json.dumps(value, default=self._serialize_message))

    def notify(self, method: str, params: Any | None = None) -> None:
        """Send a notification."""
        if isinstance(params, Encoded):
            self._write(f'"method": {json.dumps(method)}, "params": {params}')
        else:
            super().notify(method, params)

    def _send_response(self, msg_id: MsgId, result: Any | None = None, error: Any | None = None) -> None:
        if isinstance(result, Encoded):
            self._result_types.pop(msg_id, None)
            self._write(f'"id": {json.dumps(msg_id)}, "result": {result}')
        else:
            super()._send_response(msg_id, result, error)

    def _write(self, members: str) -> None:
        """Write a message of these members; raises BrokenPipeError where the client has gone."""
        body = f'{{"jsonrpc": "2.0", {members}}}'
        head = f"Content-Length: {len(body)}\r\n\r\n" if self._include_headers else ""
        written = self.writer.write((head + body).encode("ascii")) if self.writer is not None else None
        if inspect.iscoroutine(written):
            self._server.begin(written)
