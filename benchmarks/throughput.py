"""The table of a command's throughput: how much it reads in a second of the processor, and its memory."""

from collections.abc import Callable
from statistics import median

from benchmarks.process import Run

SIZES = (1_000_000, 10_000_000)
RUNS = 3
MEMORY_TARGET = 8
"""The most bytes of memory for each byte of a large input."""


def header(what: str) -> str:
    """The head of the table."""
    columns = f"{what:34} {'input':>8} {'cpu s':>7} {'MB/s':>7} {'target':>7}"
    return f"{columns}   memory / input (<= {MEMORY_TARGET} at 10 MB)"


def median_run(measure: Callable[[], Run]) -> Run:
    """The median of the seconds of several runs, and the most memory of any."""
    runs = [measure() for _ in range(RUNS)]
    return Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def line(name: str, size: int, measured: Run, target: float) -> str:
    """A line: the size in bytes, the run over it, and the least MB/s that it is to reach."""
    speed = size / 1e6 / measured.seconds
    return (
        f"{name:34} {size / 1e6:5.1f} MB {measured.seconds:7.2f} {speed:7.2f} {target:7.1f}"
        f" {measured.memory / size:10.1f}"
    )
