"""The server on a port: who is let in, what it answers until then, and that one client is served."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from lsprotocol import types
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from keytally_server.protocol.admission import MOST_WAITING
from tests.server.editor import LONGEST_WAIT, SERVER, Editor, capabilities_of
from tests.server.test_main import edit

TOKEN = "an open secret"
FRIEND = "https://editor.example"
INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}


class Port(NamedTuple):
    """A server that waits on a port of its own choice; `lines` are those that it printed."""

    process: asyncio.subprocess.Process
    host: str
    port: int
    lines: list[str]

    async def status(self) -> int:
        return await asyncio.wait_for(self.process.wait(), LONGEST_WAIT)

    async def line(self) -> str:
        assert self.process.stderr is not None
        return (await asyncio.wait_for(self.process.stderr.readline(), LONGEST_WAIT)).decode()


Serve = Callable[..., Awaitable[Port]]


@pytest_asyncio.fixture
async def serve() -> AsyncIterator[Serve]:
    """Starts servers on ports, with more arguments and with a token from the environment, or without one."""
    processes: list[asyncio.subprocess.Process] = []

    async def start(way: str, *arguments: str, token: str | None = TOKEN) -> Port:
        known = {name: value for name, value in os.environ.items() if name != "KEYTALLY_TOKEN"}
        process = await asyncio.create_subprocess_exec(
            SERVER,
            f"--{way}",
            "127.0.0.1:0",
            *arguments,
            stderr=asyncio.subprocess.PIPE,
            env=known | ({"KEYTALLY_TOKEN": token} if token else {}),
        )
        processes.append(process)
        port = Port(process, "127.0.0.1", 0, [await Port(process, "", 0, []).line()])
        match = re.fullmatch(
            rf"keytally-server: waiting for a client on {way} (127\.0\.0\.1):(\d+)\s*", port.lines[0]
        )
        assert match, port.lines
        return port._replace(port=int(match[2]))

    yield start
    for process in processes:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def connected(way: str, port: Port, token: str = TOKEN) -> Editor:
    """An editor that has connected, and gives the token over a WebSocket."""
    editor = Editor()
    if way == "tcp":
        await editor.start_tcp(port.host, port.port)
    else:
        await editor.start_ws(port.host, f"{port.port}/?token={token.replace(' ', '+')}")  # type: ignore[arg-type]
    return editor


def options_of(way: str, token: str = TOKEN) -> Any:
    return {"token": token} if way == "tcp" else None


@pytest.mark.asyncio
@pytest.mark.parametrize("way", ["tcp", "ws"])
async def test_a_client_with_the_token_is_served(serve: Serve, workspace: Path, way: str) -> None:
    port = await serve(way)
    editor = await connected(way, port)
    await edit(editor, workspace, options_of(way))
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
async def test_a_token_is_made_and_printed_where_none_is_given(serve: Serve, workspace: Path) -> None:
    port = await serve("tcp", token=None)
    match = re.fullmatch(r"keytally-server: clients must send the token ([\w-]{32})\n", await port.line())
    assert match
    editor = await connected("tcp", port)
    await edit(editor, workspace, options_of("tcp", match[1]))
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
async def test_a_token_can_stand_in_a_file(serve: Serve, workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("in a file\n")
    port = await serve("ws", "--token-file", str(tmp_path / "token"))
    editor = await connected("ws", port, "in a file")
    await edit(editor, workspace)
    await editor.end()
    assert await port.status() == 0


class Plain:
    """A TCP client that writes what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    def send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    async def receive(self) -> dict[str, Any]:
        header = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), LONGEST_WAIT)
        length = re.search(rb"Content-Length: (\d+)", header)
        assert length
        body = await asyncio.wait_for(self._reader.readexactly(int(length[1])), LONGEST_WAIT)
        return dict(json.loads(body))

    async def rest(self) -> bytes:
        """All that comes until the server closes the connection."""
        return await asyncio.wait_for(self._reader.read(), LONGEST_WAIT)


async def plain(port: Port) -> Plain:
    return Plain(*await asyncio.open_connection(port.host, port.port))


@pytest.mark.asyncio
@pytest.mark.parametrize("options", [None, {}, 3, {"token": None}, {"token": 3}, {"token": "wrong"}])
async def test_without_the_token_nothing_is_served_over_tcp(
    serve: Serve, workspace: Path, options: Any
) -> None:
    port = await serve("tcp")
    stranger = await plain(port)
    document = {"uri": (workspace / "key.sgml").as_uri(), "languageId": "muc-sgml", "version": 1, "text": ""}
    stranger.send(method="textDocument/didOpen", params={"textDocument": document})
    stranger.send(id=1, method="keytally/marks", params={"textDocument": document})
    assert (await stranger.receive())["error"]["code"] == -32002
    stranger.send(id=2, method="initialize", params={**INITIALIZE, "initializationOptions": options})
    error = (await stranger.receive())["error"]
    assert (error["code"], error["message"]) == (
        -32803,
        "initializationOptions.token does not match the token of this server",
    )
    assert await stranger.rest() == b""
    editor = await connected("tcp", port)
    await edit(editor, workspace, options_of("tcp"))
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "noise",
    [
        b"",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}",
        b"Content-Length: 2000000\r\n\r\n",
        b"Content-Length: x\r\n\r\n",
        b"x" * 10_000,
    ],
)
async def test_a_stranger_that_speaks_something_else_is_turned_away(
    serve: Serve, workspace: Path, noise: bytes
) -> None:
    port = await serve("tcp")
    stranger = await plain(port)
    stranger.writer.write(noise)
    stranger.writer.write_eof()
    assert await stranger.rest() == b""
    editor = await connected("tcp", port)
    await edit(editor, workspace, options_of("tcp"))
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
async def test_a_client_that_hangs_up_ends_the_server(serve: Serve) -> None:
    port = await serve("tcp")
    client = await plain(port)
    client.send(id=1, method="initialize", params={**INITIALIZE, "initializationOptions": {"token": TOKEN}})
    assert "result" in await client.receive()
    client.writer.close()
    assert await port.status() == 1


