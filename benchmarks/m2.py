"""What the M2 scorer costs, beside the reference program where M2SCORER names its m2scorer.py.

Design targets: 20 times the reference program and more on ordinary output; sentences on which that takes
hours in seconds and less than 1 GB. The first ratio counts the start of both processes.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.corpora.corrections import Corrections, long_sentence, rewritten, test_set
from benchmarks.process import Run, run

MODES = ("document", "3.2", "head")
RUNS = 3

LONG = {
    "227 x 177 tokens": long_sentence(177, repeated=False),
    "227 x 680, repeated": long_sentence(680, repeated=True),
}


def measure(files: Corrections, mode: str) -> Run:
    """The median run of `keytally score`."""
    options = [] if mode == MODES[0] else ["-O", f"compatible={mode}"]
    return _measured([sys.executable, "-m", "keytally", "score", "--task", "m2", *options], files)


def measure_program(program: str, files: Corrections) -> Run:
    """The median run of the reference program."""
    return _measured([sys.executable, program], Corrections(files.output, files.gold))


def _measured(command: list[str], files: Corrections) -> Run:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / str(number) for number in range(2)]
        for path, text in zip(paths, files, strict=True):
            path.write_text(text, encoding="utf-8")
        runs = [run([*command, *map(str, paths)]) for _ in range(RUNS)]
    return Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> list[str]:
    """A line a mode, and one a long sentence."""
    return [
        "m2                      mode        cpu s   memory   reference / keytally (>= 20), without start",
        *_lines(),
    ]


def _lines() -> Iterator[str]:
    program = os.environ.get("M2SCORER")
    start = measure(test_set(1), MODES[0]).seconds
    program_start = measure_program(program, test_set(1)).seconds if program else 0.0
    for name, files in {"1,312 sentences": test_set(), "100, every fifth new": rewritten()}.items():
        reference = measure_program(program, files).seconds if program else None
        for mode in MODES:
            measured = measure(files, mode)
            yield _line(name, mode, measured) + _ratios(reference, measured.seconds, program_start, start)
    for name, sentence in LONG.items():
        for mode in MODES:
            yield _line(name, mode, measure(sentence, mode))


def _ratios(reference: float | None, seconds: float, program_start: float, start: float) -> str:
    """How many times the program takes, with the start of both processes and without."""
    if reference is None:
        return "  M2SCORER names no program"
    return f"{reference / seconds:8.1f} {(reference - program_start) / (seconds - start):10.1f}"


def _line(name: str, mode: str, measured: Run) -> str:
    return f"{name:23} {mode:9} {measured.seconds:7.2f} {measured.memory / 1e6:5.0f} MB"


if __name__ == "__main__":
    print("\n".join(report()))
