"""What adjudicating costs: five annotators' files and a gold, and what a keystroke in one of them moves.

Design target: with files of 2 MB each p95 under 16 ms, and no more than 1.5 times the figure at 20 KB. Costs
are times of the processor in the server, so that a busy machine does not change them.
"""

import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.client import Client
from benchmarks.corpora.subjects import SUBJECTS, Subject
from benchmarks.keystrokes import P95_TARGET, RATIO_TARGET, places

SIZES = (20_000, 2_000_000)
NAMES = ("anna", "ben", "cleo", "dora", "emil")
STROKES = 100
DISAGREEING = 0.05
"""How many of the lines that annotate something each file has in another way than the others."""

_OTHERWISE = {
    "named entity": (re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX)[^>]*>"), ""),
    "coreference": (re.compile(r' TYPE="IDENT" REF="\d+"'), ""),
    "template element": (re.compile(r'"([^"]*)"'), r'"\1 Co"'),
}
_OPENED = ("publishDiagnostics", "adjudicated", "scored")
_TOLD = ("textDocument/publishDiagnostics", "keytally/adjudicated")
SERVER = [sys.executable, "-m", "keytally_server.main", "--stdio"]


class Cost(NamedTuple):
    """Milliseconds of the processor: to findings and counts after a keystroke, and until all is scored."""

    told_p50: float
    told_p95: float
    scored_p50: float
    scored_p95: float


class Measured(NamedTuple):
    """Seconds from opening the gold to what follows it, with those of the processor; costs by typed file."""

    opening: dict[str, float]
    processor: float
    costs: dict[str, Cost]


def measure(subject: Subject, size: int) -> Measured:
    """Open the gold and one annotator's file, and type into each of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, subject, size)
        client = Client(SERVER)
        client.initialize(folder)
        files = {each: folder / f"{each}.{subject.suffix}" for each in ("gold", NAMES[0])}
        before = processor(client)
        opening = _open(client, files["gold"], subject.language_id)
        used = processor(client) - before
        _open(client, files[NAMES[0]], subject.language_id)
        costs = {each: _cost(client, path) for each, path in files.items()}
        client.close()
    return Measured(opening, used / 1000, costs)


def _write(folder: Path, subject: Subject, size: int) -> None:
    """The files of all, each with disagreements of its own, and the project that names them."""
    text = subject.texts(size).key
    for number, name in enumerate(("gold", *NAMES)):
        said = _otherwise(subject, text, random.Random(number))
        (folder / f"{name}.{subject.suffix}").write_text(said, encoding="utf-8")
    annotators = ", ".join(f'{name} = "{name}.{subject.suffix}"' for name in NAMES)
    (folder / "keytally.toml").write_text(
        f'[[adjudication]]\ntask = "{subject.task}"\ngold = "gold.{subject.suffix}"\n'
        f"annotators = {{ {annotators} }}\n",
        encoding="utf-8",
    )


def _otherwise(subject: Subject, text: str, chance: random.Random) -> str:
    pattern, other = _OTHERWISE[subject.name]
    lines = text.split("\n")
    return "\n".join(
        pattern.sub(other, line) if pattern.search(line) and chance.random() < DISAGREEING else line
        for line in lines
    )


def _open(client: Client, path: Path, language: str) -> dict[str, float]:
    """Open a file, and wait for its score, and of a gold for its counts; seconds to each of these."""
    text = path.read_text(encoding="utf-8")
    document = {"uri": path.as_uri(), "languageId": language, "version": 0, "text": text}
    start = perf_counter()
    client.notify("textDocument/didOpen", {"textDocument": document})
    seen: dict[str, float] = {}

    def is_complete(message: dict[str, Any]) -> bool:
        if message.get("uri") == path.as_uri():
            seen.setdefault(message["method"].rpartition("/")[2], client.arrival - start)
        return "scored" in seen and ("adjudicated" in seen or path.stem != "gold")

    client.wait(is_complete)
    return seen


def processor(client: Client) -> float:
    """Milliseconds of the processor that the server has used so far, in all its threads."""
    return 1000 * client.processor_seconds()


def _cost(client: Client, path: Path) -> Cost:
    """The cost of typing single characters at random places within fills or sentences."""
    known = places(path.read_text(encoding="utf-8"))
    chance = random.Random(7)
    times = [_type(client, path, version, chance.choice(known)) for version in range(1, STROKES + 1)]
    told, scored = zip(*times[STROKES // 10 :], strict=True)
    return Cost(*_percentiles(told), *_percentiles(scored))


def _type(client: Client, path: Path, version: int, at: tuple[int, int]) -> tuple[float, float]:
    """Type an `x` at a line and column; milliseconds to what is told, and until it is scored.

    Told are the findings of all open files, and the counts of the gold where they change.
    """
    place = {"line": at[0], "character": at[1]}
    change = {"range": {"start": place, "end": place}, "text": "x"}
    document = {"uri": path.as_uri(), "version": version}
    used = [processor(client)]
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def is_scored(message: dict[str, Any]) -> bool:
        is_told = message.get("method") in _TOLD
        used.append(processor(client) if is_told else used[-1])
        is_of_file = message.get("uri") == path.as_uri() and message.get("version") == version
        return is_of_file and message.get("method") == "keytally/scored"

    client.wait(is_scored)
    return used[-1] - used[0], processor(client) - used[0]


def _percentiles(values: tuple[float, ...]) -> tuple[float, float]:
    cuts = quantiles(values, n=20)
    return cuts[9], cuts[18]


def report() -> Iterator[str]:
    """Lines that tell the costs in the gold and in an annotator's file, and the ratios to the small ones."""
    yield (
        f"{'adjudication (ms of processor)':30} {'files':>9}   told p50    p95  scored p50    p95   p95 ratio"
        f" (told p95 <= {P95_TARGET:.0f}, ratio <= {RATIO_TARGET})"
    )
    for subject in SUBJECTS:
        if subject.name in _OTHERWISE:
            small, large = (measure(subject, size) for size in SIZES)
            for name in small.costs:
                for size, found in zip(SIZES, (small, large), strict=True):
                    yield _line(f"{subject.name}, {name}", size, found.costs[name], small.costs[name])
            for size, found in zip(SIZES, (small, large), strict=True):
                yield _opening_line(subject, size, found)


def _line(name: str, size: int, cost: Cost, base: Cost) -> str:
    return (
        f"{name:30} {size / 1e6:6.2f} MB {cost.told_p50:10.2f} {cost.told_p95:6.2f}"
        f" {cost.scored_p50:11.2f} {cost.scored_p95:6.2f}"
        f"   {cost.told_p95 / base.told_p95:.2f} {cost.scored_p95 / base.scored_p95:.2f}"
    )


def _opening_line(subject: Subject, size: int, found: Measured) -> str:
    told = ", ".join(f"{each} {found.opening[each]:.2f}" for each in _OPENED if each in found.opening)
    return f"{subject.name + ', opened (s)':30} {size / 1e6:6.2f} MB   {told}; all {found.processor:.2f}"


if __name__ == "__main__":
    for line in report():
        print(line, flush=True)
