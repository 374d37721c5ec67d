"""What opening a pair costs: from didOpen to the marks and findings of the first screen, and to all of them.

Design targets: at files of 10 MB each the first screen within 1 s, the score within 10 s (templates: 20). The
client asks for the marks of the first screen until they come, and then ten times a second: while it asks, the
server scores nothing. The findings behind the first screen are told after the score, where they are others
than those of the first screen: what tells that all are made is the end of the progress that the server shows.
The seconds of the processor that the server has used say what opening costs on a machine with other work.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.corpora.subjects import TYPED_SUBJECTS, Subject

SIZE = 10_000_000
SCREEN = 60
"""Lines of a screen."""

TURN = 0.1
"""Seconds between two requests, once the first is answered."""

FIRST_TARGET, SCORE_TARGET = 1.0, 10.0
PUBLISH, PROGRESS = "textDocument/publishDiagnostics", "$/progress"
_END = "end of the progress"
SERVER = [sys.executable, "-m", "keytally_server.main", "--stdio"]


class Opening(NamedTuple):
    """Seconds from didOpen to what follows it; `waited` is the longest time for which a request waited.

    `findings` are those of the first screen, `all_findings` those of the whole file. `scored_work` and `work`
    are the seconds of the processor that the server has used since didOpen, up to the score and to the end.
    """

    marks: float
    findings: float
    scored: float
    all_findings: float
    waited: float
    scored_work: float
    work: float


def measure(subject: Subject, size: int = SIZE) -> Opening:
    """Open the response of a pair of that size, and wait for its score."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for side, text in subject.texts(size)._asdict().items():
            (folder / f"a.{side}.{subject.suffix}").write_text(text, encoding="utf-8")
        client = Client(SERVER)
        client.initialize(folder, progress=True)
        found = _opened(client, folder / f"a.response.{subject.suffix}", subject.language_id)
        client.close()
    return found


def _opened(client: Client, path: Path, language: str) -> Opening:
    """Open a file, and ask for the marks of its first screen until all is told."""
    text = path.read_text(encoding="utf-8")
    document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
    start, used = perf_counter(), client.processor_seconds()
    client.notify("textDocument/didOpen", {"textDocument": document})
    seen: dict[str, float] = {}
    waited = 0.0
    while "keytally/scored" not in seen or "marks" not in seen:
        if "marks" in seen:
            sleep(TURN)
        asked_at, asked = perf_counter(), client.ask("keytally/marks", _first_screen(path))
        answer = client.wait(lambda message, asked=asked: _is_answer(message, asked, seen, start))  # type: ignore[misc]
        waited = max(waited, perf_counter() - asked_at)
        if answer["result"] and answer["result"]["marks"]:
            seen.setdefault("marks", perf_counter() - start)
    scored_work = client.processor_seconds() - used
    if _END not in seen:
        client.wait(_is_end)
        seen[_END] = perf_counter() - start
    findings = seen.get(PUBLISH, seen[_END])
    work = client.processor_seconds() - used
    return Opening(seen["marks"], findings, seen["keytally/scored"], seen[_END], waited, scored_work, work)


def _is_answer(message: dict[str, Any], asked: int, seen: dict[str, float], start: float) -> bool:
    """Whether a message is the answer to a request; when each notification came first is noted."""
    method = _END if _is_end(message) else message.get("method")
    if method is not None:
        seen.setdefault(method, perf_counter() - start)
    return method is None and message.get("id") == asked


def _is_end(message: dict[str, Any]) -> bool:
    """Whether a message says that the progress of opening is over: all is read, scored and judged."""
    return message.get("method") == PROGRESS and message.get("kind") == "end"


def _first_screen(path: Path) -> dict[str, Any]:
    places = {"start": {"line": 0, "character": 0}, "end": {"line": SCREEN, "character": 0}}
    return {"textDocument": {"uri": path.as_uri()}, "range": places}


def report() -> Iterator[str]:
    """A line a task, with the targets beside."""
    yield (
        f"{'opening (s)':20} {'files':>8}  marks (<= {FIRST_TARGET:.0f})  findings (<= {FIRST_TARGET:.0f})"
        f"  score (<= {SCORE_TARGET:.0f}, templates {2 * SCORE_TARGET:.0f})  all findings"
        "  longest wait of a request  cpu to the score  cpu to the end"
    )
    for subject in TYPED_SUBJECTS:
        found = measure(subject)
        yield (
            f"{subject.name:20} {SIZE / 1e6:5.0f} MB {found.marks:13.2f} {found.findings:16.2f}"
            f" {found.scored:27.2f} {found.all_findings:13.2f} {found.waited:26.2f}"
            f" {found.scored_work:17.2f} {found.work:15.2f}"
        )


if __name__ == "__main__":
    for line in report():
        print(line, flush=True)
