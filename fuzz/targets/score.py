"""`keytally score` of any files ends with a score or one line, in the command and in Python."""

import json
from pathlib import Path
from random import Random

from fuzz.case import Case
from fuzz.command import run
from fuzz.folders import folder_with
from fuzz.grammar import workspace
from fuzz.mutation import mutated_files
from fuzz.targets.target import Target
from keytally.project.discovery import discover
from keytally.project.pair import Pair

_FLAGS = (
    "",
    "-v",
    "-vv",
    "-vvv",
    "--format=json",
    "--report-dir=reports",
    "-Ocompatible=official",
    "-Ocompatible=3.2",
    "-Ocompatible=all",
    "-Ocompatible=omni",
    "-Ocompatible=docubench",
    "-Ocompatible=extractbench",
    "-Ocompatible=kieval",
)
_MOST_PAIRS = 3


def _make(chance: Random) -> Case:
    files = workspace(chance)
    changed = mutated_files(chance, files) if chance.random() < 0.7 else files
    choices = {"flag": chance.choice(_FLAGS), "order": chance.choice(("right", "right", "right", "wrong"))}
    return Case("score", changed, choices=choices)


def _run(case: Case) -> None:
    with folder_with(case.files) as folder:
        run(["pairs", str(folder)])
        for pair in discover(folder).pairs[:_MOST_PAIRS]:
            _score(case, folder, pair)
        for name in sorted(case.files):
            if name.endswith(".config"):
                run(["score", str(folder / name)])


def _score(case: Case, folder: Path, pair: Pair) -> None:
    flag = case.choices["flag"].replace("=reports", f"={folder / 'reports'}")
    files = [str(pair.key), str(pair.response)]
    if case.choices["order"] == "wrong":
        files.reverse()
    told = run(["score", *files, *filter(None, [flag])])
    if flag == "--format=json" and told.status == 0:
        json.loads(told.printed)
    stated = ["--config", str(pair.configuration)] if pair.configuration else []
    texts = ["--texts", str(pair.texts)] if pair.texts else []
    run(["score", *files, "--task", pair.task, *stated, *texts, *filter(None, [flag])])


TARGET = Target("score", _make, _run)
