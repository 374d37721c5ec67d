"""Dispatches requests to their handlers, with the arguments that the table of requests states."""

from collections.abc import Callable
from importlib import import_module
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from keytally_server.protocol.refresh import view_left
from keytally_server.protocol.requests.table import REQUESTS, Request
from keytally_server.protocol.server import KeytallyServer
from keytally_server.protocol.views import LARGEST_VIEW

if TYPE_CHECKING:
    from keytally_server.session.snapshot import Snapshot


def register(server: KeytallyServer) -> None:
    """Register the requests of the table."""
    for request in REQUESTS:
        server.feature(request.method, request.options)(_answering(server, request))


def _answering(server: KeytallyServer, request: Request) -> Callable[[Any], object]:
    """The function that pygls calls for a request; pygls answers and logs its exceptions."""

    def answer(params: Any) -> object:
        if request.uri is None:
            return _handler(request)(server, params)
        snapshot = _snapshot(server, request, request.uri(params))
        if snapshot is None:
            return request.without_snapshot(params)
        if request.tells_view(server.client) and params.range is not None:
            _note_view(server, snapshot, params.range)
        if request.needs_scores:
            server.catch_up(snapshot)
        return _handler(request)(server, snapshot, params)

    async def answer_when_read(params: Any) -> object:
        uri = request.uri(params) if request.uri is not None else None
        if uri is not None:
            await server.until_read(uri)
        result = answer(params)
        return await result if isawaitable(result) else result

    return answer_when_read if request.waits_for_reading else answer


def _snapshot(server: KeytallyServer, request: Request, uri: str | None) -> "Snapshot | None":
    """The snapshot of the requested file; None if there is none, or the feature is switched off."""
    snapshot = server.snapshot(uri) if uri is not None else None
    if snapshot is None and uri is not None and request.of_first_screen:
        snapshot = server.session.first_screen(server.path_of(uri))
    return snapshot if request.is_enabled(server.session.settings) else None


def _note_view(server: KeytallyServer, snapshot: "Snapshot", visible: types.Range) -> None:
    """Note what the person sees of a file; the client asks again for what is answered for that alone."""
    start, end = server.offsets(snapshot, visible)
    if end - start <= LARGEST_VIEW and server.views.note(snapshot.path, start, end):
        view_left(server)


def _handler(request: Request) -> Callable[..., object]:
    """The handler; its module is imported at the first request, not before `initialize`."""
    module = import_module(f"keytally_server.protocol.requests.{request.module}")
    handler: Callable[..., object] = getattr(module, request.function)
    return handler
