"""How a connection ends without `exit`: the client's process is gone, or its messages cannot be read."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from keytally_server.protocol import lifecycle
from tests.server.editor import LONGEST_WAIT, SERVER
from tests.server.protocol.test_lifecycle import EXIT, INITIALIZE, SHUTDOWN, pack

PIPE = asyncio.subprocess.PIPE
Start = Callable[..., Awaitable[asyncio.subprocess.Process]]


@pytest_asyncio.fixture
async def process() -> AsyncIterator[Start]:
    """Starts processes with pipes, which end with the test."""
    processes: list[asyncio.subprocess.Process] = []

    async def start(*command: str) -> asyncio.subprocess.Process:
        processes.append(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE))
        return processes[-1]

    yield start
    for each in processes:
        if each.returncode is None:
            each.kill()
            await each.wait()


async def client(process: Start) -> asyncio.subprocess.Process:
    """A process that stays until it is killed."""
    return await process(sys.executable, "-c", "input()")


async def ask(server: asyncio.subprocess.Process, message: dict[str, Any]) -> dict[str, Any]:
    assert server.stdin
    assert server.stdout
    server.stdin.write(pack(json.dumps({"jsonrpc": "2.0", **message}).encode()))
    header = await asyncio.wait_for(server.stdout.readuntil(b"\r\n\r\n"), LONGEST_WAIT)
    length = int(header.split(b"Content-Length: ")[1].split(b"\r\n")[0])
    return dict(json.loads(await server.stdout.readexactly(length)))


def initialize_of(number: int) -> dict[str, Any]:
    return {**INITIALIZE, "params": {"processId": number, "rootUri": None, "capabilities": {}}}


@pytest.mark.asyncio
async def test_the_server_ends_with_the_clients_process_though_its_input_stays_open(process: Start) -> None:
    editor, server = await client(process), await process(SERVER)
    assert "result" in await ask(server, initialize_of(editor.pid))
    editor.kill()
    assert await asyncio.wait_for(server.wait(), LONGEST_WAIT) == 1
    assert server.stderr
    assert await server.stderr.read() == b"the client process has exited\n"


@pytest.mark.asyncio
async def test_a_process_that_is_not_there_is_of_another_machine(process: Start) -> None:
    editor, server = await client(process), await process(SERVER)
    editor.kill()
    await editor.wait()
    assert "result" in await ask(server, initialize_of(editor.pid))
    assert "result" in await ask(server, SHUTDOWN)


@pytest.mark.asyncio
async def test_without_word_from_the_system_the_process_is_looked_for(
    process: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = await client(process)
    ended = asyncio.Event()
    monkeypatch.setattr(lifecycle, "PAUSE", 0)
    monkeypatch.delattr("os.pidfd_open", raising=False)
    lifecycle.when_ended(editor.pid, ended.set)
    editor.kill()
    await asyncio.wait_for(ended.wait(), LONGEST_WAIT)


@pytest.mark.parametrize("number", [-1, 0, 2**40])
def test_a_number_of_no_process(number: int) -> None:
    assert not lifecycle.is_running(number)


BAD_HEADERS = [
    (
        b"Content-Length: 99999999999\r\n\r\n",
        b"message of 99999999999 bytes exceeds the limit of 268435456 bytes",
    ),
    (b"Content-Length: -3\r\n\r\n", b"message without a valid Content-Length"),
    (b"GET / HTTP/1.1\r\n\r\n", b"invalid message header"),
    (b"x" * 9000, b"message header longer than 8192 bytes"),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("header", "line"), BAD_HEADERS)
async def test_a_header_that_cannot_be_used_ends_the_connection_with_one_line(
    process: Start, header: bytes, line: bytes
) -> None:
    server = await process(SERVER)
    assert "result" in await ask(server, INITIALIZE)
    assert server.stdin
    server.stdin.write(header)
    output, errors = await asyncio.wait_for(_read_all(server), LONGEST_WAIT)
    assert (await server.wait(), errors) == (1, b"closing the connection: " + line + b"\n")
    assert line in output


async def _read_all(server: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """What a server writes until it ends, while its input stays open."""
    assert server.stdout
    assert server.stderr
    return await server.stdout.read(), await server.stderr.read()


@pytest.mark.asyncio
async def test_a_message_that_is_not_whole_at_the_end_is_none(process: Start) -> None:
    server = await process(SERVER)
    assert "result" in await ask(server, INITIALIZE)
    output, errors = await server.communicate(b'Content-Length: 100\r\n\r\n{"jsonrpc"')
    assert (output, errors, server.returncode) == (b"", b"", 1)


@pytest.mark.asyncio
@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"id":' * 100_000, b"9" * 10_000])
async def test_json_that_no_reader_takes_is_one_line(process: Start, body: bytes) -> None:
    server = await process(SERVER)
    assert "result" in await ask(server, INITIALIZE)
    last = b"".join(pack(json.dumps({"jsonrpc": "2.0", **each}).encode()) for each in (SHUTDOWN, EXIT))
    output, errors = await server.communicate(pack(body) + last)
    assert (errors, server.returncode) == (b"invalid message: not JSON\n", 0)
    assert b'"id":2' in output
