"""What `keytally score` costs without reports: throughput and memory, and that both are linear.

Design targets: so many MB/s and more on one core (`Subject.target`), memory at most 12 times the input. MB
counts key and response together.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.corpora.subjects import SUBJECTS, Subject
from benchmarks.process import Run, run

SIZES = (1_000_000, 10_000_000)
RUNS = 3


def measure(subject: Subject, size: int) -> tuple[float, Run]:
    """The input's size in bytes, and the median run over a pair of that size."""
    texts = subject.texts(size // 2)
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{side}.{subject.suffix}" for side in texts._fields]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "keytally", "score", "--format", "json", "--task", subject.task]
        runs = [run([*command, *map(str, files)]) for _ in range(RUNS)]
        total = sum(file.stat().st_size for file in files)
    return total, Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> list[str]:
    """A line a task and size; the start of the process counts in."""
    lines = ["batch                  input     cpu s    MB/s  target   memory / input"]
    for subject in SUBJECTS:
        for size in SIZES:
            total, measured = measure(subject, size)
            speed = total / 1e6 / measured.seconds
            lines.append(
                f"{subject.name:18} {total / 1e6:5.1f} MB {measured.seconds:7.2f} {speed:7.2f}"
                f" {subject.target:7.1f} {measured.memory / total:10.1f}"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
