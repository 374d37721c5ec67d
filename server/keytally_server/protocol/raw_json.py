"""Messages with members that are JSON text already, so that JSON can be cached between keystrokes."""

import asyncio
import inspect
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import MsgId

logger = logging.getLogger(__name__)


class RawJson(str):
    """The JSON text of a value."""

    __slots__ = ()


def raw_object(members: Mapping[str, Any]) -> RawJson:
    """The JSON text of an object; members that are JSON text are inserted unchanged."""
    texts = ["{"]
    for name, value in members.items():
        separator = "," if len(texts) > 1 else ""
        texts += f"{separator}{json.dumps(name)}:", value if isinstance(value, RawJson) else compact(value)
    return RawJson("".join((*texts, "}")))


def compact(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """The JSON text of a value without blanks: an eighth less to send; `default` is that of `json.dumps`."""
    return json.dumps(value, default=default, separators=(",", ":"))


class RawJsonProtocol(LanguageServerProtocol):
    """pygls's protocol; parameters of notifications and results of requests may be JSON text.

    Cancelling a request cancels the command that works for it.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._writing: set[asyncio.Task[None]] = set()

    def encode(self, value: Any) -> RawJson:
        """The JSON text of one of the protocol's values."""
        return RawJson(compact(value, self._serialize_message))

    def handle_json(self, data: Any) -> None:
        """Handle a message in JSON; only its outermost object can be one."""
        self.handle_message(self.structure_message(data) if isinstance(data, dict) else data)

    def answer_error(self, number: MsgId | None, code: int, line: str) -> None:
        """Answer a request with an error; the number is None where the request has none."""
        error = self.encode(types.ResponseError(code, line))
        self._write(f'"id":{json.dumps(number)},"error":', error)

    def notify(self, method: str, params: Any | None = None) -> None:
        """Send a notification."""
        if isinstance(params, RawJson):
            self._write(f'"method":{json.dumps(method)},"params":', params)
        else:
            super().notify(method, params)

    def _execute_handler(
        self,
        msg_id: MsgId,
        handler: Any,
        callback: Any,
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler; one that works for a request, as a command does, ends when that is cancelled.

        pygls gives such a handler an id of its own, to which no cancellation is ever sent.
        """
        super()._execute_handler(msg_id, handler, callback, args, kwargs)
        request = getattr(callback, "keywords", {}).get("result_future")
        if request is None:
            return
        work = self._request_futures.pop(msg_id, None)
        if work is not None and not work.done():
            request.add_done_callback(lambda done: done.cancelled() and work.cancel())

    def _send_response(self, msg_id: MsgId, result: Any | None = None, error: Any | None = None) -> None:
        if isinstance(result, RawJson):
            self._result_types.pop(msg_id, None)
            self._write(f'"id":{json.dumps(msg_id)},"result":', result)
        else:
            super()._send_response(msg_id, result, error)

    def _write(self, members: str, last: RawJson) -> None:
        """Write a message whose last member ends with `last`; BrokenPipeError if the client has gone."""
        self._write_body('{"jsonrpc":"2.0",', members, last, "}")

    def _send_data(self, data: Any) -> None:
        """Send a message; one that cannot be written is logged, as pygls does."""
        try:
            self._write_body(self.encode(data))
        except BrokenPipeError:
            raise
        except Exception as error:
            logger.exception("sending a message")
            self._server._report_server_error(error, JsonRpcInternalError)

    def _write_body(self, *parts: str) -> None:
        """Write a message that is given in parts, so that a long one is put together once."""
        head = f"Content-Length: {sum(map(len, parts))}\r\n\r\n" if self._include_headers else ""
        body = "".join((head, *parts))
        written = self.writer.write(body.encode("ascii")) if self.writer is not None else None
        if inspect.iscoroutine(written):
            task = asyncio.get_running_loop().create_task(written)
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
