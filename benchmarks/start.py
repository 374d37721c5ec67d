"""How long the server takes to answer `initialize`, against a pygls server that does nothing.

Design target: at most 1.2 times.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.client import Client

RUNS = 15
EMPTY = "from pygls.lsp.server import LanguageServer; LanguageServer('empty', '1').start_io()"
OURS = "from keytally_server.main import main; main([])"


def measure(code: str, folder: Path) -> float:
    """Milliseconds from the start of the process to its answer."""
    start = perf_counter()
    client = Client([sys.executable, "-c", code])
    client.initialize(folder)
    took = 1000 * (perf_counter() - start)
    client.close()
    return took


def report() -> list[str]:
    """One line: both medians, and the median of the ratios run by run."""
    with tempfile.TemporaryDirectory() as name:
        pairs = [(measure(EMPTY, Path(name)), measure(OURS, Path(name))) for _ in range(RUNS)][1:]
    ratio = median(ours / empty for empty, ours in pairs)
    empty, ours = (median(side) for side in zip(*pairs, strict=True))
    return [f"start (ms)   empty pygls server {empty:.0f}   keytally-server {ours:.0f}   ratio {ratio:.2f}"]


if __name__ == "__main__":
    print("\n".join(report()))
