"""What entities in columns cost beside seqeval and nervaluate, on a million tokens.

Design targets, start included: 8 times as fast as seqeval, 5 times as nervaluate, in keytally's default mode,
whose headline is their strict F, and in the mode of the program. All processes read the same two files; the
first ratio counts the start of the processes, the second one does not. Hardly any two sentences are alike,
and two in five are the same on both sides: the more a response agrees with its key, the less there is to do.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.corpora.columns import token_columns
from benchmarks.corpora.texts import Texts
from benchmarks.process import Run, run

TOKENS = 1_000_000
ROUNDS = 5

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
    ("seqeval", [sys.executable, "-c", _SEQEVAL], "seqeval", 8),
    ("nervaluate", [sys.executable, "-c", _NERVALUATE], "nervaluate", 5),
)
"""A program with its command, keytally's mode that prints the same, and the target."""


def paths_of(files: Texts, folder: Path) -> list[str]:
    """The paths of a pair, which is written into a new folder."""
    folder.mkdir()
    paths = [folder / f"{side}.bio" for side in files._fields]
    for path, text in zip(paths, files, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def measure(commands: Sequence[list[str]]) -> Iterator[Run]:
    """The median run of each command; all run in turn, so that a slow while is the same to each."""
    rounds = [[run(command) for command in commands] for _ in range(ROUNDS)]
    for runs in zip(*rounds, strict=True):
        yield Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> Iterator[str]:
    """A line a program and mode."""
    yield "entities   mode        program cpu s  keytally cpu s   memory  ratio, without start (target)"
    with tempfile.TemporaryDirectory() as folder:
        pair = paths_of(token_columns(TOKENS), Path(folder, "pair"))
        small = paths_of(token_columns(10), Path(folder, "small"))
        for name, command, mode, target in COMPARED:
            own = [[*_KEYTALLY, "-O", f"compatible={own_mode}"] for own_mode in ("document", mode)]
            starts = [[*command, *small], [*own[0], *small]]
            start, own_start, theirs, *mine = measure(
                [*starts, *([*each, *pair] for each in (command, *own))]
            )
            for own_mode, its in zip(("document", mode), mine, strict=True):
                figures = f"{theirs.seconds:13.2f} {its.seconds:15.2f} {its.memory / 1e6:5.0f} MB"
                ratio = theirs.seconds / its.seconds
                net = (theirs.seconds - start.seconds) / (its.seconds - own_start.seconds)
                yield f"{name:10} {own_mode:11} {figures} {ratio:6.1f} {net:14.1f} (>= {target})"


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
