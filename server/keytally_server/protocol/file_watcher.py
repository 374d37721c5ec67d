"""Watches files that change outside of editors: the client reports them, or watchdog does."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from keytally.text.regular import is_folder
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

    from keytally_server.session.arrangement import Arrangement

logger = logging.getLogger(__name__)

_EVERYTHING = "**/*"
_CHANGES = {"created", "modified", "moved", "deleted", "closed"}


class FileWatcher:
    """Reports changes on disk to the session.

    If the client cannot watch, the server watches the folders of the followed files and of the workspace.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._observer: BaseObserver | None = None
        self._folders: set[Path] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_watching = False
        self._arranged: Arrangement | None = None

    async def start(self) -> None:
        """Ask the client to watch; watch here if it cannot or will not."""
        self._loop = asyncio.get_running_loop()
        self._is_watching = not (self._server.client.watches_files and await self._client_watches())
        self.files_changed(Change(frozenset()))

    async def _client_watches(self) -> bool:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_EVERYTHING)])
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        return await register_with_client(self._server, types.Registration("keytally-files", method, options))

    def files_changed(self, change: Change) -> None:
        """Watch the folders of all followed files, and folders that may hold their project files."""
        if not self._is_watching:
            return
        session = self._server.session
        if change.edited is not None and session.arrangement is self._arranged:
            return
        self._arranged = session.arrangement
        around = {folder for path in session.open_files for folder in session.workspace.folders_above(path)}
        folders = {folder for folder in around | {p.parent for p in session.followed} if is_folder(folder)}
        for folder in sorted(folders - self._folders):
            self._watch(folder)
        self._folders |= folders

    def stop(self) -> None:
        """Stop watching."""
        if self._observer is not None:
            self._observer.stop()

    def _watch(self, folder: Path) -> None:
        from watchdog.events import FileSystemEventHandler  # noqa: PLC0415 - start-up
        from watchdog.observers import Observer  # noqa: PLC0415 - start-up

        if self._observer is None:
            self._observer = Observer()
            self._observer.daemon = True
            self._observer.start()
        handler = FileSystemEventHandler()
        handler.on_any_event = self._event  # type: ignore[method-assign]
        try:
            self._observer.schedule(handler, str(folder))
        except OSError as error:
            logger.warning("cannot watch %s: %s", folder, error)

    def _event(self, event: "FileSystemEvent") -> None:
        """Handle an event on the observer's own thread."""
        loop = self._loop
        if event.is_directory or event.event_type not in _CHANGES or loop is None or loop.is_closed():
            return
        names = {str(event.src_path), str(event.dest_path)} - {""}
        loop.call_soon_threadsafe(self._changed, [Path(name) for name in sorted(names)])

    def _changed(self, paths: list[Path]) -> None:
        self._server.after_change(self._server.session.disk_changed(paths))


async def register_with_client(server: KeytallyServer, registration: types.Registration) -> bool:
    """Register a method with the client; returns whether the client agreed."""
    try:
        await server.client_register_capability_async(types.RegistrationParams([registration]))
    except Exception as error:
        logger.warning("the client would not register %s: %s", registration.method, error)
        return False
    return True
