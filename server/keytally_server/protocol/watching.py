"""Files that change without an editor: the client tells of them, or watchdog does."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

logger = logging.getLogger(__name__)

_EVERYTHING = "**/*"
_CHANGES = {"created", "modified", "moved", "deleted", "closed"}


class Watching:
    """Brings changes on disk to the session.

    Where the client cannot watch, the folders of the followed files and of the workspace are
    watched here.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._observer: BaseObserver | None = None
        self._folders: set[Path] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Ask the client to watch, or prepare to watch here."""
        self._loop = asyncio.get_running_loop()
        if self._server.client.watches_files:
            watchers = [types.FileSystemWatcher(_EVERYTHING)]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = types.Registration(
                "keytally-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
            )
            await self._server.client_register_capability_async(types.RegistrationParams([registration]))
        else:
            self.follow(set())

    def follow(self, touched: set[Path]) -> None:
        """Watch the folders of all files that count now."""
        if self._loop is None or self._server.client.watches_files:
            return
        session = self._server.session
        files = session.followed | set(session.open_files)
        folders = {path.parent for path in files if path.parent.is_dir()}
        for folder in sorted(folders - self._folders):
            self._watch(folder)
        self._folders |= folders

    def stop(self) -> None:
        """Watch no more."""
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
        """An event, on the observer's own thread."""
        if event.is_directory or event.event_type not in _CHANGES or self._loop is None:
            return
        names = {str(event.src_path), str(event.dest_path)} - {""}
        self._loop.call_soon_threadsafe(self._changed, [Path(name) for name in sorted(names)])

    def _changed(self, paths: list[Path]) -> None:
        self._server.after_change(self._server.session.disk_changed(paths))
