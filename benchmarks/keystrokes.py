"""What a keystroke costs: from didChange to the findings and to the score, at three sizes.

Design target: at files of 10 MB each p95 under 16 ms, and no more than 1.5 times the figure at 100 KB.
"""

import random
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.corpora.named_entity import named_entities

SIZES = (100_000, 1_000_000, 10_000_000)
STROKES = 200
_NAMES = {"textDocument/publishDiagnostics": "findings", "keytally/scored": "scored"}
SERVER = [sys.executable, "-m", "keytally_server.main", "--stdio"]


class Cost(NamedTuple):
    """Milliseconds from a keystroke to what follows it."""

    findings_p50: float
    findings_p95: float
    scored_p50: float
    scored_p95: float


def measure(size: int, *, pull: bool, in_key: bool = False) -> Cost:
    """The cost of typing single characters at random places of the response (or of the key)."""
    texts = named_entities(size)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {"key": folder / "a.key.sgml", "response": folder / "a.response.sgml"}
        files["key"].write_text(texts.key, encoding="utf-8")
        files["response"].write_text(texts.response, encoding="utf-8")
        typed = files["key" if in_key else "response"]
        client = Client(SERVER)
        client.initialize(folder, pull=pull)
        text = typed.read_text(encoding="utf-8")
        document = {"uri": typed.as_uri(), "languageId": "muc-sgml", "version": 0, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
        client.wait(lambda message: message.get("method") == "keytally/scored")
        lines = text.count("\n")
        chance = random.Random(7)
        times = [
            _stroke(client, typed.as_uri(), n + 1, chance.randrange(lines), pull) for n in range(STROKES)
        ]
        client.close()
    findings, scored = zip(*times[STROKES // 10 :], strict=True)
    return Cost(*_percentiles(findings), *_percentiles(scored))


def _stroke(client: Client, uri: str, version: int, line: int, pull: bool) -> tuple[float, float]:
    """Type an `x` at the start of a line; milliseconds to its findings and to its score."""
    place = {"line": line, "character": 0}
    change = {"range": {"start": place, "end": place}, "text": "x"}
    document = {"uri": uri, "version": version}
    seen: dict[str, float] = {}
    start = perf_counter()
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    asked = client.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}}) if pull else None

    def all_seen(message: dict[str, Any]) -> bool:
        params = message.get("params")
        if asked is not None and message.get("id") == asked:
            seen["findings"] = perf_counter() - start
        elif isinstance(params, dict) and params.get("uri") == uri and params.get("version") == version:
            seen[_NAMES[message["method"]]] = perf_counter() - start
        return len(seen) == 2

    client.wait(all_seen)
    return 1000 * seen["findings"], 1000 * seen["scored"]


def _percentiles(values: tuple[float, ...]) -> tuple[float, float]:
    cuts = quantiles(values, n=20)
    return cuts[9], cuts[18]


def report() -> list[str]:
    """Lines that tell the costs at each size, and their ratio to the smallest."""
    lines = ["keystroke (ms)          findings p50    p95   scored p50    p95   p95 ratio to 100 KB"]
    for name, pull, in_key in (
        ("push, response", False, False),
        ("push, key", False, True),
        ("pull", True, False),
    ):
        base = None
        for size in SIZES:
            cost = measure(size, pull=pull, in_key=in_key)
            base = base or cost
            lines.append(
                f"{name:15} {size / 1e6:5.1f} MB  {cost.findings_p50:11.2f} {cost.findings_p95:6.2f}"
                f" {cost.scored_p50:12.2f} {cost.scored_p95:6.2f}"
                f"   {cost.findings_p95 / base.findings_p95:.2f} {cost.scored_p95 / base.scored_p95:.2f}"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
