"""What `keytally check` of template files with a BNF costs: a key, a response, and one full of findings.

Design target: so many MB/s and more on one core (`TARGET`); the start of the process counts in. One defect in
ten slots is more than a file has that anyone still works on.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.corpora import templates
from benchmarks.corpora.texts import Texts
from benchmarks.process import Run, run

SIZES = (1_000_000, 10_000_000)
RUNS = 3
TARGET = 4.0
FOUND = 1
"""The exit status of a check that has found something."""

TASKS = {"template element": templates.elements, "scenario template": templates.scenarios}


def files_of(texts: Texts) -> dict[str, tuple[str, str]]:
    """The files to check by name, each with its text and its role."""
    return {
        "key": (texts.key, "key"),
        "response": (texts.response, "response"),
        "with findings": (templates.faulty(texts.response), "response"),
    }


def measure(text: str, role: str, task: str) -> tuple[float, Run]:
    """The file's size in bytes, and the median run over it."""
    with tempfile.TemporaryDirectory() as name:
        file, bnf = Path(name) / "checked.templates", Path(name) / "bnf"
        file.write_text(text, encoding="utf-8")
        bnf.write_text(templates.BNF, encoding="utf-8")
        command = [sys.executable, "-m", "keytally", "check", "--format", "concise", "--role", role]
        command += ["--task", task.replace(" ", "_"), "--bnf", str(bnf), str(file)]
        runs = [run(command, may_end_with=(FOUND,)) for _ in range(RUNS)]
        size = file.stat().st_size
    return size, Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> list[str]:
    """A line a task, a kind of file and a size."""
    lines = ["check                                  input     cpu s    MB/s  target   memory / input"]
    for task, make in TASKS.items():
        for size in SIZES:
            for name, (text, role) in files_of(make(size)).items():
                total, measured = measure(text, role, task)
                speed = total / 1e6 / measured.seconds
                lines.append(
                    f"{f'{task}, {name}':34} {total / 1e6:5.1f} MB {measured.seconds:7.2f} {speed:7.2f}"
                    f" {TARGET:7.1f} {measured.memory / total:10.1f}"
                )
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
