"""`workspace/diagnostic`: the findings of files that no editor has open, told as they change."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from keytally_server.protocol.diagnostics import NO_FINDINGS, Diagnostics, Found
from keytally_server.protocol.raw_json import RawJson, raw_object
from keytally_server.protocol.server import Change, KeytallyServer

NOTHING = RawJson('{"items":[]}')


class WorkspaceDiagnostics:
    """Holds one request open, and answers it when findings of files of live pairs change.

    A client asks again two seconds after each answer. One that takes partial results is sent each change as
    it happens: its request stays open.
    """

    def __init__(self, server: KeytallyServer, diagnostics: Diagnostics) -> None:
        self._server = server
        self._diagnostics = diagnostics
        self._held: asyncio.Future[bool] | None = None
        self._is_due = False

    def files_changed(self, change: Change) -> None:
        """Record that findings may have changed."""
        self._is_due = True

    def server_idle(self) -> None:
        """Look at the findings again if they may have changed."""
        if self._is_due:
            self._release(goes_on=True)

    async def answer(self, params: types.WorkspaceDiagnosticParams) -> RawJson:
        """The findings that the client does not have yet; a request that is held already ends without any."""
        self._release(goes_on=False)
        token = params.partial_result_token
        known = {self._server.path_of(each.uri): each.value for each in params.previous_result_ids}
        unchanged = dict(known)
        while True:
            if reports := list(self._changed(known)):
                reports += self._unchanged(unchanged, known)
                unchanged = {}
                if token is None:
                    return _items(reports)
                self._server.protocol.notify(
                    types.PROGRESS, raw_object({"token": token, "value": _items(reports)})
                )
            if not await self._hold():
                return NOTHING

    async def _hold(self) -> bool:
        """Wait for a change; false if the request is to end."""
        held: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._held = held
        try:
            return await held
        finally:
            if self._held is held:
                self._held = None

    def _release(self, *, goes_on: bool) -> None:
        held, self._held = self._held, None
        if held is not None and not held.done():
            held.set_result(goes_on)

    def _changed(self, known: dict[Path, str]) -> Iterator[RawJson]:
        """Reports of files whose findings are not those with a known result id, which is replaced."""
        session = self._server.session
        if session.is_reading:
            return
        self._is_due = False
        unopened = session.unopened_files
        self._diagnostics.keep({*unopened, *session.open_files})
        for path in dict.fromkeys((*unopened, *(each for each in known if each not in session.open_files))):
            found = self._diagnostics.found(path)
            if found.result_id != known.get(path, NO_FINDINGS):
                known[path] = found.result_id
                yield self._full(path, found)

    def _full(self, path: Path, found: Found) -> RawJson:
        members = {"kind": "full", "resultId": found.result_id, "items": found.items}
        return raw_object({"uri": self._server.uri_of(path), "version": None, **members})

    def _unchanged(self, before: dict[Path, str], known: dict[Path, str]) -> Iterator[RawJson]:
        """Reports of files that are not open and whose result id is what it was."""
        for path, result_id in before.items():
            if known[path] == result_id and path not in self._server.session.open_files:
                members = {"kind": "unchanged", "resultId": result_id}
                yield raw_object({"uri": self._server.uri_of(path), "version": None, **members})


def _items(reports: list[RawJson]) -> RawJson:
    return raw_object({"items": RawJson(f"[{','.join(reports)}]")})
