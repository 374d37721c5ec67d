"""What the M2 scorer costs, beside the reference program where M2SCORER names its m2scorer.py.

Design targets: 20 times the reference program and more on ordinary output; sentences on which that takes
hours in seconds and less than 1 GB. The program's seconds count its start, as keytally's do.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.batch import Run, _run
from benchmarks.corpora.corrections import Corrections, long_sentence, test_set

MODES = ("document", "3.2", "head")
LONG = {
    "227 x 177 tokens": long_sentence(177, repeated=False),
    "227 x 680, repeated": long_sentence(680, repeated=True),
}


def measure(files: Corrections, mode: str) -> Run:
    """One run of `keytally score`."""
    return _measured(
        [sys.executable, "-m", "keytally", "score", "--task", "m2", "-O", f"compatible={mode}"], files
    )


def measure_program(program: str, files: Corrections) -> Run:
    """One run of the reference program."""
    return _measured([sys.executable, program], Corrections(files.output, files.gold))


def _measured(command: list[str], files: Corrections) -> Run:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / str(number) for number in range(2)]
        for path, text in zip(paths, files, strict=True):
            path.write_text(text, encoding="utf-8")
        return _run([*command, *map(str, paths)])


def report() -> list[str]:
    """A line a mode, and one a long sentence."""
    return ["m2                      mode        cpu s   memory   reference / keytally", *_lines()]


def _lines() -> Iterator[str]:
    files, program = test_set(), os.environ.get("M2SCORER")
    reference = measure_program(program, files).seconds if program else None
    for mode in MODES:
        run = measure(files, mode)
        ratio = f"{reference / run.seconds:8.1f}" if reference else "  M2SCORER names no program"
        yield _line("1,312 sentences", mode, run) + ratio
    for name, sentence in LONG.items():
        for mode in MODES:
            yield _line(name, mode, measure(sentence, mode))


def _line(name: str, mode: str, run: Run) -> str:
    return f"{name:23} {mode:9} {run.seconds:7.2f} {run.memory / 1e6:5.0f} MB"


if __name__ == "__main__":
    print("\n".join(report()))
