"""keytally's own messages, malformed messages, client errors and cached JSON."""

import asyncio
import inspect
import json
import logging
import re
from collections.abc import Callable, Mapping
from json import JSONDecodeError
from typing import Any

import attrs
from cattrs import Converter, transform_error
from cattrs.gen import make_dict_structure_fn, override
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.protocol.json_rpc import MsgId

SCORED = "keytally/scored"
MARKS = "keytally/marks"
ANNOTATED = "keytally/annotated"
NEXT = "keytally/next"
PROGRESS = "keytally/progress"
ERRORS = "keytally/errors"
PROGRESSED = "keytally/progressed"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.keytally"
ADJUDICATED = "keytally/adjudicated"
ANNOTATE = types.CodeActionKind.RefactorRewrite.value
ADJUDICATE = f"{ANNOTATE}.adjudicate"
DONE = f"{ANNOTATE}.done"
REPAIR = f"{ANNOTATE}.repair"
MALFORMED_REQUEST = "keytally/malformedRequest"
"""The internal method name under which malformed requests are handled; no client sends it."""

MALFORMED_NOTIFICATION = "keytally/malformedNotification"
"""The internal method name under which malformed notifications are handled; no client sends it."""

NOT_UNDERSTOOD = "invalid message: not JSON-RPC 2.0"
"""The log line for JSON that is not a message."""

_SNAKE = re.compile(r"_(\w)")


@attrs.define
class MarksParams:
    """The parameters of a request for marks: the file and the range; without `range`, the whole file.

    `previous_result_id` is the id of a result that the client still has.
    """

    text_document: types.TextDocumentIdentifier
    range: types.Range | None = None
    previous_result_id: str | None = None


@attrs.define
class MarksRequest:
    """The request `keytally/marks`."""

    id: int | str
    params: MarksParams
    method: str = MARKS
    jsonrpc: str = "2.0"


@attrs.define
class AnnotatedParams:
    """The parameters of a request for text and annotations: a file and a range of its lines."""

    text_document: types.TextDocumentIdentifier
    range: types.Range


@attrs.define
class AnnotatedRequest:
    """The request `keytally/annotated`."""

    id: int | str
    params: AnnotatedParams
    method: str = ANNOTATED
    jsonrpc: str = "2.0"


@attrs.define
class NextParams:
    """The parameters of a request for the next item: a position in a file, and the kind of item, which is
    `difference`, `candidate` or `undecided`.

    `direction` is `next` or `previous`. With `inclusive`, an item that starts at the position itself is
    included.
    """

    text_document: types.TextDocumentIdentifier
    position: types.Position
    what: str = "difference"
    direction: str = "next"
    inclusive: bool = False


@attrs.define
class NextRequest:
    """The request `keytally/next`."""

    id: int | str
    params: NextParams
    method: str = NEXT
    jsonrpc: str = "2.0"


@attrs.define
class ProgressParams:
    """The parameters of a request for progress: a position in a file."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


@attrs.define
class ProgressRequest:
    """The request `keytally/progress`."""

    id: int | str
    params: ProgressParams
    method: str = PROGRESS
    jsonrpc: str = "2.0"


@attrs.define
class ErrorsParams:
    """The parameters of a request for differences: a file of a pair, and the maximum number of
    differences, highest gain first.
    """

    text_document: types.TextDocumentIdentifier
    most: int = 1000


@attrs.define
class ErrorsRequest:
    """The request `keytally/errors`."""

    id: int | str
    params: ErrorsParams
    method: str = ERRORS
    jsonrpc: str = "2.0"


@attrs.define
class MalformedRequest:
    """A malformed request; `params` is the line with the reason."""

    id: int | str
    params: str
    method: str = MALFORMED_REQUEST
    jsonrpc: str = "2.0"


@attrs.define
class MalformedNotification:
    """A malformed notification; `params` is the line with the reason."""

    params: str
    method: str = MALFORMED_NOTIFICATION
    jsonrpc: str = "2.0"


REQUEST_TYPES: dict[str, type[Any]] = {
    MARKS: MarksRequest,
    ANNOTATED: AnnotatedRequest,
    NEXT: NextRequest,
    PROGRESS: ProgressRequest,
    ERRORS: ErrorsRequest,
}


def converter() -> Converter:
    """Return pygls's converter of messages, extended by keytally's own messages."""
    own: Converter = default_converter()  # type: ignore[no-untyped-call]
    text_document = override(rename="textDocument")
    previous = override(rename="previousResultId")
    marks = make_dict_structure_fn(MarksParams, own, text_document=text_document, previous_result_id=previous)
    own.register_structure_hook(MarksParams, marks)
    for params in (AnnotatedParams, NextParams, ProgressParams, ErrorsParams):
        own.register_structure_hook(params, make_dict_structure_fn(params, own, text_document=text_document))
    return own


def members(value: object) -> Mapping[str, object]:
    """Return the members of a JSON object to which the protocol assigns no type; empty for any other
    value.
    """
    return value if isinstance(value, Mapping) else {}


def malformed_reason(method: object, error: BaseException) -> str:
    """Return one line with the reason why a message with a certain method is malformed."""
    if not isinstance(method, str):
        return NOT_UNDERSTOOD
    reasons = transform_error(error, path="$") or [str(error)]
    reason = _SNAKE.sub(lambda found: found[1].upper(), str(reasons[0]).replace("@ $.", "at "))
    return f"invalid {method} message: {reason}"


_NOT_DESERIALIZED = "Unable to deserialize message"
"""The start of pygls's log record, with a traceback, about a message that cannot be deserialized."""


