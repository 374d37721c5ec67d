"""The capabilities in the server's answer to `initialize`, as a table for the documentation."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from keytally_server.protocol.handlers import create_server
from keytally_server.protocol.transports import receive

CLIENT = {
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "fileOperations": {"willRename": True},
    },
    "textDocument": {
        "diagnostic": {},
        "rename": {"prepareSupport": True},
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
    },
}
"""The client capabilities with which the server offers all features."""


class _Sent:
    """Records the server's messages."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        self.messages.append(json.loads(data))

    def close(self) -> None:
        """Do nothing."""


def server_capabilities() -> dict[str, Any]:
    """Return the capabilities in the server's answer to `initialize`."""
    server, sent = create_server(), _Sent()
    server.protocol.set_writer(sent, include_headers=False)
    params = {"processId": None, "rootUri": None, "capabilities": CLIENT}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    receive(server, json.dumps(message).encode())
    (answer,) = sent.messages
    capabilities: dict[str, Any] = answer["result"]["capabilities"]
    return capabilities


def capability_rows(capabilities: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each capability, in alphabetical order, with its options in Markdown."""
    for name in sorted(capabilities):
        value = capabilities[name]
        if value is not False:
            yield f"`{name}`", "; ".join(_options(value))


def _options(value: object, name: str = "") -> Iterator[str]:
    """Yield each option that is set, with its full name; nothing for a capability without options."""
    if isinstance(value, Mapping):
        for part, inner in value.items():
            yield from _options(inner, f"{name}.{part}" if name else part)
    elif value is True:
        yield from [f"`{name}`"] if name else []
    elif value is not False:
        values = value if isinstance(value, list) else [value]
        written = ", ".join(f"`{json.dumps(each)}`" for each in values)
        yield f"`{name}`: {written}" if name else written
