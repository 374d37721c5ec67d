"""The commands that the server executes for any client: searches, entries and reports."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcRequestCancelled

from keytally.families import registry
from keytally_server.protocol.edits import edit_at_end
from keytally_server.protocol.notifications import Progress
from keytally_server.protocol.server import PAUSE, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.live_pair import LivePair
    from keytally.project.folders import Tell
    from keytally.project.pair import Pair


SLICE = 0.008
"""The time in seconds that is spent on work before messages from the client are handled."""


async def reports_of(server: KeytallyServer, live: "LivePair") -> Mapping[str, str]:
    """Return the present reports of a pair, by name.

    The live pair is read in slices, and the reports are written in a separate thread. Raises
    JsonRpcRequestCancelled if the progress is cancelled.
    """
    stop = Event()
    progress = Progress(server, "reports", "Generating reports", stop.set)
    documents = max(len(live.documents), 1)
    try:
        steps, done, end = live.preparing_reports(), 0, monotonic() + SLICE
        while True:
            next(steps)
            done += 1
            if monotonic() > end:
                progress.report(f"{done:,} of {documents:,}", min(99 * done // documents, 99))
                await asyncio.sleep(PAUSE)
                end = monotonic() + SLICE
            if stop.is_set():
                raise JsonRpcRequestCancelled
    except StopIteration as prepared:
        return await asyncio.get_running_loop().run_in_executor(None, prepared.value)
    finally:
        progress.end()


REPORT_EVERY = 1000
"""The number of files read between two progress reports."""

_Result = TypeVar("_Result")


class _StoppedError(Exception):
    """Raised when the client has cancelled the search."""


async def searched(server: KeytallyServer, title: str, search: "Callable[[Tell], _Result]") -> _Result:
    """Return the result of a search in a separate thread; meanwhile, other messages are handled.

    `search` must not touch the session. If the progress is cancelled, the search ends early and
    JsonRpcRequestCancelled is raised.
    """
    loop, stop = asyncio.get_running_loop(), Event()
    progress = Progress(server, "search", title, stop.set, has_percentage=False)

    def tell(files: int) -> None:
        if stop.is_set():
            raise _StoppedError
        if files % REPORT_EVERY == 0:
            loop.call_soon_threadsafe(progress.report, f"{files:,} files")

    try:
        return await loop.run_in_executor(None, search, tell)
    except _StoppedError as error:
        raise JsonRpcRequestCancelled from error
    finally:
        stop.set()
        progress.end()


SELECT_RESPONSE = "keytally.selectResponse"
LIST_PAIRS = "keytally.listPairs"
PAIR_FILES = "keytally.pairFiles"
RENDER_REPORTS = "keytally.renderReports"
REPORT_ARGUMENTS = "keytally.reportArguments"

_SLICE = 100
"""The number of pairs described before messages of the client are handled."""


def register_commands(server: KeytallyServer) -> None:
    """Register the commands."""

    @server.command(SELECT_RESPONSE)
    def select_response(*arguments: Any) -> bool:
        key, response = _uris(SELECT_RESPONSE, arguments, "a key", "one of its responses")
        try:
            touched = server.session.choose_response(server.path_of(key), server.path_of(response))
        except KeyError:
            server.show_warning(f"{response} is not a response to {key}")
            return False
        server.after_change(touched)
        return True

    @server.command(LIST_PAIRS)
    async def list_pairs(*arguments: Any) -> list[dict[str, Any]]:
        _uris(LIST_PAIRS, arguments)
        return await _pairs_listed(server)

    @server.command(PAIR_FILES)
    def pair_files(*arguments: Any) -> types.WorkspaceEdit | None:
        file, other = _uris(PAIR_FILES, arguments, "a file", "the file to pair it with")
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
    """Return the arguments of `keytally report` for a file's pair, and the pair's files; None without a
    pair.
    """
    from keytally_server.session.project_entries import report_arguments  # noqa: PLC0415 - few ask for it

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
    """Return all pairs of the workspace, described in slices."""
    found = await searched(server, "Searching for pairs", server.session.workspace.search())
    pairs = server.session.known_pairs(found)
    active = server.session.active_among(pairs)
    described: list[dict[str, Any]] = []
    for pair in pairs:
        if len(described) % _SLICE == 0:
            await asyncio.sleep(0)
        described.append(_described(server, pair, is_active=active[pair.key] is pair))
    return described


def _entry_for(server: KeytallyServer, path: Path, other: Path) -> types.WorkspaceEdit | None:
    """Return the edit that pairs two files in keytally.toml; None, with a warning, if an entry is
    impossible or unnecessary.
    """
    from keytally_server.session.project_entries import NoEntryError, new_entry  # noqa: PLC0415 - few ask for it

    try:
        found = new_entry(server.session, path, other)
    except NoEntryError as problem:
        server.show_warning(str(problem))
        return None
    return edit_at_end(server, *found)


def _uris(command: str, arguments: Sequence[Any], *files: str) -> Sequence[str]:
    """Return a command's arguments; raises JsonRpcInvalidParams unless there is one URI for each of the
    `files`.
    """
    if len(arguments) == len(files) and all(isinstance(argument, str) for argument in arguments):
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
