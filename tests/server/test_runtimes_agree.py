"""Random edits of each format have the same findings, marks, outline, lenses and score in both runtimes."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from benchmarks.client import Client
from benchmarks.webassembly import PYTHON, WASM
from fuzz.case import bytes_of
from fuzz.grammar import GENERATORS
from fuzz.mutation import NASTY
from tests.server.editor import position_in
from tests.server.test_in_wasm import BRIDGE, MODULES, built_worker, packages
from tests.server.test_in_wasm import pytestmark as needs_node

EDITS = 200
OF_A_WORKSPACE = 50
ASKED = 4
"""Edits between two comparisons."""

QUESTIONS = (
    "keytally/marks",
    "textDocument/diagnostic",
    "textDocument/documentSymbol",
    "textDocument/codeLens",
)
_PAGE = re.compile(r'file://[^"]*?/([\w-]+\.md)')
_EVERYTHING = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}

pytestmark = [pytest.mark.long, needs_node]


class Edit(NamedTuple):
    """Replaces `length` code points of a file, as far as it has them."""

    name: str
    start: int
    length: int
    new: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workspaces")


@pytest.fixture(scope="module")
def clients(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """A client of a server in each runtime, on the same folder."""
    made = tmp_path_factory.mktemp("made")
    files = (BRIDGE, built_worker(made), MODULES / "pyodide", packages(made), folder)
    commands = {
        PYTHON: [sys.executable, "-m", "keytally_server.main", "--stdio"],
        WASM: ["node", *map(str, files)],
    }
    clients = {name: Client(command) for name, command in commands.items()}
    for client in clients.values():
        client.initialize(folder, pull=True)
    yield clients
    for client in clients.values():
        client.close()


def is_text(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def edits_of(chance: Random, files: Mapping[str, str]) -> list[Edit]:
    nasty = [text for text in NASTY if is_text(text)]
    edits = []
    for _ in range(OF_A_WORKSPACE):
        name = chance.choice(sorted(files))
        start = chance.randrange(len(files[name]) + 1)
        copied = files[name][start : start + chance.randrange(30)]
        new = chance.choice([copied, chance.choice(nasty)])
        edits.append(Edit(name, chance.randrange(len(files[name]) + 1), chance.choice([0, 0, 1, 2, 10]), new))
    return edits


def cut(text: str, offset: int) -> int:
    """An offset within a text, and not within a line end."""
    inside = min(offset, len(text))
    return inside - 1 if text[inside - 1 : inside + 1] == "\r\n" else inside


def answers(client: Client, folder: Path, files: Mapping[str, str], edits: list[Edit]) -> list[Any]:
    """The answers of a server to questions between edits."""
    found, texts = list[Any](), dict[str, str]()
    created = [{"uri": path.as_uri(), "type": 1} for path in sorted(folder.rglob("*")) if path.is_file()]
    client.notify("workspace/didChangeWatchedFiles", {"changes": created})
    for number, edit in enumerate(edits, 1):
        document: dict[str, object] = {"uri": (folder / edit.name).as_uri()}
        if edit.name not in texts:
            text = texts[edit.name] = files[edit.name]
            item = {**document, "languageId": "plaintext", "version": 0, "text": text}
            client.notify("textDocument/didOpen", {"textDocument": item})
        text = texts[edit.name]
        ends = cut(text, edit.start), cut(text, edit.start + edit.length)
        places = [position_in(text, end, "utf-16") for end in ends]
        start, end = ({"line": place.line, "character": place.character} for place in places)
        change = {"range": {"start": start, "end": end}, "text": edit.new}
        versioned = {**document, "version": number}
        client.notify("textDocument/didChange", {"textDocument": versioned, "contentChanges": [change]})
        texts[edit.name] = text[: ends[0]] + edit.new + text[ends[1] :]
        if number % ASKED == 0:
            reports = {"command": "keytally.renderReports", "arguments": [document["uri"]]}
            found.append(client.request("workspace/executeCommand", reports))
            asked = {"textDocument": document, "range": _EVERYTHING}
            found += [client.request(question, asked) for question in QUESTIONS]
    for name in texts:
        client.notify("textDocument/didClose", {"textDocument": {"uri": (folder / name).as_uri()}})
    return [json.loads(_PAGE.sub(r"\1", json.dumps(_told(each)))) for each in found]


def _told(answer: dict[str, Any]) -> Any:
    """An answer without the numbers that count earlier ones."""
    result = answer.get("result")
    if isinstance(result, dict):
        return {name: value for name, value in result.items() if name != "resultId"}
    return answer.get("error", result)


@pytest.mark.parametrize("kind", GENERATORS)
def test_edits_have_the_same_answers(kind: str, clients: dict[str, Client], folder: Path) -> None:
    for seed in range(EDITS // OF_A_WORKSPACE):
        chance = Random(f"{kind} {seed}")
        files = GENERATORS[kind](chance)
        workspace = folder / f"{kind}-{seed}"
        for name, text in files.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(bytes_of(text))
        edited = {name: text for name, text in files.items() if is_text(name + text)}
        edits = edits_of(chance, edited)
        in_wasm = answers(clients[WASM], workspace, edited, edits)
        assert in_wasm == answers(clients[PYTHON], workspace, edited, edits), f"seed {seed}"
