"""An editor as the server sees one: a client that keeps what it is sent, and can wait for more."""

import asyncio
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol

T = TypeVar("T")

SERVER = str(shutil.which("keytally-server", path=str(Path(sys.executable).parent)))
SCORED, MARKS = "keytally/scored", "keytally/marks"
LONGEST_WAIT = 60.0
LINE_END = re.compile(r"\r\n|\n|\r")


@attrs.define
class PlainNotification:
    params: Any
    method: str
    jsonrpc: str = "2.0"


@attrs.define
class PlainResponse:
    id: int | str
    result: Any
    jsonrpc: str = "2.0"


class EditorProtocol(LanguageClientProtocol):
    """Keeps the parameters of keytally's own messages as they came."""

    _server: "Editor"

    def get_message_type(self, method: str) -> Any:  # type: ignore[override]
        return PlainNotification if method == SCORED else super().get_message_type(method)

    def get_result_type(self, method: str) -> Any:  # type: ignore[override]
        plain = method in (MARKS, types.WORKSPACE_EXECUTE_COMMAND)
        return PlainResponse if plain else super().get_result_type(method)

    def handle_message(self, message: Any) -> None:
        super().handle_message(message)
        self._server.heard(message)


class Editor(LanguageClient):
    """A client with open files; `received` are the notifications and requests of the server."""

    def __init__(self) -> None:
        super().__init__(protocol_cls=EditorProtocol)
        register_lsp_features(self)
        self.received: list[tuple[str, Any]] = []
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.encoding = "utf-16"
        self._waiting: list[asyncio.Future[None]] = []
        self.feature(SCORED)(lambda params: None)
        for refresh in ("codeLens", "inlayHint", "semanticTokens"):
            self.feature(f"workspace/{refresh}/refresh")(lambda params: None)
        self.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)

    def heard(self, message: Any) -> None:
        if hasattr(message, "method"):
            self.received.append((message.method, message.params))
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, found: Callable[[], T | None]) -> T:
        """Wait for messages until something is found."""

        async def look() -> T:
            while not (value := found()):
                future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(future)
                await future
            return value

        return await asyncio.wait_for(look(), LONGEST_WAIT)

    def all(self, method: str) -> list[Any]:
        return [params for name, params in self.received if name == method]

    def forget(self) -> None:
        """Leave behind what was received so far."""
        self.received.clear()
        self.messages.clear()

    # The session

    async def begin(
        self, *folders: Path, capabilities: types.ClientCapabilities, options: Any = None
    ) -> types.InitializeResult:
        result = await self.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
                initialization_options=options,
            )
        )
        self.encoding = types.PositionEncodingKind(result.capabilities.position_encoding or "utf-16").value
        return result

    async def end(self) -> None:
        """Say goodbye, where that was not done, and let the connection go."""
        if self.error is None and not self.stopped:
            await self.shutdown_session()
        await self.stop()  # type: ignore[no-untyped-call]

    # Documents

    def open(self, path: Path, text: str | None = None, language: str = "muc-sgml") -> str:
        uri = path.as_uri()
        self.texts[uri] = path.read_bytes().decode() if text is None else text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, self.texts[uri])
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, old: str, new: str) -> int:
        """Replace the first `old` of a file by `new`, and tell the new version."""
        start = self.texts[uri].index(old)
        return self.edit(uri, start, start + len(old), new)

    def edit(self, uri: str, start: int, end: int, new: str) -> int:
        stretch = types.Range(self.position(uri, start), self.position(uri, end))
        self.texts[uri] = self.texts[uri][:start] + new + self.texts[uri][end:]
        return self.send_changes(uri, [types.TextDocumentContentChangePartial(stretch, new)])

    def send_changes(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> int:
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))
        return self.versions[uri]

    def close(self, uri: str) -> None:
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def changed_on_disk(self, *paths: Path) -> None:
        events = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
        self.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    def position(self, uri: str, offset: int) -> types.Position:
        return position_in(self.texts[uri], offset, self.encoding)

    def place(self, uri: str, needle: str, ahead: int = 0) -> types.Position:
        """The position of the first `needle`, or of a place some characters into it."""
        return self.position(uri, self.texts[uri].index(needle) + ahead)

    def stretch(self, uri: str, needle: str) -> types.Range:
        return types.Range(self.place(uri, needle), self.place(uri, needle, len(needle)))

    def text_at(self, uri: str, stretch: Any) -> str:
        """The text of a range, whether it came typed or plain."""
        start, end = (stretch.start, stretch.end) if hasattr(stretch, "start") else _typed(stretch)
        return self.texts[uri][self.offset(uri, start) : self.offset(uri, end)]

    def offset(self, uri: str, position: types.Position) -> int:
        return offset_in(self.texts[uri], position, self.encoding)

    # What the server tells

    async def published(self, uri: str, version: int | None = None) -> types.PublishDiagnosticsParams:
        """The last diagnostics of a file at its present version."""
        wanted = self.versions[uri] if version is None else version

        def found() -> types.PublishDiagnosticsParams | None:
            of_file = [each for each in self.all(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS) if each.uri == uri]
            return of_file[-1] if of_file and of_file[-1].version == wanted else None

        return await self.until(found)

    async def rules(self, uri: str) -> list[str]:
        return [str(each.code) for each in (await self.published(uri)).diagnostics]

    async def scored(self, uri: str, version: int | None = None) -> dict[str, Any]:
        """The last score of a file at its present version."""
        wanted = self.versions[uri] if version is None else version

        def found() -> dict[str, Any] | None:
            of_file = [each for each in self.all(SCORED) if each["uri"] == uri]
            return of_file[-1] if of_file and of_file[-1]["version"] == wanted else None

        return await self.until(found)

    async def marks(self, uri: str, stretch: types.Range | None = None) -> dict[str, Any]:
        params: dict[str, Any] = {"textDocument": {"uri": uri}}
        if stretch is not None:
            start, end = stretch.start, stretch.end
            params["range"] = {
                "start": {"line": start.line, "character": start.character},
                "end": {"line": end.line, "character": end.character},
            }
        answer: dict[str, Any] = await self.protocol.send_request_async(MARKS, params)  # type: ignore[no-untyped-call]
        return answer

    async def command(self, name: str, *arguments: Any) -> Any:
        return await self.workspace_execute_command_async(
            types.ExecuteCommandParams(f"keytally.{name}", list(arguments))
        )


