"""Record the output of errant_compare, for tests that run where it is not installed.

    python -m tests.families.m2.edits.recording PROGRAM

generates `recorded.json`, where PROGRAM is `errant/commands/compare_m2.py` of ERRANT 3.0.2. It runs by
itself: comparing needs no language model.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

RECORDED = Path(__file__).with_name("recorded.json")

ARGUMENTS = {
    "beta": lambda value: ["-b", value],
    "level": lambda value: [f"-{value}"],
    "categories": lambda value: ["-cat", value],
    "edits": lambda value: [f"-{value}"],
    "without": lambda value: ["-filt", *value.split(",")],
    "verbose": lambda value: ["-v"],
}
"""The program's arguments for the options of keytally, and for `-v`."""


class Case(NamedTuple):
    """Two files, and the options by their names in keytally; `verbose` stands for `-v`."""

    name: str
    key: str
    response: str
    options: Mapping[str, str]


KINDS = ("R:NOUN", "R:NOUN:NUM", "M:DET", "U:DET", "R:VERB:TENSE", "M:PUNCT", "UNK", "ArtOrDet")
WORDS = ("a", "the", "cat", "cats", "sat", ",")


class Generator:
    """Draws pairs of files: edits of the key are kept, dropped, changed and added."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def pair(self, count: int) -> tuple[str, str]:
        """Return a key and a response of a number of sentences."""
        key, response = [], []
        for _ in range(count):
            source = self._chance.choices(WORDS, k=self._chance.randint(1, 8))
            annotators = self._chance.sample(range(5), self._chance.randint(0, 3))
            wanted = {annotator: self._edits(len(source)) for annotator in annotators}
            systems = self._chance.sample(range(3), self._chance.choice((0, 1, 1, 1, 2)))
            known = [edit for edits in wanted.values() for edit in edits]
            made = {system: self._response(known, len(source)) for system in systems}
            key.append(_block(source, wanted))
            response.append(_block(source, made))
        return "".join(key), "".join(response)

    def _edits(self, length: int) -> list[str]:
        return [self._edit(length) for _ in range(self._chance.choice((0, 1, 1, 2, 3)))]

    def _edit(self, length: int) -> str:
        start = self._chance.randint(0, length)
        end = min(length, start + self._chance.choice((0, 1, 1, 2, 3)))
        size = self._chance.randint(0 if start < end else 1, 2)
        correction = " ".join(self._chance.choices(WORDS, k=size)) or self._chance.choice(("", "-NONE-"))
        return f"{start} {end}|||{self._chance.choice(KINDS)}|||{correction}"

    def _response(self, known: list[str], length: int) -> list[str]:
        kept = [edit for edit in known if self._chance.random() < 0.6]
        changed = [self._changed(edit) for edit in kept]
        return [*changed, *(self._edits(length) if self._chance.random() < 0.4 else ())]

    def _changed(self, edit: str) -> str:
        span, kind, correction = edit.split("|||")
        if self._chance.random() < 0.2:
            kind = self._chance.choice(KINDS)
        if self._chance.random() < 0.2:
            correction = self._chance.choice(WORDS)
        return f"{span}|||{kind}|||{correction}"


def split_gold(text: str, seed: int, count: int = 60) -> tuple[str, str]:
    """Draw a key and a response from the sentences of a gold file.

    The response has one annotator; edits are kept, dropped, repeated, or get another type or correction.
    """
    chance = random.Random(seed)
    blocks = [block.strip("\n") for block in text.split("\n\n") if block.startswith("S ")]
    chosen = chance.sample(blocks, min(count, len(blocks)))
    return "".join(f"{block}\n\n" for block in chosen), "".join(_answer(block, chance) for block in chosen)


def _answer(block: str, chance: random.Random) -> str:
    source, *lines = block.split("\n")
    fields = [line[2:].split("|||") for line in lines if line.startswith("A ")]
    annotator = chance.choice(sorted({each[-1] for each in fields}) or ["0"])
    found = [source]
    for each in fields:
        if each[-1] == annotator and chance.random() < 0.8:
            if each[1] != "noop" and chance.random() < 0.2:
                each[chance.choice((1, 2))] = chance.choice(KINDS)
            found += [f"A {'|||'.join([*each[:-1], '0'])}"] * chance.choice((1, 1, 1, 1, 2))
    return "\n".join([*found, "", ""])


def _block(source: list[str], edits: Mapping[int, list[str]]) -> str:
    lines = [f"S {' '.join(source)}"]
    for annotator, own in edits.items():
        lines += [f"A {edit}|||REQUIRED|||-NONE-|||{annotator}" for edit in own or ["-1 -1|||noop|||-NONE-"]]
    return "\n".join([*lines, "", ""])


def drawn_options(seed: int) -> dict[str, str]:
    """Draw options at random."""
    chance = random.Random(seed)
    choices = {
        "beta": ("0.5", "1", "2"),
        "level": ("cs", "cse", "ds", "dt"),
        "categories": ("1", "2", "3"),
        "edits": ("single", "multi"),
        "without": ("R:NOUN", "M:DET,ArtOrDet", "UNK"),
        "verbose": ("yes",),
    }
    return {name: chance.choice(values) for name, values in choices.items() if chance.random() < 0.5}


def drawn(seed: int, count: int = 4) -> Case:
    """Draw files and options at random."""
    return Case(f"drawn {seed}", *Generator(seed).pair(count), drawn_options(seed))


def _plain(*edits: str) -> str:
    return _block(["a", "b", "c"], {0: list(edits)}) if edits else _block(["a", "b", "c"], {})


X, Y = "0 1|||R:NOUN|||x", "1 2|||R:VERB|||y"

CASES = (
    Case("equal", _plain(X, Y), _plain(X, Y), {}),
    Case("nothing to correct, nothing done", _plain(), _plain(), {}),
    Case("an edit that the response repeats", _plain(X, Y), _plain(X, X), {}),
    Case("an edit that the key repeats", _plain(X, X, Y), _plain(X), {}),
    Case("a spurious edit that the response repeats", _plain(Y), _plain(X, X), {}),
    *(
        Case(f"level {level}", *Generator(100).pair(12), {"level": level, "categories": "3"})
        for level in ("cs", "cse", "ds", "dt")
    ),
    *(Case(f"categories {each}", *Generator(101).pair(12), {"categories": each}) for each in "123"),
    *map(drawn, range(1, 13)),
)


def program_output(program: str, case: Case) -> str:
    """Return the output of the program for a case."""
    with tempfile.TemporaryDirectory() as folder:
        key, response = Path(folder, "key.m2"), Path(folder, "response.m2")
        key.write_text(case.key, encoding="utf-8")
        response.write_text(case.response, encoding="utf-8")
        options = (part for name, value in case.options.items() for part in ARGUMENTS[name](value))
        command = [sys.executable, program, "-hyp", str(response), "-ref", str(key), *options]
        done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return done.stdout


def records(program: str) -> Iterator[tuple[str, str]]:
    """Yield the names of all cases, each with the output of the program."""
    for case in CASES:
        yield case.name, program_output(program, case)


if __name__ == "__main__":
    text = json.dumps(dict(records(sys.argv[1])), indent=1, ensure_ascii=False)
    RECORDED.write_text(text + "\n", encoding="utf-8")
