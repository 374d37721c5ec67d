"""Receives messages: each is read, checked against the phase of the connection, and handled."""

import json
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from keytally_server.protocol.messages import members
from keytally_server.protocol.phases import Refusal, refusal
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.tracing import Tracing


def receive(server: KeytallyServer, body: bytes) -> None:
    """Read and handle a message; an error in one does not keep the next from being handled."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        server.log_error("a message is not understood: it is no JSON")
        return
    receive_json(server, data)


def receive_json(server: KeytallyServer, data: object) -> None:
    """Handle a message in JSON, or refuse it."""
    try:
        refused = _refused(server, data) if isinstance(data, dict) and "method" in data else None
        if refused is None:
            tracing = Tracing(server)
            server.protocol.handle_json(data)
            tracing.end(members(data))
        elif isinstance(data, dict) and "id" in data:
            number = data["id"] if _is_id(data["id"]) else None
            server.protocol.answer_error(number, refused.code, refused.line)
    except Exception as error:
        server.report_server_error(error, JsonRpcException)


def _refused(server: KeytallyServer, data: Mapping[str, Any]) -> Refusal | None:
    """Why a request or notification is not handled: its id is none, or it comes at the wrong time."""
    if "id" in data and not _is_id(data["id"]):
        return Refusal(types.ErrorCodes.InvalidRequest, "the id of a request is a number or a string")
    return refusal(server.phase, data["method"])


def _is_id(value: object) -> bool:
    return isinstance(value, int | str)
