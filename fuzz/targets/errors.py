"""`keytally errors` of any files ends with a page or one line, and what it says agrees with the score."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from fuzz.case import Case
from fuzz.command import run
from fuzz.failure import hold
from fuzz.folders import folder_with
from fuzz.grammar import workspace
from fuzz.mutation import mutated_files
from fuzz.targets.target import Target
from keytally.project.discovery import discover
from keytally.project.pair import Pair

_FORMATS = ("text", "markdown", "csv")
_MOST_PAIRS = 2
_CLOSE = 1e-6


def _make(chance: Random) -> Case:
    files = workspace(chance)
    changed = mutated_files(chance, files) if chance.random() < 0.7 else files
    return Case("errors", changed, choices={"format": chance.choice(_FORMATS), "top": chance.choice("035")})


def _run(case: Case) -> None:
    with folder_with(case.files) as folder:
        for pair in discover(folder).pairs[:_MOST_PAIRS]:
            _try(case, folder, pair)


def _try(case: Case, folder: Path, pair: Pair) -> None:
    files = [str(pair.key), str(pair.response)]
    stated = ["--config", str(pair.configuration)] if pair.configuration else []
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    command = ["errors", *files, "--task", pair.task, *stated, "--top", case.choices["top"]]
    run([*command, "--format", case.choices["format"]])
    told = run([*command, "--format", "json"])
    hold(all(path.read_bytes() == data for path, data in before.items()), "files stay", files)
    if told.status == 0:
        _check(json.loads(told.printed))


def _check(values: dict[str, Any]) -> None:
    """What holds for the figures by themselves."""
    differences = values["differences"]
    counts = Counter(each["class"] for each in differences)
    told = {name: each["count"] for name, each in values["classes"].items()}
    hold(counts == told, "classes count their differences", (counts, told))
    for name in ("headline", "repaired"):
        hold(0 <= values[name] <= 100, "a headline is from 0 to 100", (name, values[name]))
    gains = [each["gain"] for each in differences if each["gain"] is not None]
    hold(all(first >= then - _CLOSE for first, then in pairwise(gains)), "what gains most is first", gains)
    steps = [values["headline"], *(each["headline"] for each in values["first"])]
    hold(all(then > before for before, then in pairwise(steps)), "each first repair gains", steps)
    for each in differences:
        start, end = (each["range"][side] for side in ("start", "end"))
        places = [(place["line"], place["column"]) for place in (start, end)]
        hold((1, 1) <= places[0] <= places[1], "a place starts before it ends", each)


TARGET = Target("errors", _make, _run)
