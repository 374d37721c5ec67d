"""Server and command in WebAssembly beside the same in this Python: start, opening, keystrokes, batch.

Design targets: first marks of a 100 KB pair within 6 s of a cold start, a keystroke's marks at 1 MB within
50 ms at p95. All costs are processor time, which other programs hardly change; a start in WebAssembly uses
several threads and takes less time than that. Needs Node, and pyodide from the packages of the extension.
"""

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import quantiles
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.corpora.subjects import TYPED_SUBJECTS, Subject
from benchmarks.keystrokes import places
from release import npm_package
from release.checkout import CHECKOUT
from release.running import run

EXTENSION = CHECKOUT / "editors" / "vscode"
SIZES = (100_000, 1_000_000)
SCREEN = 60
"""Lines of a screen."""

STROKES = 100
FIRST_TARGET, STROKE_TARGET = 6.0, 50.0
PYTHON = "Python"
WASM = "WebAssembly"


class Runtime(NamedTuple):
    """What runs the server, given the folder that it may read, and the command."""

    server: list[str]
    command: list[str]
    takes_folder: bool = False


class Cost(NamedTuple):
    """Seconds to the answer to `initialize`, from opening to marks and to the score, and of a batch run.

    `stroke` are the milliseconds from a keystroke to its marks, at p95.
    """

    start: float
    marks: float
    scored: float
    stroke: float
    batch: float


def runtimes(folder: Path) -> dict[str, Runtime]:
    """Both runtimes; the files of WebAssembly are made in a folder."""
    package = npm_package.stage(folder)
    worker = folder / "serverWorker.mjs"
    esbuild = [str(EXTENSION / "node_modules" / ".bin" / "esbuild"), "src/serverWorker.ts"]
    run([*esbuild, f"--outfile={worker}", "--bundle", "--platform=node", "--format=esm"], EXTENSION)
    bridge = CHECKOUT / "release" / "wasm_stdio.mjs"
    files = (bridge, worker, package / "pyodide", package / "packages.zip")
    return {
        PYTHON: Runtime(
            [sys.executable, "-m", "keytally_server.main", "--stdio"], [sys.executable, "-m", "keytally"]
        ),
        WASM: Runtime(["node", *map(str, files)], ["node", str(package / "keytally.mjs")], True),
    }


def measure(subject: Subject, size: int, runtime: Runtime) -> Cost:
    """Start a server, open the response of a pair, type into it, and score the pair in a batch run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for side, text in subject.texts(size)._asdict().items():
            (folder / f"a.{side}.{subject.suffix}").write_text(text, encoding="utf-8")
        client = Client([*runtime.server, *([name] if runtime.takes_folder else [])])
        client.initialize(folder)
        start = client.processor_seconds()
        path = folder / f"a.response.{subject.suffix}"
        marks, scored = _open(client, path, subject.language_id)
        strokes = [*_type(client, path)]
        client.close()
        begun = _processor_seconds_of_children()
        files = [str(folder / f"a.{side}.{subject.suffix}") for side in ("key", "response")]
        scoring = [*runtime.command, "score", "--task", subject.task, *files]
        subprocess.run(scoring, check=True, stdout=subprocess.DEVNULL, cwd=folder)
        batch = _processor_seconds_of_children() - begun
    return Cost(start, marks, scored, quantiles(strokes, n=20)[18], batch)


def _processor_seconds_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _open(client: Client, path: Path, language: str) -> tuple[float, float]:
    """Seconds from opening a file to the marks of its first screen and to its score."""
    begun = client.processor_seconds()
    document = {"uri": path.as_uri(), "languageId": language, "version": 0, "text": path.read_text("utf-8")}
    client.notify("textDocument/didOpen", {"textDocument": document})
    seen: dict[str, float] = {}

    def is_answer(message: dict[str, Any]) -> bool:
        if message.get("method") == "keytally/scored":
            seen.setdefault("scored", client.processor_seconds() - begun)
        return "id" in message and "method" not in message

    while len(seen) < 2:
        client.ask("keytally/marks", _screen(path, 0))
        answer = client.wait(is_answer)
        if answer["result"] and answer["result"]["marks"]:
            seen.setdefault("marks", client.processor_seconds() - begun)
    return seen["marks"], seen["scored"]


def _type(client: Client, path: Path) -> Iterator[float]:
    """Type at random places; milliseconds from each keystroke to the marks of the screen around it."""
    known, chance = places(path.read_text("utf-8")), random.Random(7)
    for version in range(1, STROKES + 1):
        line, column = chance.choice(known)
        at = {"line": line, "character": column}
        change = {"range": {"start": at, "end": at}, "text": "x"}
        document = {"uri": path.as_uri(), "version": version}
        begun = client.processor_seconds()
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        client.request("keytally/marks", _screen(path, line))
        yield 1000 * (client.processor_seconds() - begun)


def _screen(path: Path, line: int) -> dict[str, Any]:
    """The parameters of a request about the lines of a screen."""
    start, end = ({"line": at, "character": 0} for at in (line, line + SCREEN))
    return {"textDocument": {"uri": path.as_uri()}, "range": {"start": start, "end": end}}


def report() -> Iterator[str]:
    """Lines with the costs in both runtimes, and the ratio of each to that in Python."""
    yield (
        f"{'webassembly':18} {'files':>7} {'runtime':12} start (s)  marks (s)  score (s)  stroke p95 (ms)"
        f"  batch (s)  (start and marks <= {FIRST_TARGET:.0f} s, stroke <= {STROKE_TARGET:.0f} ms)"
    )
    with tempfile.TemporaryDirectory() as name:
        known = runtimes(Path(name))
        for subject in TYPED_SUBJECTS:
            for size in SIZES:
                costs = {each: measure(subject, size, runtime) for each, runtime in known.items()}
                for runtime, cost in costs.items():
                    yield _line(subject.name, size, runtime, cost)
                ratios = Cost(
                    *(wasm / python for wasm, python in zip(costs[WASM], costs[PYTHON], strict=True))
                )
                yield _line(subject.name, size, "ratio", ratios)


def _line(name: str, size: int, runtime: str, cost: Cost) -> str:
    return (
        f"{name:18} {size / 1e6:4.1f} MB {runtime:12} {cost.start:9.2f} {cost.marks:10.2f}"
        f" {cost.scored:10.2f} {cost.stroke:16.1f} {cost.batch:10.2f}"
    )


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
