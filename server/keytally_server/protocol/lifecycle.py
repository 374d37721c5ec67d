"""The lifecycle: capabilities, workspace folders, settings, watched files, and the client's exit."""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from lsprotocol import types

from keytally.text.files import is_folder
from keytally_server.protocol.client import Columns, client_of
from keytally_server.protocol.notifications import register_outline
from keytally_server.protocol.server import Change, KeytallyServer, LifecycleState

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

    from keytally_server.session.workspace import ShownPairs


logger = logging.getLogger(__name__)

_EVERYTHING = "**/*"
NOT_WATCHED = "changes on disk are not noticed: the client does not watch, and watchdog is not installed"
_CHANGES = {"created", "modified", "moved", "deleted", "closed"}


class FileWatcher:
    """Reports changes on disk to the session.

    If the client cannot watch files, the server watches the directories of the followed files and of the
    workspace.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._observer: BaseObserver | None = None
        self._folders: set[Path] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_watching = False
        self._arranged: ShownPairs | None = None

    async def start(self) -> None:
        """Ask the client to watch files; watch them in the server if it cannot or will not."""
        self._loop = asyncio.get_running_loop()
        self._is_watching = not (self._server.client.watches_files and await self._client_watches())
        if self._is_watching and find_spec("watchdog") is None:
            self._is_watching = False
            self._server.log_error(NOT_WATCHED)
        self.files_changed(Change(frozenset()))

    async def _client_watches(self) -> bool:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_EVERYTHING)])
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        return await register_with_client(self._server, types.Registration("keytally-files", method, options))

    def files_changed(self, change: Change) -> None:
        """Watch the directories of all followed files, and those that may contain their project files."""
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
    """Register a method with the client; return whether the client agreed."""
    try:
        await server.client_register_capability_async(types.RegistrationParams([registration]))
    except Exception as error:
        logger.warning("the client did not register %s: %s", registration.method, error)
        return False
    return True


PAUSE = 2.0
"""Polling interval in seconds, on systems that do not report the end of a process."""


def when_ended(process: int, ended: Callable[[], None]) -> None:
    """Call `ended` on the running loop when a process ends.

    It does nothing if the process does not exist, because the client may run outside the server's container.
    """
    if not is_running(process):
        return
    loop = asyncio.get_running_loop()
    try:
        descriptor = os.pidfd_open(process)  # type: ignore[attr-defined,unused-ignore] # Linux
        loop.add_reader(descriptor, _once, loop, descriptor, ended)
    except (AttributeError, OSError, NotImplementedError):
        loop.call_later(PAUSE, _look, process, ended)


def _once(loop: asyncio.AbstractEventLoop, descriptor: int, ended: Callable[[], None]) -> None:
    """Call `ended` and stop watching the descriptor."""
    loop.remove_reader(descriptor)
    os.close(descriptor)
    ended()


def _look(process: int, ended: Callable[[], None]) -> None:
    if is_running(process):
        asyncio.get_running_loop().call_later(PAUSE, _look, process, ended)
    else:
        ended()


def is_running(process: int) -> bool:
    """Return whether a process with this ID exists."""
    if process <= 0:
        return False
    if sys.platform == "win32":
        return _is_running_on_windows(process)
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _is_running_on_windows(process: int) -> bool:
    """Return whether a process is running; its handle is used, because `os.kill` would end the process on
    Windows.
    """
    import ctypes  # noqa: PLC0415 - Windows

    synchronize, still_active, access_denied = 0x00100000, 0x00000102, 5
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = kernel.OpenProcess(synchronize, False, ctypes.c_uint32(process))
    if not handle:
        return bool(kernel.GetLastError() == access_denied)
    try:
        return bool(kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0) == still_active)
    finally:
        kernel.CloseHandle(ctypes.c_void_p(handle))


SECTION = "keytally"


def register_lifecycle(server: KeytallyServer, watcher: FileWatcher, offer_pull: Callable[[], None]) -> None:
    """Register the notifications and requests of the lifecycle, such as `initialize` and `shutdown`."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        _initialize(server, params)
        if server.client.pulls_diagnostics:
            offer_pull()
        if server.client.registers_outline:
            server.protocol.fm.feature_options[types.TEXT_DOCUMENT_DOCUMENT_SYMBOL] = False
        if server.ends_with_client and params.process_id is not None:
            when_ended(params.process_id, _end)
        server.phase = LifecycleState.SERVING

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        gc.freeze()
        await watcher.start()
        register_outline(server)
        await _listen_for_settings(server)
        await _ask_for_settings(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.phase = LifecycleState.SHUT_DOWN
        watcher.stop()

    _register_workspace_changes(server)


def _end() -> NoReturn:
    """End the server after its client has died."""
    logger.error("the client process has exited")
    sys.exit(1)


def _register_workspace_changes(server: KeytallyServer) -> None:
    """Register the notifications of changed settings, workspace folders and files on disk."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configuration_changed(params: types.DidChangeConfigurationParams) -> None:
        if server.client.sends_settings:
            server.start_task(_ask_for_settings(server))
        else:
            _apply_settings(server, params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        folders = [server.path_of(folder.uri) for folder in server.workspace.folders.values()]
        server.after_change(server.session.set_roots(folders))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        server.after_change(
            server.session.disk_changed(server.path_of(change.uri) for change in params.changes)
        )

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.after_change(server.session.disk_changed([server.path_of(params.text_document.uri)]))


def _initialize(server: KeytallyServer, params: types.InitializeParams) -> None:
    """Store the client's capabilities, position encoding and workspace folders, and apply the settings in
    its initialization options.
    """
    server.client = client_of(params.capabilities)
    server.columns = Columns(server.workspace.position_encoding or types.PositionEncodingKind.Utf16)
    server.roots = _roots(server, params)
    server.protocol.trace = params.trace or types.TraceValue.Off
    if params.initialization_options is not None:
        _apply_settings(server, params.initialization_options)


def _roots(server: KeytallyServer, params: types.InitializeParams) -> Sequence[Path]:
    folders = [folder.uri for folder in params.workspace_folders or ()]
    if not folders and params.root_uri:
        folders = [params.root_uri]
    return [server.path_of(uri) for uri in folders]


def _apply_settings(server: KeytallyServer, values: Any) -> None:
    """Apply settings, whether or not they are nested under the section's name."""
    if isinstance(values, Mapping) and SECTION in values:
        values = values[SECTION]
    from keytally_server.session.settings import settings_of  # noqa: PLC0415 - start-up

    settings, problems = settings_of(values)
    server.session.warnings.update(SECTION, [f"{problem}; using the default" for problem in problems])
    server.after_change(server.session.configure(settings))


async def _listen_for_settings(server: KeytallyServer) -> None:
    if server.client.registers_settings:
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        section = {"section": SECTION}
        await register_with_client(server, types.Registration("keytally-settings", method, section))


async def _ask_for_settings(server: KeytallyServer) -> None:
    if not server.client.sends_settings:
        return
    item = types.ConfigurationItem(section=SECTION)
    try:
        values = await server.workspace_configuration_async(types.ConfigurationParams([item]))
    except Exception as error:
        logger.warning("the client sent no settings: %s", error)
        return
    _apply_settings(server, values[0] if values else None)
