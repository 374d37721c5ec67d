"""The public surface of the server: requests, notifications and commands that clients rely on."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from keytally_server.protocol import commands, messages
from keytally_server.protocol.request_table import REQUESTS
from release.surface.item import Item

NOTIFICATIONS = (messages.SCORED, messages.PROGRESSED, messages.ADJUDICATED)


def items() -> Iterator[Item]:
    """Methods of LSP, keytally's own messages with their parameters, and the commands of the server."""
    for request in REQUESTS:
        if request.method not in messages.REQUEST_TYPES:
            yield Item("request", "LSP", request.method)
    for method, message in messages.REQUEST_TYPES.items():
        yield Item("request", "keytally-server", method)
        for field in _parameters(message):
            default = "" if field.default is attrs.NOTHING else f"else {field.default}"
            yield Item("parameter", method, _camel(field.name), default)
    for name in NOTIFICATIONS:
        yield Item("notification", "keytally-server", name)
    for name in sorted({value for value in vars(commands).values() if _is_command(value)}):
        yield Item("command", "keytally-server", name)


def _parameters(message: type[Any]) -> Sequence["attrs.Attribute[Any]"]:
    """The fields of a message's parameters."""
    parameters = attrs.fields_dict(message)["params"].type
    return attrs.fields(parameters) if parameters is not None else ()


def _is_command(value: object) -> bool:
    return isinstance(value, str) and value.startswith("keytally.") and value[9:].isalpha()


def _camel(name: str) -> str:
    """A field's name on the wire."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
