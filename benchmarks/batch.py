"""What `keytally score` costs without reports: throughput and memory, and that both are linear.

Design targets: so many MB/s and more on one core (`Subject.target`), memory at most 8 times the input. MB
counts key and response together.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.subjects import SUBJECTS, Subject
from benchmarks.process import Run, run
from benchmarks.throughput import SIZES, header, line, median_run


def measure(subject: Subject, size: int) -> tuple[int, Run]:
    """The input's size in bytes, and the median run over a pair of that size."""
    texts = subject.texts(size // 2)
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{side}.{subject.suffix}" for side in texts._fields]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "keytally", "score", "--format", "json", "--task", subject.task]
        total = sum(file.stat().st_size for file in files)
        return total, median_run(lambda: run([*command, *map(str, files)]))


def report() -> Iterator[str]:
    """A line a task and size; the start of the process counts in."""
    yield header("batch")
    for subject in SUBJECTS:
        for size in SIZES:
            yield line(subject.name, *measure(subject, size), subject.target)


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
