"""`keytally errors` beside `keytally score` on the same pair: many documents, and all in one document.

A difference is repaired and its document scored again, so that the cost of a run is differences times
document. An evaluation that divides documents (keytally.families.annotations) scores a piece instead. The
ratio of two sizes of one document shows it: 2 where cost grows with the size, 8 with the cube of the size.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import run as run_command
from typing import NamedTuple

from benchmarks.corpora.subjects import TYPED_SUBJECTS, Subject
from benchmarks.corpora.texts import Texts
from benchmarks.process import run

SIZE = 500_000
"""The characters of each side of a pair of many documents."""

OBJECTS = 50, 100
"""The objects of each side of a pair of one document."""


RATIO = 4
"""The largest cost over many documents, as a multiple of that of `keytally score`."""


class Measured(NamedTuple):
    """The seconds of the processor of both commands, and the number of differences."""

    score: float
    errors: float
    differences: int

    def __str__(self) -> str:
        return f"{self.score:8.2f} {self.errors:9.2f} {self.differences:12,}"


def measured(subject: Subject, make: Callable[[int], Texts], size: int) -> Measured:
    """One pair, written and read."""
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{side}.{subject.suffix}" for side in Texts._fields]
        for file, text in zip(files, make(size), strict=True):
            file.write_text(text, encoding="utf-8")
        given = ["--format", "json", "--task", subject.task, *map(str, files)]
        keytally = [sys.executable, "-m", "keytally"]
        score, errors = (run([*keytally, command, *given]).seconds for command in ("score", "errors"))
        printed = run_command([*keytally, "errors", *given], capture_output=True, check=True).stdout
        return Measured(score, errors, len(json.loads(printed)["differences"]))


def report() -> Iterator[str]:
    """Lines for each task: many documents, and two sizes of one document."""
    yield f"{'errors':44} {'score s':>8} {'errors s':>9} {'differences':>12}   ratio"
    for subject in TYPED_SUBJECTS:
        many = measured(subject, subject.texts, SIZE)
        ratio = f"{many.errors / many.score:7.1f} of score (at most {RATIO})"
        yield f"{subject.name + ', many documents':44} {many} {ratio}"
        if subject.in_one is not None:
            small, large = (measured(subject, subject.in_one, number) for number in OBJECTS)
            ratio = large.errors / small.errors
            yield f"{f'{subject.name}, {OBJECTS[1]} objects in one document':44} {large} {ratio:7.1f} of half"


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
