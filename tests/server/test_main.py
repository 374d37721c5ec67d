"""The command `keytally-server`: its ways to talk, and how it says that it cannot."""

import re
import socket
import subprocess
import sys
import weakref
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from keytally.version import VERSION
from keytally_server import main as command
from keytally_server.protocol import transports
from keytally_server.protocol.server import KeytallyServer, LifecycleState
from tests.server.editor import SERVER, Editor, capabilities_of


async def edit(editor: Editor, workspace: Path, options: Any = None) -> None:
    """An initialize, an edit that makes a finding, and a polite end."""
    await editor.begin(workspace, capabilities=capabilities_of(), options=options)
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


def test_the_server_is_a_module_that_can_be_run() -> None:
    words = [sys.executable, "-m", "keytally_server", "--version"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"keytally-server {VERSION}\n", "")


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
    assert re.fullmatch(r"keytally-server: .*expected HOST:PORT.*\n", printed.err)


@pytest.mark.parametrize("way", ["--tcp", "--ws"])
@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.1"])
def test_a_port_that_other_machines_reach_has_to_be_allowed(
    way: str, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([way, f"{host}:1"]) == 2
    line = f"keytally-server: {host}:1 is reachable from other machines: specify --allow-remote\n"
    assert capsys.readouterr().err == line


@pytest.mark.parametrize(
    ("content", "problem"), [(None, "no such file"), (" \n", "the file contains no token")]
)
def test_a_token_that_cannot_be_had_is_one_line(
    tmp_path: Path, content: str | None, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_text(content)
    assert command.main(["--tcp", "127.0.0.1:0", "--token-file", str(file)]) == 2
    assert capsys.readouterr().err == f"keytally-server: {file}: {problem}\n"


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


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--origin", "https://a.example"], "--origin requires --ws"),
        (["--tcp", "127.0.0.1:0", "--origin", "https://a.example"], "--origin requires --ws"),
        (["--token-file", "token"], "--token-file requires --tcp or --ws"),
        (["--stdio", "--allow-remote"], "--allow-remote requires --tcp or --ws"),
    ],
)
def test_what_says_who_may_connect_is_refused_where_nobody_can(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        command.main(arguments)
    assert leaving.value.code == 2
    out, errors = capsys.readouterr()
    assert out == "" and problem in errors and errors.count("\n") == 1


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
    assert (
        capsys.readouterr().err
        == 'keytally-server requires the extra "server": pip install "keytally[server]"\n'
    )


def test_the_process_ends_before_the_server_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[weakref.ref[KeytallyServer]] = []
    statuses: list[tuple[int, bool]] = []

    async def serve(server: KeytallyServer) -> None:
        server.phase = LifecycleState.SHUT_DOWN
        served.append(weakref.ref(server))

    def end(status: int) -> None:
        statuses.append((status, served[0]() is not None))

    monkeypatch.setattr(transports, "serve_stdio", serve)
    monkeypatch.setattr("os._exit", end)
    monkeypatch.setattr(sys, "argv", ["keytally-server"])
    with pytest.raises(SystemExit) as leaving:
        command.run()
    assert (leaving.value.code, statuses) == (0, [(0, True)])


@pytest.mark.parametrize("option", ["--prot", "--stdio=x"])
def test_the_program_reads_its_own_command_line(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that is started without arguments from Python takes those of its process."""
    monkeypatch.setattr(sys, "argv", ["keytally-server", option])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
