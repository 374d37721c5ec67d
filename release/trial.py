"""What is tried of a keytally that is installed: its command, its server, the pages of its rules."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from keytally.version import VERSION
from release.checkout import CHECKOUT
from release.failed import Failed
from release.running import run

BIN = "Scripts" if sys.platform == "win32" else "bin"
_EXAMPLES = "examples"
_PAGES = (
    "from keytally.findings import all_rules, finding; "
    "print(*(rule for rule in all_rules.RULES if not (finding.INSTALLED / f'{rule}.md').is_file()))"
)
_MODULES = """
import importlib, pkgutil, keytally, keytally_server
for package in (keytally, keytally_server):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""
_CLIENT: Mapping[str, object] = {"processId": None, "rootUri": None, "capabilities": {}}


def examples_in(folder: Path) -> Path:
    """A copy of the checkout's examples below a folder, which nothing of the checkout lies beside."""
    return Path(shutil.copytree(CHECKOUT / _EXAMPLES, folder / _EXAMPLES, dirs_exist_ok=True))


def command_scores(
    keytally: Sequence[str | Path], examples: Path, given: Mapping[str, str] | None = None
) -> None:
    """See that the command tells its version, scores an example and finds nothing wrong in it.

    `keytally` are the words that run the command, `given` variables for it. Raises Failed.
    """
    _expect_version(run([*keytally, "--version"], examples, given), "keytally")
    example = examples / "named_entity"
    scores = json.loads(run([*keytally, "score", "ne.config", "--format", "json"], example, given))
    if not 0 < scores["totals"]["f"]["p&r"] < 100:
        raise Failed(f"the command scores the example {scores['totals']}: see `keytally score ne.config`")
    run([*keytally, "check", "."], example, given)
    json.loads(run([*keytally, "schema", "score"], example, given))


def extras_work(keytally: Sequence[str | Path], examples: Path) -> None:
    """See that the command compares two systems and makes a page, which its extras are for; raises Failed."""
    example = examples / "named_entity"
    options = ("--config", "ne.config", "--trials", "99", "--format", "json")
    compared = run([*keytally, "compare", "key.sgml", "response.sgml", "key.sgml", *options], example)
    if len(json.loads(compared)["systems"]) != 2:
        raise Failed("`keytally compare` does not list both systems: see it in examples/named_entity")
    run([*keytally, "report", "ne.config", "-o", "page.html"], example)
    if not (example / "page.html").read_text(encoding="utf-8").rstrip().endswith("</html>"):
        raise Failed("`keytally report` makes no whole page: see it in examples/named_entity")


def modules_import(python: Path, folder: Path) -> None:
    """See that every module can be imported, those of all families with them; raises Failed."""
    run([python, "-c", _MODULES], folder)


def rules_have_pages(python: Path, folder: Path) -> None:
    """See that the page of every rule was installed; raises Failed."""
    if lost := run([python, "-c", _PAGES], folder).strip():
        raise Failed(f"the wheel has no page for {lost}: see `force-include` in pyproject.toml")


def server_answers(
    server: Sequence[str | Path], folder: Path, given: Mapping[str, str] | None = None
) -> None:
    """Say hello to the server over its standard input, and see that it answers; raises Failed."""
    words = [str(word) for word in server]
    pipe, quiet, environment = subprocess.PIPE, subprocess.DEVNULL, {**os.environ, **(given or {})}
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=quiet, cwd=folder, env=environment
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise Failed("the server has no pipes")
        process.stdin.write(greeting())
        process.stdin.flush()
        told = answer_on(process.stdout)["result"]["serverInfo"]
        process.kill()
    _expect_version(f"{told['name']} {told['version']}", "keytally")


def server_commands_answer(server: Sequence[str | Path], examples: Path) -> None:
    """See that the server carries out each command that it announces, on an open example; raises Failed."""
    example = examples / "named_entity"
    key, response = ((example / name).as_uri() for name in ("key.sgml", "response.sgml"))
    arguments: Mapping[str, list[object]] = {
        "keytally.selectResponse": [key, response],
        "keytally.listPairs": [],
        "keytally.pairFiles": [key, response],
        "keytally.renderReports": [response],
        "keytally.reportArguments": [response],
    }
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    words = [str(word) for word in server]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=quiet, cwd=example) as process:
        if process.stdin is None or process.stdout is None:
            raise Failed("the server has no pipes")
        process.stdin.write(greeting(rootUri=example.as_uri()))
        process.stdin.flush()
        announced = answer_on(process.stdout)["result"]["capabilities"]["executeCommandProvider"]["commands"]
        if lost := {*announced} ^ {*arguments}:
            raise Failed(f"the commands of the server are others than those tried here: {', '.join(lost)}")
        process.stdin.write(_message(method="initialized", params={}))
        item = {"uri": response, "languageId": "muc-sgml", "version": 1}
        text = (example / "response.sgml").read_text(encoding="utf-8")
        opened = {"textDocument": {**item, "text": text}}
        process.stdin.write(_message(method="textDocument/didOpen", params=opened))
        for number, command in enumerate(announced, 2):
            params = {"command": command, "arguments": arguments[command]}
            process.stdin.write(_message(id=number, method="workspace/executeCommand", params=params))
            process.stdin.flush()
            answer = _answer_to(number, process.stdout)
            if "error" in answer:
                raise Failed(f"the server's command {command} fails: {answer['error']['message']}")
        process.kill()


def _answer_to(number: int, stream: IO[bytes]) -> dict[str, Any]:
    """The server's answer to a request; other messages are passed over."""
    while True:
        message = answer_on(stream)
        if message.get("id") == number and "method" not in message:
            return message


def _message(**fields: object) -> bytes:
    """A message to a server, as it goes over a stream."""
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def greeting(**parameters: object) -> bytes:
    """The first message to a server, `initialize`, with further parameters, as it goes over a stream."""
    return _message(id=1, method="initialize", params={**_CLIENT, **parameters})


def answer_on(stream: IO[bytes]) -> dict[str, Any]:
    """The next message of a server; raises Failed where it leaves instead."""
    length = 0
    while header := stream.readline().strip():
        name, _, value = header.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if not length:
        raise Failed("the server left instead of answering: run keytally-server by hand")
    message: dict[str, Any] = json.loads(stream.read(length))
    return message


def _expect_version(told: str, name: str) -> None:
    """Raise Failed unless a program told its name and the version of this checkout."""
    words = told.split()
    if not words[0].startswith(name) or words[-1] != VERSION:
        raise Failed(f"{told.strip()!r} is not {name} {VERSION}: build the artefacts anew")