class RequestFailedError(JsonRpcException):
    """The error raised to reject a request with the error code `RequestFailed` and one line for the user."""

    def __init__(self, line: str) -> None:
        super().__init__(line, types.LSPErrorCodes.RequestFailed)


def is_client_error(error: BaseException | None) -> bool:
    """Return whether an error is caused by the client, not by the server."""
    if isinstance(error, JsonRpcException):
        return not isinstance(error, JsonRpcInternalError)
    return isinstance(error, JSONDecodeError | UnicodeDecodeError)


def _is_server_error(record: logging.LogRecord) -> bool:
    if record.exc_info is None:
        return not str(record.msg).startswith(_NOT_DESERIALIZED)
    return not is_client_error(record.exc_info[1])


def hide_client_errors(*loggers: str) -> None:
    """Keep client errors out of pygls's logs, because pygls would log a traceback for each."""
    for name in loggers:
        logging.getLogger(name).addFilter(_is_server_error)


logger = logging.getLogger(__name__)


class RawJson(str):
    """The JSON text of a value."""

    __slots__ = ()


def raw_object(members: Mapping[str, Any]) -> RawJson:
    """Return the JSON text of an object; members that are JSON text are inserted unchanged."""
    texts = ["{"]
    for name, value in members.items():
        separator = "," if len(texts) > 1 else ""
        texts += f"{separator}{json.dumps(name)}:", value if isinstance(value, RawJson) else compact(value)
    return RawJson("".join((*texts, "}")))


def compact(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """Return the JSON text of a value without spaces, which is an eighth shorter."""
    return json.dumps(value, default=default, separators=(",", ":"))


class RawJsonProtocol(LanguageServerProtocol):
    """pygls's protocol; parameters of notifications and results of requests may be JSON text.

    Cancelling a request also cancels the command that is run for it.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._writing: set[asyncio.Task[None]] = set()

    def encode(self, value: Any) -> RawJson:
        """Return the JSON text of a protocol value."""
        return RawJson(compact(value, self._serialize_message))

    def handle_json(self, data: Any) -> None:
        """Handle a message in JSON; only its outermost object can be a message."""
        self.handle_message(self.structure_message(data) if isinstance(data, dict) else data)

    def answer_error(self, number: MsgId | None, code: int, line: str) -> None:
        """Answer a request with an error; the number is None if the request has no id."""
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
        """Run a handler; if it was started by a request, as a command is, it ends when the request is
        cancelled.

        pygls gives such a handler a separate id, to which no cancellation is ever sent.
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
        """Write a message whose last member ends with `last`; raise BrokenPipeError if the client has
        disconnected.
        """
        self._write_body('{"jsonrpc":"2.0",', members, last, "}")

    def _send_data(self, data: Any) -> None:
        """Send a message; if it cannot be written, this is logged, as in pygls."""
        try:
            self._write_body(self.encode(data))
        except BrokenPipeError:
            raise
        except Exception as error:
            logger.exception("error while sending a message")
            self._server._report_server_error(error, JsonRpcInternalError)

    def _write_body(self, *parts: str) -> None:
        """Write a message that is given in parts, so that a long message is joined only once."""
        head = f"Content-Length: {sum(map(len, parts))}\r\n\r\n" if self._include_headers else ""
        body = "".join((head, *parts))
        written = self.writer.write(body.encode("ascii")) if self.writer is not None else None
        if inspect.iscoroutine(written):
            task = asyncio.get_running_loop().create_task(written)
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
