"""What coreference with a token a line costs, beside scorer.pl where CONLL_SCORER names it.

Design target: ten times the reference program, with all measures on both sides.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.corpora.chains import ChainFiles, files
from benchmarks.process import Run, run

VARIABLE = "CONLL_SCORER"
DOCUMENTS = 150
MODES = ("document", "v8.01")
RUNS = 3


def measure(pair: ChainFiles, mode: str) -> Run:
    """The median run of `keytally score`."""
    options = ["--task", "conll-coreference", "-O", f"compatible={mode}"]
    return _measured([sys.executable, "-m", "keytally", "score", *options], pair)


def measure_program(program: str, pair: ChainFiles) -> Run:
    """The median run of scorer.pl."""
    library = str(Path(program).parent / "lib")
    return _measured(["perl", f"-I{library}", program, "all"], pair, ["none"])


def _measured(command: list[str], pair: ChainFiles, last: list[str] | None = None) -> Run:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{side}.conll" for side in ("key", "response")]
        for path, text in zip(paths, pair, strict=True):
            path.write_text(text, encoding="utf-8")
        runs = [run([*command, *map(str, paths), *(last or [])]) for _ in range(RUNS)]
    return Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> list[str]:
    """A line a mode."""
    return ["chains of tokens        mode        cpu s   memory   scorer.pl / keytally (>= 10)", *_lines()]


def _lines() -> Iterator[str]:
    program, pair = os.environ.get(VARIABLE), files(DOCUMENTS)
    reference = measure_program(program, pair).seconds if program else None
    size = sum(map(len, pair)) / 1e6
    for mode in MODES:
        measured = measure(pair, mode)
        ratio = (
            f"  {VARIABLE} names no program" if reference is None else f"{reference / measured.seconds:8.1f}"
        )
        name = f"{DOCUMENTS} documents, {size:.1f} MB"
        yield f"{name:23} {mode:9} {measured.seconds:7.2f} {measured.memory / 1e6:5.0f} MB{ratio}"


if __name__ == "__main__":
    print("\n".join(report()))