@pytest.mark.asyncio
async def test_a_second_client_does_not_get_the_first_ones_answers(serve: Serve, workspace: Path) -> None:
    port = await serve("tcp")
    editor = await connected("tcp", port)
    await editor.begin(workspace, capabilities=capabilities_of(), options={"token": TOKEN})
    second = await plain(port)
    assert await second.rest() == b""
    uri = editor.open(workspace / "response.sgml")
    assert (await editor.scored(uri))["version"] == 1
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 401),
        ("/?token=wrong", {}, 401),
        ("/", {"Authorization": "Bearer wrong"}, 401),
        ("/", {"Authorization": TOKEN}, 401),
        ("/?token=an+open+secret", {"Origin": "https://evil.example"}, 403),
        ("/?token=an+open+secret", {"Origin": "null"}, 403),
        ("/?token=an+open+secret", {"Origin": f"{FRIEND}.evil.example"}, 403),
        ("/", {"Origin": FRIEND}, 401),
        ("/?token=an+open+secret", {"Origin": FRIEND}, 101),
        ("/", {"Authorization": f"Bearer {TOKEN}"}, 101),
    ],
)
async def test_web_pages_and_clients_without_the_token_are_refused(
    serve: Serve, path: str, headers: dict[str, str], status: int
) -> None:
    port = await serve("ws", "--origin", FRIEND)
    opening = connect(f"ws://{port.host}:{port.port}{path}", additional_headers=headers, origin=None)
    if status == 101:
        async with opening as client:
            await client.send(
                json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
            )
            assert "result" in json.loads(await asyncio.wait_for(client.recv(), LONGEST_WAIT))
        assert await port.status() == 1
        return
    with pytest.raises(InvalidStatus) as refused:
        await opening
    assert refused.value.response.status_code == status
    assert "Traceback" not in await port.line()


@pytest.mark.asyncio
async def test_messages_of_more_than_a_megabyte_come_over_websockets(serve: Serve, workspace: Path) -> None:
    port = await serve("ws")
    editor = await connected("ws", port)
    await editor.begin(workspace, capabilities=capabilities_of())
    text = (workspace / "response.sgml").read_text()
    uri = editor.open(workspace / "response.sgml", text + "\n" * 2_000_000)
    await editor.scored(uri)  # the findings behind the first screen come after it

    def found() -> list[str]:
        told = [each for each in editor.all(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS) if each.uri == uri]
        return [str(each.code) for each in told[-1].diagnostics]

    assert await editor.until(lambda: found() or None) == ["text-altered"]
    await editor.end()
    assert await port.status() == 0


@pytest.mark.asyncio
async def test_a_message_over_a_websocket_is_bounded(serve: Serve) -> None:
    port = await serve("ws")
    async with connect(f"ws://{port.host}:{port.port}/?token=an+open+secret") as client:
        client.transport.write(b"\x82\xff" + (2**40).to_bytes(8, "big") + b"mask")
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert await port.status() == 1


@pytest.mark.asyncio
async def test_clients_that_do_not_give_the_token_are_few_at_a_time(serve: Serve, workspace: Path) -> None:
    port = await serve("tcp")
    silent = [Plain(*await asyncio.open_connection(port.host, port.port)) for _ in range(MOST_WAITING)]
    for each in silent:
        each.send(id=1, method="nonsense")
        assert (await each.receive())["error"], "it is connected and waits"
    assert await Plain(*await asyncio.open_connection(port.host, port.port)).rest() == b""
    silent[0].writer.close()
    await silent[0].writer.wait_closed()
    assert "rejected a client" in await port.line()
    for each in silent[1:]:
        each.writer.close()
        await each.writer.wait_closed()


REQUEST = b"GET /?token=%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
REST = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


async def _let_in_at_last(port: Port) -> Editor:
    """An editor that tries again until the server has seen that another client has left."""
    while True:
        try:
            return await connected("ws", port)
        except InvalidMessage:
            continue


@pytest.mark.asyncio
async def test_handshakes_that_do_not_give_the_token_are_few_at_a_time(serve: Serve, workspace: Path) -> None:
    port = await serve("ws")
    silent = [await plain(port) for _ in range(MOST_WAITING)]
    for each in silent:
        each.writer.write(REQUEST % b"no")
        await each.writer.drain()
    assert await (await plain(port)).rest() == b"", "it is turned away at once"
    assert "16 other clients have not sent the token yet" in await port.line()
    silent[0].writer.write(REST)
    assert b"401 Unauthorized" in await silent[0].rest()
    assert "the client did not send the token" in await port.line()
    silent[0].writer.close()
    editor = await asyncio.wait_for(_let_in_at_last(port), LONGEST_WAIT)
    await edit(editor, workspace)
    await editor.end()
    for each in silent[1:]:
        each.writer.close()
    assert await port.status() == 0
