"""Lexical substitution: `keytally score` beside the score.pl of the final release, on two sizes of files.

KEYTALLY_SCORE_PL_FINAL names the program; without it, or without Perl, keytally is measured alone. Design
target: ahead of score.pl on large files; on the 1,710 items of the task's test set not slower but for the
start of the process, which is measured by a file of one item.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpora.substitutes import substitutes

TEST_SET, LARGE = 1_710, 100_000
RUNS = 5


def seconds(command: list[str]) -> float:
    """The least processor time of a command that is run several times, the start of its process included."""
    return min(_seconds(command) for _ in range(RUNS))


def _seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def report() -> list[str]:
    """A line a task, mode and size; the last columns say how much longer score.pl takes."""
    with tempfile.TemporaryDirectory() as name:
        sizes = {items: _written(Path(name) / str(items), items) for items in (1, TEST_SET, LARGE)}
        lines = [
            "lexical substitution      items    cpu s  without start"
            "   score.pl / keytally, without start (>= 1)"
        ]
        for task in ("best", "oot"):
            for mode in ("document", "final"):
                start, *others = [Measured.of(folder, task, mode) for folder in sizes.values()]
                for items, measured in zip((TEST_SET, LARGE), others, strict=True):
                    lines.append(f"{task:5} {mode:10} {items:14,} {measured.beside(start)}")
    return lines


class Measured(NamedTuple):
    """The processor time of keytally, and that of score.pl if it is at hand."""

    ours: float
    theirs: float | None

    @classmethod
    def of(cls, folder: Path, task: str, mode: str) -> "Measured":
        """The files of a folder measured; score.pl takes the answers first."""
        gold, answers = str(folder / "gold"), str(folder / task)
        command = [sys.executable, "-m", "keytally", "score", "--task", f"lexsub-{task}", gold, answers]
        ours = seconds([*command, "-O", f"compatible={mode}"])
        program = os.environ.get("KEYTALLY_SCORE_PL_FINAL")
        if program is None or shutil.which("perl") is None:
            return cls(ours, None)
        return cls(ours, seconds(["perl", program, answers, gold, "-t", task]))

    def beside(self, start: "Measured") -> str:
        """The columns of a line; `start` has been measured on one item."""
        ours = self.ours - start.ours
        figures = f"{self.ours:8.2f} {ours:14.3f}"
        if self.theirs is None or start.theirs is None:
            return f"{figures}   not at hand"
        return f"{figures} {self.theirs / self.ours:10.2f} {(self.theirs - start.theirs) / ours:12.2f}"


def _written(folder: Path, items: int) -> Path:
    """A folder with the files of so many items."""
    folder.mkdir()
    texts = substitutes(items)
    for kind, text in zip(texts._fields, texts, strict=True):
        (folder / kind).write_text(text, encoding="utf-8")
    return folder


if __name__ == "__main__":
    print("\n".join(report()))
