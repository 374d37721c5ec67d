"""The command `keytally-server`: its ways to talk, and how it says that it cannot."""

import asyncio
import re
import socket
import sys
from collections.abc import Awaitable, Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from keytally_server import main as command
from tests.server.editor import LONGEST_WAIT, SERVER, Editor, capabilities_of


async def edit(editor: Editor, workspace: Path) -> None:
    """An initialize, an edit that makes a finding, and a polite end."""
    await editor.begin(workspace, capabilities=capabilities_of())
    uri = editor.open(workspace / "response.sgml")
    editor.replace(uri, "</ENAMEX>", "")
    assert await editor.rules(uri) == ["unclosed-tag"]
    assert (await editor.scored(uri))["version"] == 2


@pytest.mark.asyncio
@pytest.mark.parametrize("arguments", [[], ["--stdio"]])
async def test_standard_input_and_output(workspace: Path, arguments: list[str]) -> None:
    editor = Editor()
    await editor.start_io(SERVER, *arguments)
    await edit(editor, workspace)
    await editor.end()


async def serving(way: str) -> tuple[asyncio.subprocess.Process, str, int]:
    """A server on a port of its own choice, which it tells on standard error."""
    process = await asyncio.create_subprocess_exec(
        SERVER, f"--{way}", "127.0.0.1:0", stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    line = (await asyncio.wait_for(process.stderr.readline(), LONGEST_WAIT)).decode()
    match = re.fullmatch(rf"keytally-server: waiting for a client on {way} (127\.0\.0\.1):(\d+)\s*", line)
    assert match, line
    return process, match[1], int(match[2])


@pytest.mark.asyncio
@pytest.mark.parametrize("way", ["tcp", "ws"])
async def test_a_port(workspace: Path, way: str) -> None:
    process, host, port = await serving(way)
    editor = Editor()
    connect: Callable[[str, int], Awaitable[None]] = getattr(editor, f"start_{way}")
    await connect(host, port)
    await edit(editor, workspace)
    await editor.end()
    assert await asyncio.wait_for(process.wait(), LONGEST_WAIT) == 0


@pytest.mark.asyncio
async def test_a_second_client_does_not_get_the_first_ones_answers(workspace: Path) -> None:
    process, host, port = await serving("tcp")
    editor = Editor()
    await editor.start_tcp(host, port)
    await editor.begin(workspace, capabilities=capabilities_of())
    reader, writer = await asyncio.open_connection(host, port)
    assert await asyncio.wait_for(reader.read(), LONGEST_WAIT) == b""
    writer.close()
    uri = editor.open(workspace / "response.sgml")
    assert (await editor.scored(uri))["version"] == 1
    await editor.end()
    assert await asyncio.wait_for(process.wait(), LONGEST_WAIT) == 0


@pytest.mark.asyncio
async def test_a_client_that_hangs_up_ends_the_server() -> None:
    process, host, port = await serving("tcp")
    _, writer = await asyncio.open_connection(host, port)
    writer.close()
    assert await asyncio.wait_for(process.wait(), LONGEST_WAIT) == 1


@pytest.mark.asyncio
async def test_messages_of_more_than_a_megabyte_come_over_websockets(workspace: Path) -> None:
    process, host, port = await serving("ws")
    editor = Editor()
    await editor.start_ws(host, port)
    await editor.begin(workspace, capabilities=capabilities_of())
    text = (workspace / "response.sgml").read_text()
    uri = editor.open(workspace / "response.sgml", text + "\n" * 2_000_000)
    assert await editor.rules(uri) == ["text-altered"]
    await editor.end()
    assert await asyncio.wait_for(process.wait(), LONGEST_WAIT) == 0


@pytest.mark.parametrize("way", ["--tcp", "--ws"])
@pytest.mark.parametrize(
    "address", ["", "here", ":1", "host:", "host:x", "host:99999", "host:-1", "1", "host:²"]
)
def test_a_bad_address_is_one_line(way: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        command.main([f"{way}={address}"])
    assert leaving.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"keytally-server: .*is not HOST:PORT.*\n", printed.err)


@pytest.mark.parametrize("way", ["--tcp", "--ws"])
def test_a_port_that_is_taken_is_one_line(way: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert command.main([way, f"127.0.0.1:{port}"]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"keytally-server: cannot serve on 127.0.0.1:{port}: ")
    assert line.count("\n") == 1


@pytest.mark.parametrize("way", ["--tcp", "--ws"])
def test_a_host_that_there_is_not_is_one_line(way: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([way, "host.invalid:1"]) == 2
    assert re.fullmatch(
        r"keytally-server: cannot serve on host\.invalid:1: [^\n]+\n", capsys.readouterr().err
    )


def test_ways_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--stdio", "--tcp", "127.0.0.1:1"])
    assert capsys.readouterr().err.count("\n") == 1


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        command.main(["--version"])
    assert leaving.value.code == 0
    assert re.fullmatch(r"keytally-server \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


class Absent:
    """Makes some packages look as if they were not installed."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


@pytest.mark.parametrize("absent", ["pygls", "lsprotocol", "websockets"])
def test_without_the_extra_it_says_so_in_one_line(
    absent: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == absent or name.startswith("keytally_server.protocol"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent(absent), *sys.meta_path])
    assert command.main(["--ws", "127.0.0.1:0"]) == 2
    assert capsys.readouterr().err == 'keytally-server needs its extra: pip install "keytally[server]"\n'