def _typed(stretch: dict[str, dict[str, int]]) -> tuple[types.Position, types.Position]:
    return types.Position(**stretch["start"]), types.Position(**stretch["end"])


def line_starts(text: str) -> list[int]:
    return [0, *(end.end() for end in LINE_END.finditer(text))]


def width(text: str, encoding: str) -> int:
    if encoding == "utf-32":
        return len(text)
    return len(text.encode("utf-8")) if encoding == "utf-8" else len(text.encode("utf-16-le")) // 2


def position_in(text: str, offset: int, encoding: str) -> types.Position:
    """The position of an offset, reckoned anew from the protocol's words."""
    starts = [start for start in line_starts(text) if start <= offset]
    return types.Position(len(starts) - 1, width(text[starts[-1] : offset], encoding))


def offset_in(text: str, position: types.Position, encoding: str) -> int:
    """The offset of a position, reckoned anew from the protocol's words."""
    start = line_starts(text)[position.line]
    count = 0
    while width(text[start : start + count], encoding) < position.character:
        count += 1
    return start + count


def capabilities_of(
    name: str = "visual_studio_code",
    marks: bool = True,
    pull: bool = False,
    watch: bool = False,
    refresh: bool = True,
    encodings: Sequence[str] | None = None,
) -> types.ClientCapabilities:
    """What a recorded editor declares, with keytally's own and with the choices that a test makes."""
    declared = client_capabilities(name)
    assert declared.workspace is not None
    assert declared.text_document is not None
    declared.experimental = {"keytally": {"marks": marks}}
    declared.text_document.diagnostic = types.DiagnosticClientCapabilities() if pull else None
    declared.workspace.did_change_watched_files = types.DidChangeWatchedFilesClientCapabilities(watch)
    declared.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh)
    declared.workspace.code_lens = types.CodeLensWorkspaceClientCapabilities(refresh)
    declared.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh)
    if encodings is not None:
        kinds = [types.PositionEncodingKind(encoding) for encoding in encodings]
        declared.general = types.GeneralClientCapabilities(position_encodings=kinds)
    return declared
