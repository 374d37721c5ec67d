"""What a second process gains: `keytally score -j 2` beside `-j 1` on a large pair.

Design target: at most 0.6 of the wall time at 20 MB. Wall time says something on an idle machine only: the
load is told with it, and what two idle processors would need, by the seconds of the processor that were used:
those of the first process before and after the shares are scored, and half of all seconds in between. That
one process has nothing to do at the very end, while the other scores its last range, is not in that figure:
such a range is a LEAST of a process's share.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
from time import perf_counter
from typing import NamedTuple

from benchmarks.corpora.subjects import TYPED_SUBJECTS, Subject

SIZE = 20_000_000
ROUNDS = 3
PROCESSES = 2
TARGET = 0.6

_MEASURED = """
import resource, sys
from time import process_time
from keytally.commands import score_shares
from keytally.commands.main import main

each, marks = score_shares.each, []

def measured(*given):
    marks.append(process_time())
    yield from each(*given)
    marks.append(process_time())

score_shares.each = measured
status = main(sys.argv[1:])
own, others = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
alone = own.ru_utime + own.ru_stime
shared = marks[1] - marks[0] if marks else 0
print(status, alone - shared, shared + others.ru_utime + others.ru_stime, file=sys.stderr)
"""


class Spread(NamedTuple):
    """A run: seconds of the wall, and of the processor alone in the first process and in all together."""

    wall: float
    alone: float
    shared: float

    def way(self, processes: int) -> float:
        """The seconds that so many idle processors would need."""
        return self.alone + self.shared / processes


def spread(command: list[str], processes: int) -> Spread:
    """One run of `keytally score`. It may keep its compiled modules, as an installed product has them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    whole = [sys.executable, "-c", _MEASURED, *command, "-j", str(processes)]
    done = run(whole, stdout=DEVNULL, stderr=PIPE, text=True, check=True, env=environment)
    wall = perf_counter() - start
    status, alone, shared = done.stderr.splitlines()[-1].split()
    if int(status):
        sys.exit(done.stderr)
    return Spread(wall, float(alone), float(shared))


def measure(subject: Subject) -> tuple[Spread, Spread]:
    """The best of several runs in one process and in two, which take turns."""
    texts = subject.texts(SIZE // 2)
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{side}.{subject.suffix}" for side in texts._fields]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = ["score", "--format", "json", "--task", subject.task, *map(str, files)]
        turns = [(spread(command, 1), spread(command, PROCESSES)) for _ in range(ROUNDS)]
        one, two = zip(*turns, strict=True)
        return _best(one), _best(two)


def _best(runs: tuple[Spread, ...]) -> Spread:
    """The least of each figure."""
    return Spread(*map(min, zip(*runs, strict=True)))


def report() -> Iterator[str]:
    """A line a task."""
    columns = f"{'-j 1 s':>8} {'-j 2 s':>8} {'ratio':>6} {'target':>7}   processors' way"
    yield f"{'processes':34} {columns}"
    for subject in TYPED_SUBJECTS:
        one, two = measure(subject)
        way = f"{one.way(1):.2f} -> {two.way(PROCESSES):.2f}, ratio {two.way(PROCESSES) / one.way(1):.2f}"
        yield (
            f"{subject.name:34} {one.wall:8.2f} {two.wall:8.2f} {two.wall / one.wall:6.2f} {TARGET:7.1f}"
            f"   {way} (load {os.getloadavg()[0]:.1f})"
        )


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
