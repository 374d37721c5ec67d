"""Lexical substitution: `keytally score` beside the score.pl of the final release, on one large file.

KEYTALLY_SCORE_PL_FINAL names the program; without it, or without Perl, keytally is measured alone. Design
target: ahead of score.pl on large files.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.corpora.substitutes import substitutes

ITEMS = 100_000
RUNS = 3


def seconds(command: list[str]) -> float:
    """The median processor time of a command that is run several times, the start of its process included."""
    return median(_seconds(command) for _ in range(RUNS))


def _seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def report() -> list[str]:
    """A line a task and mode; the last column says how much longer score.pl takes."""
    program = os.environ.get("KEYTALLY_SCORE_PL_FINAL")
    lines = [f"lexical substitution, {ITEMS} items     cpu s   score.pl    ratio"]
    with tempfile.TemporaryDirectory() as name:
        texts = substitutes(ITEMS)
        files = {kind: Path(name) / kind for kind in texts._fields}
        for kind, text in zip(texts._fields, texts, strict=True):
            files[kind].write_text(text, encoding="utf-8")
        for task in ("best", "oot"):
            theirs = _theirs(program, files["gold"], files[task], task)
            for mode in ("document", "final"):
                ours = _ours(files["gold"], files[task], task, mode)
                beside = f"{theirs:10.2f} {theirs / ours:8.2f}" if theirs is not None else "    not at hand"
                lines.append(f"{task:5} {mode:32} {ours:8.2f} {beside}")
    return lines


def _ours(gold: Path, answers: Path, task: str, mode: str) -> float:
    command = [sys.executable, "-m", "keytally", "score", "--task", f"lexsub-{task}", str(gold), str(answers)]
    return seconds([*command, "-O", f"compatible={mode}"])


def _theirs(program: str | None, gold: Path, answers: Path, task: str) -> float | None:
    """score.pl takes the answers first."""
    if program is None or shutil.which("perl") is None:
        return None
    return seconds(["perl", program, str(answers), str(gold), "-t", task])


if __name__ == "__main__":
    print("\n".join(report()))
