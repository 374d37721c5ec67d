"""What labelled spans cost beside nervaluate, on 100,000 spans in a million tokens.

Design target: 10 times as fast as nervaluate. Both read the same two files of JSON records, and nervaluate is
given the spans that it reads from them. `values` are the same spans for `keytally.spans`, and the time of
reading them does not count. The files are those of the part `entities`, as text with spans.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.columns import token_columns
from benchmarks.corpora.texts import Texts
from benchmarks.entities import TOKENS, measure
from benchmarks.process import Run

_READING = """
import json, sys
def spans(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["label"] for line in file]
key, response = map(spans, sys.argv[1:])
"""
_NERVALUATE = f"""{_READING}
from nervaluate.evaluator import Evaluator
def values(side):
    return [[{{"start": s, "end": e, "label": kind}} for s, e, kind in record] for record in side]
sides = values(key), values(response)
print(Evaluator(*sides, ["PER", "ORG", "LOC", "MISC"], loader="dict").evaluate()["overall"])
"""
_VALUES = f"""{_READING}
import keytally
print(keytally.spans(key, response))
"""
_KEYTALLY = [sys.executable, "-m", "keytally", "score", "--task", "spans"]
TARGET = 10


def records_of(columns: str) -> tuple[str, int]:
    """Sentences of token columns as JSON records, and the number of their spans."""
    lines, spans = [], 0
    for number, block in enumerate(columns.strip().split("\n\n")):
        rows = [line.split("\t") for line in block.split("\n")]
        label: list[tuple[int, int, str]] = []
        start = 0
        for word, tag in rows:
            end = start + len(word)
            if tag.startswith("B-"):
                label.append((start, end, tag[2:]))
            elif tag.startswith("I-") and label:
                label[-1] = (label[-1][0], end, tag[2:])
            start = end + 1
        spans += len(label)
        text = " ".join(word for word, _ in rows)
        lines.append(json.dumps({"id": number, "text": text, "label": label}))
    return "\n".join(lines) + "\n", spans


def _written(columns: Texts, folder: Path) -> tuple[list[str], int]:
    """The paths of a pair in a new folder, and the number of spans of the key."""
    folder.mkdir()
    found = [records_of(text) for text in columns]
    paths = [folder / f"{side}.jsonl" for side in columns._fields]
    for path, (text, _) in zip(paths, found, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths], found[0][1]


def report() -> Iterator[str]:
    """A line for plain values, net of reading them, and one for files, with and without the start."""
    with tempfile.TemporaryDirectory() as folder:
        pair, spans = _written(token_columns(TOKENS), Path(folder, "pair"))
        small, _ = _written(token_columns(10), Path(folder, "small"))
        codes = (_READING, _NERVALUATE, _VALUES)
        commands = [*([sys.executable, "-c", code] for code in codes), _KEYTALLY]
        starts = [each.seconds for each in measure([[*command, *small] for command in commands])]
        read, theirs, mine, files = measure([[*command, *pair] for command in commands])
        nothing, program, own, command = starts
        reading = read.seconds - nothing
        yield f"{spans:,} spans  nervaluate cpu s  keytally cpu s   memory  ratio (target)"
        yield _line("values", theirs.seconds - program - reading, mine.seconds - own - reading, mine)
        yield _line("files", theirs.seconds - program, files.seconds - command, files)
        yield _line("files, start", theirs.seconds, files.seconds, files)


def _line(name: str, theirs: float, mine: float, run: Run) -> str:
    figures = f"{theirs:16.2f} {mine:15.2f} {run.memory / 1e6:5.0f} MB {theirs / mine:6.1f}"
    return f"{name:14} {figures} (>= {TARGET})"


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
