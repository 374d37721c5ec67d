"""The lifecycle: capabilities, workspace folders, settings, and shutdown."""

import gc
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from lsprotocol import types

from keytally_server.protocol.client import client_of
from keytally_server.protocol.client_process import when_ended
from keytally_server.protocol.columns import Columns
from keytally_server.protocol.file_watcher import FileWatcher, register_with_client
from keytally_server.protocol.phases import Phase
from keytally_server.protocol.server import KeytallyServer

logger = logging.getLogger(__name__)

SECTION = "keytally"


def register(server: KeytallyServer, watcher: FileWatcher, offer_pull: Callable[[], None]) -> None:
    """Register `initialize`, `initialized` and `shutdown`, and notifications of settings and folders."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        _initialize(server, params)
        if server.client.pulls_diagnostics:
            offer_pull()
        if server.ends_with_client and params.process_id is not None:
            when_ended(params.process_id, _end)
        server.phase = Phase.SERVING

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        gc.freeze()
        await watcher.start()
        await _listen_for_settings(server)
        await _ask_for_settings(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.phase = Phase.SHUT_DOWN
        watcher.stop()

    _register_workspace_changes(server)


def _end() -> NoReturn:
    """End the server, whose client ended without a word."""
    logger.error("the process of the client has ended")
    sys.exit(1)


def _register_workspace_changes(server: KeytallyServer) -> None:
    """Register the notifications of changed settings, folders and files on disk."""

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
        server.after_change(server.session.disk_changed(server.path_of(each.uri) for each in params.changes))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.after_change(server.session.disk_changed([server.path_of(params.text_document.uri)]))


def _initialize(server: KeytallyServer, params: types.InitializeParams) -> None:
    """Store the client's capabilities; the session is created on first use."""
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
    """Apply settings, with or without the section's name around them."""
    if isinstance(values, Mapping) and SECTION in values:
        values = values[SECTION]
    from keytally_server.session.settings import settings_of  # noqa: PLC0415 - start-up

    settings, problems = settings_of(values)
    server.session.warnings.update(SECTION, [f"{problem}; the default stands" for problem in problems])
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
        logger.warning("the client gave no settings: %s", error)
        return
    _apply_settings(server, values[0] if values else None)
