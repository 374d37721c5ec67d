"""The commands that the server executes for any client."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from keytally.evaluations import registry
from keytally_server.protocol.edits import edit_at_end
from keytally_server.protocol.reporting import reports_of
from keytally_server.protocol.searching import searched
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.project.pair import Pair

SELECT_RESPONSE = "keytally.selectResponse"
LIST_PAIRS = "keytally.listPairs"
PAIR_FILES = "keytally.pairFiles"
RENDER_REPORTS = "keytally.renderReports"
REPORT_ARGUMENTS = "keytally.reportArguments"

_SLICE = 100
"""How many pairs are described between two looks at what the client sends."""


def register(server: KeytallyServer) -> None:
    """Register the commands."""

    @server.command(SELECT_RESPONSE)
    def select_response(*arguments: Any) -> bool:
        key, response = _uris(SELECT_RESPONSE, arguments, "a key", "one of its responses")
        try:
            touched = server.session.choose_response(server.path_of(key), server.path_of(response))
        except KeyError:
            server.show_warning(f"{response} is no response to {key}")
            return False
        server.after_change(touched)
        return True

    @server.command(LIST_PAIRS)
    async def list_pairs(*arguments: Any) -> list[dict[str, Any]]:
        _uris(LIST_PAIRS, arguments)
        return await _pairs_listed(server)

    @server.command(PAIR_FILES)
    def pair_files(*arguments: Any) -> types.WorkspaceEdit | None:
        file, other = _uris(PAIR_FILES, arguments, "a file", "the file that it is to be paired with")
        return _entry_for(server, server.path_of(file), server.path_of(other))

    @server.command(RENDER_REPORTS)
    async def render_reports(*arguments: Any) -> list[dict[str, str]]:
        (uri,) = _uris(RENDER_REPORTS, arguments, "a file of a pair")
        await server.finish()
        live = server.session.active_pair(server.path_of(uri))
        if live is None:
            return []
        return [{"name": name, "text": text} for name, text in (await reports_of(server, live)).items()]

    @server.command(REPORT_ARGUMENTS)
    def report_arguments(*arguments: Any) -> dict[str, Any] | None:
        (uri,) = _uris(REPORT_ARGUMENTS, arguments, "a file of a pair")
        return _reporting(server, server.path_of(uri))


def _reporting(server: KeytallyServer, path: Path) -> dict[str, Any] | None:
    """How `keytally report` is called for the pair of a file, and what it reads; None without a pair."""
    from keytally_server.session.report_arguments import report_arguments  # noqa: PLC0415 - few ask for it

    live = server.session.active_pair(path)
    if live is None:
        return None
    pair = live.pair
    read = dict.fromkeys([*pair.keys, *pair.responses, *pair.settings_files])
    return {
        "arguments": report_arguments(pair, server.session.settings.allowed_folders),
        "files": [server.uri_of(each) for each in read],
    }


async def _pairs_listed(server: KeytallyServer) -> list[dict[str, Any]]:
    """All pairs of the workspace, some at a time."""
    found = await searched(server, "Looking for pairs", server.session.workspace.search())
    pairs = server.session.known_pairs(found)
    active = server.session.active_among(pairs)
    described: list[dict[str, Any]] = []
    for pair in pairs:
        if len(described) % _SLICE == 0:
            await asyncio.sleep(0)
        described.append(_described(server, pair, is_active=active[pair.key] is pair))
    return described


def _entry_for(server: KeytallyServer, path: Path, other: Path) -> types.WorkspaceEdit | None:
    """The edit that pairs two files in keytally.toml; None, with a warning, if they need no entry."""
    from keytally_server.session.stating import NoEntryError, new_entry  # noqa: PLC0415 - few ask for it

    try:
        found = new_entry(server.session, path, other)
    except NoEntryError as problem:
        server.show_warning(str(problem))
        return None
    return edit_at_end(server, *found)


def _uris(command: str, arguments: Sequence[Any], *files: str) -> Sequence[str]:
    """A command's arguments if they are the URIs of these files; raises JsonRpcInvalidParams."""
    if len(arguments) == len(files) and all(isinstance(each, str) for each in arguments):
        return arguments
    wanted = [f"the URI of {each}" for each in files]
    raise JsonRpcInvalidParams(f"{command} takes {' and '.join(wanted) or 'no arguments'}")


def _described(server: KeytallyServer, pair: "Pair", *, is_active: bool) -> dict[str, Any]:
    described: dict[str, Any] = {
        "task": pair.task,
        "language": registry.task_named(pair.task).language,
        "key": server.uri_of(pair.key),
        "response": server.uri_of(pair.response),
        "origin": pair.origin,
        "active": is_active,
    }
    parts = {"texts": pair.texts, **pair.companions, "configuration": pair.configuration}
    present = {name: part for name, part in parts.items() if part is not None}
    for name, part in present.items():
        described[name] = part if isinstance(part, str) else server.uri_of(part)
    languages = registry.part_languages(pair.task)
    described["languages"] = {name: languages[name] for name in present if name in languages}
    if pair.key_files is not None:
        files = ((path, pair.other(path)) for path in pair.keys)
        described["files"] = [
            {"key": server.uri_of(key), "response": server.uri_of(response)}
            for key, response in files
            if response is not None
        ]
    return described
