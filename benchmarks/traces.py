"""The source files that a keystroke and a small `keytally score` pass through.

They are counted in the process that serves or scores: files of `keytally` and `keytally_server` in which a
function is called. The bodies of modules and classes, which run at import, are not calls. With `--files`,
`python -m benchmarks.traces` lists the files and the functions called in them.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.process import run

CHECKOUT = Path(__file__).parents[1]
EXAMPLES = CHECKOUT / "examples"

TRACING = """
import os, signal, sys, threading
called = {}
def note(frame, event, argument):
    if event == "call" and frame.f_code.co_flags & 1:
        name = frame.f_code.co_filename
        if "/keytally/" in name or "/keytally_server/" in name:
            called.setdefault(name, set()).add(frame.f_code.co_name)
def write(*_):
    sys.setprofile(None)
    part = os.environ["KEYTALLY_TRACE"] + ".part"
    with open(part, "w", encoding="utf-8") as file:
        file.writelines(f"{name} {' '.join(sorted(names))}\\n" for name, names in list(called.items()))
    os.replace(part, os.environ["KEYTALLY_TRACE"])
sys.setprofile(note)
threading.setprofile(note)
"""
"""Notes the functions that are called (flag 1 of their code), from the start of a process."""

SCORING = """
from keytally.commands.main import main
status = main(sys.argv[1:])
write()
sys.exit(status)
"""

SERVING = """
signal.signal(signal.SIGUSR1, lambda *_: called.clear())
signal.signal(signal.SIGUSR2, write)
from keytally_server.main import main
main(["--stdio"])
"""


TARGET = "KEYTALLY_TRACE"
"""The environment variable with the file that a traced process writes."""

SETTLING = 0.3
"""Seconds in which an idle server handles a signal."""


class Case(NamedTuple):
    """An example, the line of its response at whose end a letter is typed, and the permitted files."""

    task: str
    folder: str
    suffix: str
    language_id: str
    line: str
    keystroke: int
    score: int

    def file(self, side: str) -> Path:
        """Return the path of the key or of the response."""
        return EXAMPLES / self.folder / f"{side}.{self.suffix}"


CASES = (
    Case("entities", "columns", "bio", "token-columns", "Lisbon\tB-LOC", 45, 70),
    Case("template_element", "template_element", "tmpl", "muc-template", "\tORG_TYPE: company", 60, 100),
)


class Trace(NamedTuple):
    """The files that something passes through, each with its functions, and how many are permitted."""

    name: str
    files: dict[str, list[str]]
    target: int


def report() -> Iterator[str]:
    """Return a line for the keystroke and for the score of each example."""
    for trace in traces():
        yield line_of(trace)


def line_of(trace: Trace) -> str:
    """Return the number of files beside the target."""
    return f"{trace.name:34} {len(trace.files):4} files (target {trace.target})"


def traces() -> Iterator[Trace]:
    """Yield what is traced in each example."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "trace"
        os.environ[TARGET] = str(target)
        try:
            for case in CASES:
                yield Trace(f"keystroke, {case.folder}", keystroke(case, target), case.keystroke)
                yield Trace(f"keytally score, {case.folder}", score(case, target), case.score)
        finally:
            del os.environ[TARGET]


def score(case: Case, target: Path) -> dict[str, list[str]]:
    """Return the files that `keytally score` of an example passes through."""
    files = [str(case.file(side)) for side in ("key", "response")]
    run([sys.executable, "-c", TRACING + SCORING, "score", "--task", case.task, *files])
    return _functions(target)


def keystroke(case: Case, target: Path) -> dict[str, list[str]]:
    """Return the files that a letter in the response passes through, when key and response are open.

    It ends when the findings, the score and the marks are sent.
    """
    client = Client([sys.executable, "-c", TRACING + SERVING])
    client.initialize(EXAMPLES / case.folder)
    for side in ("key", "response"):
        text = case.file(side).read_text(encoding="utf-8")
        document = {"uri": case.file(side).as_uri(), "languageId": case.language_id, "version": 1}
        client.notify("textDocument/didOpen", {"textDocument": {**document, "text": text}})
    lines = text.split("\n")
    uri = case.file("response").as_uri()
    _wait_for(client, uri, 1, {"keytally/scored", "textDocument/publishDiagnostics"})
    sleep(SETTLING)
    os.kill(client.process_id, signal.SIGUSR1)
    sleep(SETTLING)
    position = {"line": lines.index(case.line), "character": len(case.line)}
    change = {"range": {"start": position, "end": position}, "text": "x"}
    client.notify(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    )
    _wait_for(client, uri, 2, {"keytally/scored", "textDocument/publishDiagnostics"})
    screen = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    client.request("keytally/marks", {"textDocument": {"uri": uri}, "range": screen})
    os.kill(client.process_id, signal.SIGUSR2)
    while not target.exists():
        sleep(SETTLING)
    client.close()
    return _functions(target)


def _wait_for(client: Client, uri: str, version: int, methods: set[str]) -> None:
    """Wait until the server has sent these notifications about a version of a file."""
    missing = set(methods)

    def are_sent(message: dict[str, Any]) -> bool:
        if message.get("uri") == uri and message.get("version") == version:
            missing.discard(message.get("method", ""))
        return not missing

    client.wait(are_sent)


def _functions(target: Path) -> dict[str, list[str]]:
    """Return the functions called in each file of a trace, and delete the trace."""
    rows = [line.split(" ") for line in target.read_text(encoding="utf-8").splitlines()]
    target.unlink()
    return {name: functions for name, *functions in rows}


def main() -> None:
    """Print the lines, and the files if asked."""
    for trace in traces():
        print(line_of(trace), flush=True)
        if "--files" in sys.argv[1:]:
            for file, functions in sorted(trace.files.items()):
                print(f"    {Path(file).relative_to(CHECKOUT)}: {', '.join(functions)}")


if __name__ == "__main__":
    main()
