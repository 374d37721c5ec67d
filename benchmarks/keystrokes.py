"""What a keystroke costs: from didChange to the findings and to the score.

Design target: at files of 10 MB each p95 under 16 ms, and no more than 1.5 times the figure at 100 KB,
however many findings the files hold. One document of thousands of objects is to stay responsive.
"""

import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.corpora.subjects import TYPED_SUBJECTS, Subject
from benchmarks.corpora.texts import Texts

SIZES = (100_000, 10_000_000)
OBJECTS = 5_000
STROKES = 200
P95_TARGET, RATIO_TARGET = 16.0, 1.5
_NAMES = {"textDocument/publishDiagnostics": "findings", "keytally/scored": "scored"}
_BEHIND_WORD = re.compile(r'(?:</\w+>|[".>\]}])+$')
SERVER = [sys.executable, "-m", "keytally_server.main", "--stdio"]


class Cost(NamedTuple):
    """Milliseconds from a keystroke to what follows it."""

    findings_p50: float
    findings_p95: float
    scored_p50: float
    scored_p95: float


class Typing(NamedTuple):
    """How is typed: in which file, whether the client pulls its findings, and at which matches.

    Without a pattern it is at the end of a line's last word, and what is typed stays; at the end of a match
    it is deleted again.
    """

    name: str
    pull: bool = False
    in_key: bool = False
    pattern: str = ""


TYPINGS = (Typing("push, response"), Typing("push, key", in_key=True), Typing("pull", pull=True))
STRUCTURES = (
    Typing("names of documents", pattern=r"^<\w+-\w+(?=-\d+>)|<DOCID>[ ]*[\w.-]+|^#begin document \(\w+"),
    Typing("tags and brackets", pattern=r"</?\w+|^<|>$|\(\d|\d\)"),
    Typing("separators", pattern=r"[A-Z_]+:(?= )|\t|^$"),
)
"""What makes a file's structure: an edit there may move boundaries of documents and units."""


def measure(subject: Subject, texts: Texts, typing: Typing) -> Cost:
    """The cost of typing single characters at random places within fills or sentences."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {side: folder / f"a.{side}.{subject.suffix}" for side in texts._fields}
        for side, text in texts._asdict().items():
            files[side].write_text(text, encoding="utf-8")
        typed = files["key" if typing.in_key else "response"]
        client = Client(SERVER)
        client.initialize(folder, pull=typing.pull)
        text = typed.read_text(encoding="utf-8")
        document = {"uri": typed.as_uri(), "languageId": subject.language_id, "version": 0, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
        client.wait(lambda message: message.get("method") == "keytally/scored")
        typist = _Typist(client, typed.as_uri(), typing.pull)
        known = places(text) if not typing.pattern else _matches(text, typing.pattern)
        chance = random.Random(7)
        if typing.pattern:
            chosen = [chance.choice(known) for _ in range(STROKES // 2)]
            times = [cost for at in chosen for cost in (typist.type(at), typist.delete(at))]
        else:
            times = [typist.type(chance.choice(known)) for _ in range(STROKES)]
        client.close()
    findings, scored = zip(*times[STROKES // 10 :], strict=True)
    return Cost(*_percentiles(findings), *_percentiles(scored))


def places(text: str) -> list[tuple[int, int]]:
    """Line and column of the end of each line's last word, before end tags, quotes and marks."""
    lines = enumerate(text.split("\n"))
    return [(number, _word_end(line)) for number, line in lines if line[:1] not in ("", "<")]


def _matches(text: str, pattern: str) -> list[tuple[int, int]]:
    """Line and column of the end of each match."""
    found = re.compile(pattern)
    return [
        (number, match.end())
        for number, line in enumerate(text.split("\n"))
        for match in found.finditer(line)
    ]


def _word_end(line: str) -> int:
    behind = _BEHIND_WORD.search(line)
    return behind.start() if behind else len(line)


