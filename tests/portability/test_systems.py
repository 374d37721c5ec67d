"""keytally on a system that lacks what Linux has: the same results without fork, signals, flags and /proc."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LACKING = '''\
"""Takes away what other systems do not have, and runs the command."""

import multiprocessing
import os
import signal
import sys

FUNCTIONS = "fork forkpty pidfd_open killpg getuid geteuid getgid setsid getpgid mkfifo uname sysconf"
FLAGS = "O_NOFOLLOW O_NONBLOCK O_CLOEXEC O_NOCTTY O_DIRECTORY"
SIGNALS = "SIGHUP SIGKILL SIGPIPE SIGALRM SIGUSR1 SIGUSR2 SIGCHLD"
MODULES = "fcntl resource pwd grp termios pty"

for name in (*FUNCTIONS.split(), *FLAGS.split()):
    vars(os).pop(name, None)
for name in SIGNALS.split():
    vars(signal).pop(name, None)
for name in MODULES.split():
    sys.modules[name] = None

readlink = os.readlink


def no_proc(path, *, dir_fd=None):
    if os.fspath(path).startswith("/proc"):
        raise FileNotFoundError(path)
    return readlink(path, dir_fd=dir_fd)


os.readlink = no_proc

if __name__ == "__main__":
    from keytally.commands.main import main

    sys.exit(main(sys.argv[1:]))
'''

SPAWNING = '''\
"""Runs the command with processes that are begun anew, as on Windows and macOS."""

import multiprocessing
import sys

from keytally.commands.main import main

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    sys.exit(main(sys.argv[1:]))
'''


@pytest.fixture
def workspace(tmp_path: Path, examples: Path) -> Path:
    """A copy of the named-entity example with a second response, so that there is work for two processes."""
    folder = Path(shutil.copytree(examples / "named_entity", tmp_path / "ne"))
    shutil.copy(folder / "response.sgml", folder / "response_two.sgml")
    (tmp_path / "lacking.py").write_text(LACKING, encoding="utf-8")
    (tmp_path / "spawning.py").write_text(SPAWNING, encoding="utf-8")
    return folder


def run(program: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command by one of the programs beside the workspace."""
    command = [sys.executable, str(folder.parent / program), *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=300
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "--format", "json"),
        ("check", ".", "--format", "json"),
        ("errors", "key.sgml", "response.sgml"),
        ("pairs",),
    ],
    ids=lambda words: words[0],
)
def test_a_system_without_them_has_the_same_results(workspace: Path, arguments: tuple[str, ...]) -> None:
    lacking = run("lacking.py", workspace, *arguments)
    usual = run("spawning.py", workspace, *arguments)
    assert lacking.stderr == "" and lacking.returncode == 0
    assert lacking.stdout == usual.stdout != ""


def test_reports_are_written_without_them(workspace: Path) -> None:
    done = run("lacking.py", workspace, "score", "ne.config", "--report-dir", "reports")
    assert done.stderr == "" and done.returncode == 0
    assert {path.name for path in (workspace / "reports").iterdir()} >= {"scores", "report_summary"}


def test_files_outside_the_workspace_are_refused_without_proc(workspace: Path) -> None:
    """Where the system does not tell what an open file is, its name is followed once more."""
    (workspace.parent / "outside.sgml").write_bytes((workspace / "key.sgml").read_bytes())
    stated = (workspace / "keytally.toml").read_text(encoding="utf-8")
    (workspace / "keytally.toml").write_text(
        stated.replace('"key.sgml"', '"../outside.sgml"'), encoding="utf-8"
    )
    done = run("lacking.py", workspace, "score")
    assert done.returncode == 2 and "outside the workspace" in done.stderr


@pytest.mark.parametrize("command", ["score", "check"])
def test_processes_that_are_begun_anew_give_the_same(workspace: Path, command: str) -> None:
    spread, alone = (
        run("spawning.py", workspace, command, "-j", processes, "--format", "json") for processes in "21"
    )
    assert spread.stderr == "" and spread.returncode == alone.returncode == 0
    assert json.loads(spread.stdout) == json.loads(alone.stdout)


SERVING = '''\
"""Runs the server on a loop that can watch no descriptor and take no signal, as that of Windows."""

import asyncio
import sys

import lacking  # noqa: F401 - takes away what other systems do not have


def cannot(*arguments):
    raise NotImplementedError


for name in ("add_reader", "remove_reader", "add_writer", "remove_writer", "add_signal_handler"):
    setattr(asyncio.SelectorEventLoop, name, cannot)

if __name__ == "__main__":
    from keytally_server.main import run

    sys.argv = ["keytally-server", "--stdio"]
    run()
'''


def framed(message: dict[str, object]) -> bytes:
    """A message as it goes over standard input."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def test_the_server_serves_on_such_a_system(workspace: Path) -> None:
    """It answers, publishes findings, and ends when it is told to; this process is its client."""
    (workspace.parent / "serving.py").write_text(SERVING, encoding="utf-8")
    root = [{"uri": workspace.as_uri(), "name": "w"}]
    text = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE=PERSON>Ann</ENAMEX>\n</TXT>\n</DOC>\n"
    item = {"uri": (workspace / "typed.sgml").as_uri(), "languageId": "muc-sgml", "version": 1, "text": text}
    params = {"processId": os.getpid(), "rootUri": None, "capabilities": {}, "workspaceFolders": root}
    messages = [
        {"id": 1, "method": "initialize", "params": params},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 2, "method": "textDocument/hover", "params": hover(item["uri"])},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    ]
    command = [sys.executable, str(workspace.parent / "serving.py")]
    done = subprocess.run(
        command, input=b"".join(map(framed, messages)), capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b'"textDocumentSync"' in done.stdout and b"unquoted-attribute" in done.stdout
    assert b"Traceback" not in done.stderr


def hover(uri: object) -> dict[str, object]:
    """The parameters of a hover in the tag of the file."""
    return {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 2}}
