"""Records: speed of `keytally score`, of long lists, and beside stickler-eval and omni-extract-bench.

STICKLER_PYTHON and OMNI_PYTHON name interpreters that have the programs, which need Python 3.12. The seconds
of stickler-eval are those of comparing alone: its start and the parsing of the models are not counted;
keytally's are those of the whole process. Both compare exactly. omni-extract-bench and `-O compatible=omni`
compare the documents of DocuBench once to warm up, and again for the figures, without start and parsing.
Design targets: 20 times stickler-eval, 5 times omni-extract-bench, 10,000 receipts in 2.5 s, a list of 5,000
items a side in 5 s, and one of 77,400 items in 120 s and 2 GB.
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

VARIABLE, OMNI_VARIABLE = "STICKLER_PYTHON", "OMNI_PYTHON"
DOCUBENCH = Path(__file__).parents[2] / "shared" / "data" / "records" / "docubench"
LISTS = ((5_000, 12, 1_000_000), (20_000, 3, 10), (77_400, 12, 1_000_000))
"""Lengths of lists, with the number of fields of an item and of the values of a field."""

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


_OMNI = """
import json, sys
from pathlib import Path
from time import process_time

data = Path(sys.argv[1])

def records(path):
    with path.open(encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    return {each.pop("id"): each.get("record", each) for each in read}

schemas = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (data / "schemas").iterdir()}
key = records(data / "key.jsonl")
systems = [records(path) for path in sorted(data.glob("*.jsonl")) if path.name != "key.jsonl"]

def compare_all():
    start = process_time()
    for responses in systems:
        for name, record in key.items():
            response = responses.get(name)
            compare(record, response if isinstance(response, dict) else None, schemas[name])
    return process_time() - start

compare_all()
print(min(compare_all() for _ in range(3)))
"""
_COMPARE = {
    "omni": "from omni_extract_bench.scorers.field_matching.compare import score\n"
    "def compare(key, response, schema): score(response, key, schema)\n",
    "keytally": "from keytally.families.records.programs.omni import PROGRAM\n"
    "def compare(key, response, schema): PROGRAM.evaluate([('1', key, response, schema)])\n",
}
_LIST = """
import random, sys
import keytally
count, fields, values = map(int, sys.argv[1:])
chance = random.Random(1)
key = [{f"f{at}": f"v{chance.randrange(values)}" for at in range(fields)} for _ in range(count)]
response = [
    {name: f"v{chance.randrange(values)}" if chance.random() < 0.1 else value for name, value in item.items()}
    for item in key
]
chance.shuffle(response)
keytally.records([{"id": "1", "rows": key}], [{"id": "1", "rows": response}])
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


def measure_omni(interpreter: str, compare: str) -> float:
    """The seconds of comparing the documents of DocuBench with six systems, warm."""
    command = [interpreter, "-c", _COMPARE[compare] + _OMNI, str(DOCUBENCH)]
    return float(run_program(command, capture_output=True, text=True, check=True).stdout)


def report() -> Iterator[str]:
    """A line for the receipts, one for each long list, and one for each of the programs."""
    ours = measure(RECEIPTS)
    yield f"{RECEIPTS} receipts: {ours.seconds:.2f} s (target 2.5), {ours.memory / 1e6:.0f} MB"
    for length, fields, values in LISTS:
        took = run([sys.executable, "-c", _LIST, str(length), str(fields), str(values)])
        shape = f"a list of {length} items, {fields} fields of {values} values"
        yield f"{shape}: {took.seconds:.1f} s, {took.memory / 1e6:.0f} MB"
    yield _beside_stickler(os.environ.get(VARIABLE, ""), ours)
    yield _beside_omni(os.environ.get(OMNI_VARIABLE, ""))


def _beside_stickler(interpreter: str, ours: Run) -> str:
    if not interpreter:
        return f"stickler-eval: {VARIABLE} does not name an interpreter that has it"
    program = measure_stickler(interpreter, COMPARED) / COMPARED
    share = program / (ours.seconds / RECEIPTS)
    return f"stickler-eval: {program * 1000:.1f} ms a receipt, {share:.0f} times keytally (target 20)"


def _beside_omni(interpreter: str) -> str:
    if not interpreter:
        return f"omni-extract-bench: {OMNI_VARIABLE} does not name an interpreter that has it"
    if not DOCUBENCH.is_dir():
        return "omni-extract-bench: needs the documents of DocuBench"
    ours, program = measure_omni(sys.executable, "keytally"), measure_omni(interpreter, "omni")
    return (
        f"omni-extract-bench: {program:.2f} s, {program / ours:.1f} times keytally ({ours:.2f} s; target 5)"
    )
