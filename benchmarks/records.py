"""Records beside stickler-eval, on the same receipts: `keytally score` as a whole process, with its start.

STICKLER_PYTHON names an interpreter that has stickler-eval, which needs Python 3.12. Its seconds are those
of comparing alone: its start and the parsing of the models are not counted. Both compare exactly. Design
targets: 20 times stickler-eval, and 10,000 receipts in 2.5 s.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from subprocess import run as run_program

from benchmarks.corpora.json_records import receipts, record_line
from benchmarks.process import Run, run

VARIABLE = "STICKLER_PYTHON"
RECEIPTS, COMPARED = 10_000, 200
RUNS = 3

_PROGRAM = """
import json, sys
from time import process_time
from typing import List, Optional
from stickler import ComparableField, ExactComparator, StructuredModel

def text():
    return ComparableField(comparator=ExactComparator(), threshold=1.0, default=None)

class Item(StructuredModel):
    nm: Optional[str] = text()
    cnt: Optional[str] = text()
    price: Optional[str] = text()

class Total(StructuredModel):
    total_price: Optional[str] = text()
    cashprice: Optional[str] = text()
    changeprice: Optional[str] = text()

class Receipt(StructuredModel):
    menu: List[Item] = ComparableField()
    total: Total = ComparableField()

sides = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as lines:
        sides.append([Receipt(**json.loads(line)["record"]) for line in lines])
start = process_time()
for key, response in zip(*sides):
    key.compare_with(response, include_confusion_matrix=True)
print(process_time() - start)
"""


def _write(count: int, directory: Path) -> list[Path]:
    paths = [directory / f"{side}.jsonl" for side in ("key", "response")]
    for path, records in zip(paths, receipts(count), strict=True):
        with path.open("w", encoding="utf-8") as file:
            for number, record in enumerate(records):
                file.write(record_line(number, record))
    return paths


def measure(count: int) -> Run:
    """The median run of `keytally score`."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "keytally", "score", "--task", "records", "-O", "compare=exact"]
        runs = [run([*command, *map(str, _write(count, Path(name)))]) for _ in range(RUNS)]
    return Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def measure_stickler(interpreter: str, count: int) -> float:
    """The median seconds of stickler-eval."""
    with tempfile.TemporaryDirectory() as name:
        command = [interpreter, "-c", _PROGRAM, *map(str, _write(count, Path(name)))]
        runs = [run_program(command, capture_output=True, text=True, check=True) for _ in range(RUNS)]
    return median(float(each.stdout) for each in runs)


def report() -> Iterator[str]:
    """A line for the receipts, and one for the comparison with stickler-eval."""
    ours = measure(RECEIPTS)
    yield f"{RECEIPTS} receipts: {ours.seconds:.2f} s (target 2.5), {ours.memory / 1e6:.0f} MB"
    interpreter = os.environ.get(VARIABLE)
    if not interpreter:
        yield f"stickler-eval: {VARIABLE} does not name an interpreter that has it"
        return
    program = measure_stickler(interpreter, COMPARED) / COMPARED
    share = program / (ours.seconds / RECEIPTS)
    yield f"stickler-eval: {program * 1000:.1f} ms a receipt, {share:.0f} times keytally (target 20)"
