"""What a person asked for and cannot have: an error for the client, and no failure of the server."""

import logging

from lsprotocol import types
from pygls.exceptions import JsonRpcException


class Refusal(JsonRpcException):
    """A request that is refused with one line for the person, by the error `RequestFailed`."""

    def __init__(self, line: str) -> None:
        super().__init__(line, types.LSPErrorCodes.RequestFailed)


def _is_failure(record: logging.LogRecord) -> bool:
    return record.exc_info is None or not isinstance(record.exc_info[1], Refusal)


def keep_from_log() -> None:
    """Keep refusals out of the log, where pygls would write each with its traceback."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_failure)
