"""What the language server answers to an editor that opens, reads and edits the examples."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LANGUAGES = {
    ".sgml": "muc-sgml",
    ".tmpl": "muc-template",
    ".bnf": "muc-bnf",
    ".config": "muc-config",
    ".bio": "token-columns",
    ".conll": "conll",
    ".conllu": "conll",
    ".jsonl": "template-json",
    ".json": "template-json",
    ".m2": "m2",
}
EDIT_POINTS = 4


class Server:
    """A server over standard input and output, and all that it sends."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.process = subprocess.Popen(
            [program, "--stdio"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.folder = folder
        self.number = 0
        self.received: list[str] = []
        tokens = {"requests": {"full": True}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]}
        capabilities = {"textDocument": {"inlayHint": {}, "semanticTokens": tokens}}
        parameters = {
            "processId": None,
            "rootUri": folder.as_uri(),
            "capabilities": capabilities,
            "workspaceFolders": [{"uri": folder.as_uri(), "name": "w"}],
        }
        answer = self.ask("initialize", parameters)
        assert "capabilities" in answer, answer
        self.send("initialized", {})

    def send(self, method: str, parameters: Any, **members: Any) -> None:
        """Send a notification, or a request if `members` holds an id."""
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters, **members}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method: str, parameters: Any) -> Any:
        """Return the answer to a request, and keep the notifications that come before it."""
        self.number += 1
        self.send(method, parameters, id=self.number)
        while True:
            message = self._read()
            if message.get("id") == self.number and "method" not in message:
                return message.get("result", message.get("error"))
            if "id" in message:
                self._answer(message)
            elif not message["method"].startswith(("$/progress", "window/log", "keytally/progress")):
                self.received.append(json.dumps(message, sort_keys=True))

    def _answer(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": None}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def end(self) -> None:
        """Shut the server down."""
        self.ask("shutdown", None)
        self.send("exit", None)
        self.process.wait()


def cases(examples: Path, program: Path) -> Iterator[tuple[str, str]]:
    """Yield, for each file of each example, what a session with it answers."""
    for example in sorted(path for path in examples.iterdir() if (path / "keytally.toml").exists()):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(shutil.copytree(example, Path(made) / example.name)).resolve()
            for file in sorted(path for path in folder.iterdir() if path.is_file()):
                server = Server(program, folder)
                answers = list(_session(server, file))
                server.end()
                text = "\n".join([*answers, "--- notifications", *sorted(set(server.received))])
                yield f"editor {example.name} {file.name}", text.replace(str(folder), "FOLDER") + "\n"


def _session(server: Server, file: Path) -> Iterator[str]:
    uri, text = file.as_uri(), file.read_text(encoding="utf-8")
    language = LANGUAGES.get(file.suffix) or ("lexsub" if "lexical" in str(file.parent) else "plaintext")
    server.send(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}},
    )
    yield from _answers(server, uri, text)
    lines = text.split("\n")
    for number in range(1, EDIT_POINTS + 1):
        line = len(lines) * number // (EDIT_POINTS + 1)
        column = len(lines[line]) // 2
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        server.send(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": number + 1}, "contentChanges": [change]},
        )
        lines[line] = lines[line][:column] + "x" + lines[line][column:]
        yield f"--- after an edit of line {line + 1}"
        yield from _answers(server, uri, "\n".join(lines))


def _answers(server: Server, uri: str, text: str) -> Iterator[str]:
    document = {"textDocument": {"uri": uri}}
    lines = text.split("\n")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    yield _row("keytally/marks", server.ask("keytally/marks", document))
    for method in ("semanticTokens/full", "documentSymbol", "foldingRange", "codeLens"):
        yield _row(method, server.ask(f"textDocument/{method}", document))
    yield _row("inlayHint", server.ask("textDocument/inlayHint", {**document, "range": whole}))
    for number in range(len(lines)):
        if number >= 60:
            break
        for column in sorted({0, len(lines[number]) // 3, len(lines[number])}):
            place = {"line": number, "character": column}
            at = {**document, "position": place}
            for method in ("hover", "completion", "definition", "documentHighlight"):
                yield _row(f"{method} {number + 1}:{column}", server.ask(f"textDocument/{method}", at))
            span = {"start": place, "end": place}
            actions = server.ask(
                "textDocument/codeAction", {**document, "range": span, "context": {"diagnostics": []}}
            )
            yield _row(f"codeAction {number + 1}:{column}", actions)


def _row(name: str, answer: Any) -> str:
    return f"{name}: {json.dumps(answer, sort_keys=True, ensure_ascii=False)}"
