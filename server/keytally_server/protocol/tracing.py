"""The trace of messages: what the client sent and how long it took, for a client that has asked for it."""

import json
from collections.abc import Mapping
from time import process_time
from typing import Any

from lsprotocol import types

from keytally_server.protocol.phases import Phase
from keytally_server.protocol.server import KeytallyServer

LONGEST_PARAMS = 1000
"""Code points of the parameters that a verbose trace has."""


class Tracing:
    """Traces one message by `$/logTrace`, as far as `initialize` or `$/setTrace` has asked for it."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._start = process_time()

    def end(self, message: Mapping[str, Any]) -> None:
        """Trace a message that was handled, or whose work was begun; an answer to the server is none.

        A verbose trace has its parameters, and the processor time in milliseconds.
        """
        trace = self._server.protocol.trace
        if trace is types.TraceValue.Off or self._server.phase is not Phase.SERVING:
            return
        if "method" in message:
            number = f" ({message['id']})" if "id" in message else ""
            verbose = self._in_full(message) if trace is types.TraceValue.Verbose else None
            self._server.log_trace(types.LogTraceParams(f"received {message['method']}{number}", verbose))

    def _in_full(self, message: Mapping[str, Any]) -> str:
        params = json.dumps(message.get("params"), ensure_ascii=False)
        cut = params if len(params) <= LONGEST_PARAMS else f"{params[:LONGEST_PARAMS]}…"
        return f"{(process_time() - self._start) * 1000:.1f} ms: {cut}"
