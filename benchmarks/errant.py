"""What comparing two M2 files costs beside errant_compare, where ERRANT_COMPARE names its compare_m2.py.

Design target: 20 times as fast as the program, start not included. The response has the key's blocks without
some edits, and with other corrections for some; both programs read the same two files.
"""

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.corrections import test_set
from benchmarks.entities import measure

SENTENCES = 20_000
TARGET = 20
_KEYTALLY = [sys.executable, "-m", "keytally", "score", "-q", "--task", "m2-edits"]


def response_to(gold: str, seed: int = 16) -> str:
    """An M2 file of a gold's sentences: an edit in five is missing, one in six has another correction."""
    chance = random.Random(seed)
    lines = []
    for line in gold.split("\n"):
        drawn = chance.random()
        if not line.startswith("A ") or drawn >= 0.35:
            lines.append(line)
        elif drawn >= 0.2:
            lines.append(line.replace("|||REQUIRED", "x|||REQUIRED", 1))
    return "\n".join(lines)


def _pair(sentences: int, folder: Path) -> list[str]:
    folder.mkdir()
    gold = test_set(sentences).gold
    paths = [folder / "key.m2", folder / "response.m2"]
    for path, text in zip(paths, (gold, response_to(gold)), strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def report() -> Iterator[str]:
    """A line for each mode."""
    program = os.environ.get("ERRANT_COMPARE")
    yield f"{SENTENCES:,} sentences  program cpu s  keytally cpu s   memory  ratio, without start (target)"
    with tempfile.TemporaryDirectory() as folder:
        small, pair = _pair(1, Path(folder, "small")), _pair(SENTENCES, Path(folder, "pair"))
        for mode in ("document", "errant"):
            own = [*_KEYTALLY, "-O", f"compatible={mode}"]
            start, mine = measure([[*own, *small], [*own, *pair]])
            line = f"{mode:16} {mine.seconds:30.2f} {mine.memory / 1e6:5.0f} MB"
            if not program:
                yield f"{line}  ERRANT_COMPARE names no program"
                continue
            theirs = [
                [sys.executable, program, "-ref", key, "-hyp", response] for key, response in (small, pair)
            ]
            its_start, its = measure(theirs)
            net = (its.seconds - its_start.seconds) / (mine.seconds - start.seconds)
            figures = f"{its.seconds:14.2f} {mine.seconds:15.2f} {mine.memory / 1e6:5.0f} MB"
            yield f"{mode:16} {figures} {its.seconds / mine.seconds:6.1f} {net:14.1f} (>= {TARGET})"


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
