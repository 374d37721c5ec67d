"""What a client asks for and cannot have: an error for it, and one line in the log without a traceback."""

import logging
from json import JSONDecodeError

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

_UNREADABLE = "Unable to deserialize message"
"""With this pygls begins the record of a message that is not understood, which it has the traceback in."""


class Refusal(JsonRpcException):
    """A request that is refused with one line for the person, by the error `RequestFailed`."""

    def __init__(self, line: str) -> None:
        super().__init__(line, types.LSPErrorCodes.RequestFailed)


def is_mistake(error: BaseException | None) -> bool:
    """Whether an error is the client's, and no failure of the server."""
    if isinstance(error, JsonRpcException):
        return not isinstance(error, JsonRpcInternalError)
    return isinstance(error, JSONDecodeError | UnicodeDecodeError)


def _is_failure(record: logging.LogRecord) -> bool:
    if record.exc_info is None:
        return not str(record.msg).startswith(_UNREADABLE)
    return not is_mistake(record.exc_info[1])


def keep_from_log(*loggers: str) -> None:
    """Keep what clients do wrong out of these logs, where pygls would write each with its traceback."""
    for name in loggers:
        logging.getLogger(name).addFilter(_is_failure)
