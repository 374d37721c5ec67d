"""Record what the reference program prints, for tests that run where it is not at hand.

    python -m tests.families.m2.recording RELEASE_3.2/scripts/m2scorer.py HEAD/scripts/m2scorer.py

writes `recorded.json` anew, with the two programs running under Python 3. Each record is the output of
`python m2scorer.py [OPTIONS] system source_gold`. Release 3.2 is written for Python 2, where the comma at the
end of a print statement keeps a line open; where its conversion lost that, the line is joined again.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from tests.families.m2.files import GOLD, OUTPUT, block

RECORDED = Path(__file__).with_name("recorded.json")
PROGRAMS = ("3.2", "head")
OPEN_LINE = "set weights of edges()"
QUIET, VERBOSE, VERY_VERBOSE = "", "--verbose", "--very_verbose"


class Case(NamedTuple):
    """Files and options, the latter as keytally names them; `shown` are the verbosities recorded."""

    name: str
    gold: str
    output: str
    options: dict[str, str]
    shown: tuple[str, ...] = (QUIET, VERBOSE)


def drawn(seed: int, count: int) -> tuple[str, str]:
    """Sentences of few words, corrected and annotated at random."""
    chance = random.Random(seed)
    words = ["a", "b", "c", "d", "The", "the"]
    gold, output = [], []
    for _ in range(count):
        source = [chance.choice(words) for _ in range(chance.randint(1, 8))]
        hypothesis = [chance.choice(words) if chance.random() < 0.3 else word for word in source]
        if chance.random() < 0.5:
            hypothesis.insert(chance.randint(0, len(hypothesis)), chance.choice(words))
        edits = []
        for annotator in range(chance.randint(0, 2)):
            starts = sorted(chance.randint(0, len(source)) for _ in range(chance.randint(1, 3)))
            for start in starts:
                end = min(len(source), start + chance.randint(0, 2))
                new = " ".join(hypothesis[start : start + chance.randint(0, 2)])
                edits.append(f"{start} {end} {new}||{chance.choice(words)} #{annotator}")
        gold.append(block(" ".join(source), *edits))
        output.append(" ".join(hypothesis) + "\n")
    return "".join(gold), "".join(output)


ALL = (QUIET, VERBOSE, VERY_VERBOSE)
CASES = (
    Case("the document's example", GOLD, OUTPUT, {}),
    Case("beta", GOLD, OUTPUT, {"beta": "1"}),
    Case("no unchanged words", GOLD, OUTPUT, {"max_unchanged_words": "0"}),
    Case("one token inserted at the start", block("b c", "0 0 a"), "a b c\n", {}, ALL),
    Case("two tokens inserted at the start", block("c d", "0 0 a b"), "a b c d\n", {}, ALL),
    Case("a duplicated gold edit", block("a b", "0 1 x", "0 1 x"), "x b\n", {}),
    Case("gold edits out of order", block("a b c d e f", "5 6 y", "0 1 x"), "x b c d e y\n", {}),
    Case("insertions at one place", block("a b", "1 1 x", "1 1 y"), "a x y b\n", {}, ALL),
    Case("an insertion beside a deletion", block("a b c", "1 1 x", "1 2 "), "a x c\n", {}, ALL),
    Case("a deletion beside an insertion", block("a b c d", "1 2 ", "2 2 x"), "a x c d\n", {}),
    Case("case ignored", block("the cat", "0 1 The"), "The cat\n", {"ignore_whitespace_casing": "yes"}),
    Case("nothing to do, nothing done", block("a b", "noop"), "a b\n", {}),
    Case("nothing to do, something done", block("a b", "noop"), "a c\n", {}),
    Case("something to do, nothing done", block("a b", "0 1 x"), "a b\n", {}),
    Case("no annotation at all", block("a b"), "a c\n", {}),
    Case("an edit beyond the end", block("a b", "0 1 x", "2 3 y"), "x b\n", {}),
    Case("noop overrides offsets", "S a b\nA 0 1|||noop|||x|||R|||-|||0\n", "x b\n", {}),
    Case("an empty line", block("a b", "0 2 ") + block("c"), "\nc\n", {}),
    Case("a no-break space parts tokens", block("a\u00a0b c", "1 2 x"), "a x c\n", {}),
    Case("lines of I", "S a b\nI whatever\nA 0 1|||T|||x|||R|||-|||0\n", "x b\n", {}),
    Case(
        "the order of sentences",
        block("a b c d", "0 1 x #0", "3 4 y #0", "0 1 x #1") + block("a b", "0 1 x #0", "noop #1"),
        "x b c d\na b\n",
        {},
    ),
    Case("drawn at random", *drawn(1, 30), {}),
    Case("drawn, for recall", *drawn(2, 30), {"beta": "2", "max_unchanged_words": "1"}),
    Case("drawn, case ignored", *drawn(3, 30), {"ignore_whitespace_casing": "yes"}),
    Case("nothing done, in full", block("a b c d", "0 1 x", "noop #1"), "a b c d\n", {}, (VERY_VERBOSE,)),
    Case("drawn, in full", *drawn(6, 1), {}, (VERY_VERBOSE,)),
)


def program_run(program: str, case: Case, shown: str) -> str:
    """What a program prints about a case."""
    arguments = [
        f"--{name}" if value == "yes" else f"--{name}={value}" for name, value in case.options.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        system, gold = Path(folder, "system"), Path(folder, "source_gold")
        system.write_text(case.output, encoding="utf-8")
        gold.write_text(case.gold, encoding="utf-8")
        command = [sys.executable, program, *arguments, *filter(None, [shown]), str(system), str(gold)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return done.stdout


def record(paths: list[str]) -> dict[str, Any]:
    """The outputs of both programs, by case, mode and verbosity."""
    programs = dict(zip(PROGRAMS, paths, strict=True))
    return {
        case.name: {
            mode: {shown: as_printed(mode, program_run(path, case, shown)) for shown in case.shown}
            for mode, path in programs.items()
        }
        for case in CASES
    }


def as_printed(mode: str, output: str) -> str:
    """What a program prints under the Python that it is written for."""
    return output.replace(f"{OPEN_LINE}\n", f"{OPEN_LINE} ") if mode == "3.2" else output


if __name__ == "__main__":
    text = json.dumps(record(sys.argv[1:]), indent=1, ensure_ascii=False)
    RECORDED.write_text(text + "\n", encoding="utf-8")