class _Typist:
    """Types into one file, and waits for what follows each stroke."""

    def __init__(self, client: Client, uri: str, pull: bool) -> None:
        self._client = client
        self._uri = uri
        self._pull = pull
        self._version = 0
        self._result: str | None = None

    def type(self, at: tuple[int, int]) -> tuple[float, float]:
        """Type an `x` at a line and column; milliseconds to its findings and to its score."""
        return self._change(at, at[1], "x")

    def delete(self, at: tuple[int, int]) -> tuple[float, float]:
        """Delete the character at a line and column; returns as `type` does."""
        return self._change(at, at[1] + 1, "")

    def _change(self, at: tuple[int, int], end: int, text: str) -> tuple[float, float]:
        line, start = at
        places = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        change = {"range": places, "text": text}
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        seen: dict[str, float] = {}
        start = perf_counter()
        self._client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        asked = self._ask() if self._pull else None

        def all_seen(message: dict[str, Any]) -> bool:
            if asked is not None and message.get("id") == asked:
                seen["findings"] = self._client.arrival - start
                self._result = message["resultId"]
            elif message.get("uri") == self._uri and message.get("version") == self._version:
                seen[_NAMES[message["method"]]] = self._client.arrival - start
            return len(seen) == 2

        self._client.wait(all_seen)
        return 1000 * seen["findings"], 1000 * seen["scored"]

    def _ask(self) -> int:
        """Ask for the findings; the server need not send those again that it has sent last."""
        params = {"textDocument": {"uri": self._uri}, "previousResultId": self._result}
        return self._client.ask("textDocument/diagnostic", params)


def _percentiles(values: tuple[float, ...]) -> tuple[float, float]:
    cuts = quantiles(values, n=20)
    return cuts[9], cuts[18]


def report() -> Iterator[str]:
    """Lines that tell the costs at each size and their ratio to the smallest, and those in one document."""
    yield (
        f"{'keystroke (ms)':52} findings p50    p95   scored p50    p95   p95 ratio to 100 KB"
        f" (p95 <= {P95_TARGET:.0f}, ratios <= {RATIO_TARGET})"
    )
    for subject in TYPED_SUBJECTS:
        for typing in TYPINGS:
            yield from _growth(subject, subject.texts, typing, f"{subject.name}, {typing.name}")
        for typing in STRUCTURES:
            if re.search(typing.pattern, subject.texts(SIZES[0]).response, re.MULTILINE):
                yield from _growth(subject, subject.texts, typing, f"{subject.name}, {typing.name}")
        if subject.spoilt is not None:
            spoilt = partial(_with_findings, subject.texts, subject.spoilt)
            yield from _growth(subject, spoilt, TYPINGS[0], f"{subject.name}, with findings")
        if subject.in_one is not None:
            cost = measure(subject, subject.in_one(OBJECTS), TYPINGS[0])
            yield _line(f"{subject.name}, {TYPINGS[0].name}", f"{OBJECTS} objects", cost, cost)


def _growth(subject: Subject, texts: Callable[[int], Texts], typing: Typing, name: str) -> Iterator[str]:
    """A line for each size of the pair."""
    base = None
    for size in SIZES:
        cost = measure(subject, texts(size), typing)
        base = base or cost
        yield _line(name, f"{size / 1e6:.1f} MB", cost, base)


def _with_findings(texts: Callable[[int], Texts], spoilt: Callable[[str], str], size: int) -> Texts:
    """A pair whose response is full of findings."""
    pair = texts(size)
    return pair._replace(response=spoilt(pair.response))


def _line(name: str, size: str, cost: Cost, base: Cost) -> str:
    return (
        f"{name:34} {size:>17} {cost.findings_p50:13.2f} {cost.findings_p95:6.2f}"
        f" {cost.scored_p50:12.2f} {cost.scored_p95:6.2f}"
        f"   {cost.findings_p95 / base.findings_p95:.2f} {cost.scored_p95 / base.scored_p95:.2f}"
    )


if __name__ == "__main__":
    for line in report():
        print(line, flush=True)
