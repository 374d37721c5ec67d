"""What `keytally score` costs without reports: throughput and memory, and that both are linear.

Design targets: so many MB/s and more on one core (`Subject.target`), memory at most 12 times the input. MB
counts key and response together.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.corpora.subjects import SUBJECTS, Subject

SIZES = (1_000_000, 10_000_000)
RUNS = 3


class Run(NamedTuple):
    """One run: seconds of the processor, and the largest memory in bytes."""

    seconds: float
    memory: int


def measure(subject: Subject, size: int) -> tuple[float, Run]:
    """The input's size in bytes, and the median run over a pair of that size."""
    texts = subject.texts(size // 2)
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{side}.{subject.suffix}" for side in texts._fields]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "keytally", "score", "--format", "json", "--task", subject.task]
        runs = [_run([*command, *map(str, files)]) for _ in range(RUNS)]
        total = sum(file.stat().st_size for file in files)
    return total, Run(median(run.seconds for run in runs), max(run.memory for run in runs))


def _run(command: list[str]) -> Run:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    start = perf_counter()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode} after {perf_counter() - start:.1f} s")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def report() -> list[str]:
    """A line a task and size; the start of the process counts in."""
    lines = ["batch                  input     cpu s    MB/s  target   memory / input"]
    for subject in SUBJECTS:
        for size in SIZES:
            total, run = measure(subject, size)
            lines.append(
                f"{subject.name:18} {total / 1e6:5.1f} MB {run.seconds:7.2f} {total / 1e6 / run.seconds:7.2f}"
                f" {subject.target:7.1f} {run.memory / total:10.1f}"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
