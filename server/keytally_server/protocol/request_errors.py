"""Errors caused by the client: it gets an error response, and the log one line without a traceback."""

import logging
from json import JSONDecodeError

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

_NOT_DESERIALIZED = "Unable to deserialize message"
"""The start of pygls's log record, with a traceback, about a message that cannot be deserialized."""


class RequestFailedError(JsonRpcException):
    """A request that is refused with one line for the user, by the error `RequestFailed`."""

    def __init__(self, line: str) -> None:
        super().__init__(line, types.LSPErrorCodes.RequestFailed)


def is_client_error(error: BaseException | None) -> bool:
    """Whether an error is caused by the client, not by the server."""
    if isinstance(error, JsonRpcException):
        return not isinstance(error, JsonRpcInternalError)
    return isinstance(error, JSONDecodeError | UnicodeDecodeError)


def _is_server_error(record: logging.LogRecord) -> bool:
    if record.exc_info is None:
        return not str(record.msg).startswith(_NOT_DESERIALIZED)
    return not is_client_error(record.exc_info[1])


def hide_client_errors(*loggers: str) -> None:
    """Keep errors of clients out of these logs, to which pygls would write a traceback for each."""
    for name in loggers:
        logging.getLogger(name).addFilter(_is_server_error)
