"""What entities in columns cost beside seqeval and nervaluate, on a million tokens.

Design targets: 5 times as fast as seqeval, 20 times as nervaluate, in keytally's default mode, whose headline
is their strict F, and in the mode of the program. All processes read the same two files; the first ratio
counts the start of the processes, the second one does not. Hardly any two sentences are alike, and two in
five are the same on both sides: the more a response agrees with its key, the less there is to compare.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.columns import token_columns
from benchmarks.corpora.texts import Texts
from benchmarks.process import Run, run
from benchmarks.throughput import median_run

TOKENS = 1_000_000

_READING = """
import sys
def labels(path):
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\\n\\n")
    return [[line.split("\\t")[1] for line in block.split("\\n") if line] for block in blocks]
key, response = map(labels, sys.argv[1:])
"""
_SEQEVAL = f"""{_READING}
from seqeval.metrics import classification_report
print(classification_report(key, response, zero_division=0))
"""
_NERVALUATE = f"""{_READING}
from nervaluate.evaluator import Evaluator
print(Evaluator(key, response, ["PER", "ORG", "LOC", "MISC"], loader="list").evaluate()["overall"])
"""
_KEYTALLY = [sys.executable, "-m", "keytally", "score", "--task", "entities"]

COMPARED = (
    ("seqeval", [sys.executable, "-c", _SEQEVAL], "seqeval", 5),
    ("nervaluate", [sys.executable, "-c", _NERVALUATE], "nervaluate", 20),
)
"""A program with its command, keytally's mode that prints the same, and the target."""


def measure(command: list[str], files: Texts) -> Run:
    """The median run of a command on a pair."""
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{side}.bio" for side in files._fields]
        for path, text in zip(paths, files, strict=True):
            path.write_text(text, encoding="utf-8")
        return median_run(lambda: run([*command, *map(str, paths)]))


def report() -> Iterator[str]:
    """A line a program and mode."""
    pair, small = token_columns(TOKENS), token_columns(10)
    yield "entities   mode        program cpu s  keytally cpu s   memory  ratio, without start (target)"
    for name, command, mode, target in COMPARED:
        theirs, start = measure(command, pair).seconds, measure(command, small).seconds
        for own_mode in ("document", mode):
            own = [*_KEYTALLY, "-O", f"compatible={own_mode}"]
            mine, own_start = measure(own, pair), measure(own, small).seconds
            figures = f"{theirs:13.2f} {mine.seconds:15.2f} {mine.memory / 1e6:5.0f} MB"
            net = (theirs - start) / (mine.seconds - own_start)
            yield f"{name:10} {own_mode:11} {figures} {theirs / mine.seconds:6.1f} {net:14.1f} (>= {target})"


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
