"""How long the server takes to answer `initialize`, and the command to score a small pair.

The server is measured against a pygls server that does nothing; design target: at most 1.1 times. The command
is measured against a Python that imports what reads arguments, JSON and patterns; target: at most 3 times.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.client import Client
from benchmarks.process import run

RUNS = 15
EMPTY = "from pygls.lsp.server import LanguageServer; LanguageServer('empty', '1').start_io()"
IMPORTS = "import argparse, json, re"
EXAMPLES = Path(__file__).parents[1] / "examples"
PAIRS = (
    ("named_entity", "named_entity", "key.sgml", "response.sgml"),
    ("coreference", "coreference", "key.sgml", "response.sgml"),
    ("template_element", "template_element", "key.tmpl", "response.tmpl"),
    ("lexsub-best", "lexical_substitution", "gold", "response.best"),
    ("m2", "m2", "gold.m2", "response.txt"),
    ("cpa-parsing", "cpa", "key", "response"),
    ("entities", "columns", "key.bio", "response.bio"),
)
"""A small pair a family, and more of the first: its task, its folder in the examples, key and response."""
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
    server = (
        f"start (ms)   empty pygls server {empty:.0f}   keytally-server {ours:.0f}"
        f"   ratio {ratio:.2f} (target 1.1)"
    )
    return [server, *command_lines()]


def command_lines() -> list[str]:
    """A line a pair: the processor time of `keytally score`, and how many times that of the imports it is."""
    reference = _least([sys.executable, "-c", IMPORTS])
    return [
        f"start (cpu ms)   python -c '{IMPORTS}' {1000 * reference:.0f}   "
        f"keytally score, {task} {1000 * ours:.0f}   ratio {ours / reference:.2f} (target 3.0)"
        for task, ours in ((pair[0], _least(_scoring(*pair))) for pair in PAIRS)
    ]


def _scoring(task: str, folder: str, key: str, response: str) -> list[str]:
    files = [str(EXAMPLES / folder / name) for name in (key, response)]
    return [sys.executable, "-m", "keytally", "score", "--task", task, *files]


def _least(command: list[str]) -> float:
    """The least processor seconds of several runs."""
    return min(run(command).seconds for _ in range(RUNS))


if __name__ == "__main__":
    print("\n".join(report()))
