"""`keytally check` of any files ends with findings or one line; its fixes apply, and come to an end."""

import json
from pathlib import Path
from random import Random

from fuzz.case import Case
from fuzz.command import Output, run
from fuzz.failure import hold
from fuzz.folders import folder_with
from fuzz.grammar import workspace
from fuzz.mutation import mutated_files
from fuzz.targets.target import Target
from keytally.families import registry
from keytally.findings.outputs import FORMATS
from keytally.runs.check import check
from keytally.runs.files import KeytallyError

_ROUNDS = 4
_ROLES = ("key", "response")


def _make(chance: Random) -> Case:
    files = workspace(chance)
    changed = mutated_files(chance, files) if chance.random() < 0.7 else files
    choices = {
        "format": chance.choice(FORMATS),
        "task": chance.choice(sorted(registry.tasks())),
        "role": chance.choice(_ROLES),
    }
    return Case("check", changed, choices=choices)


def _run(case: Case) -> None:
    with folder_with(case.files) as folder:
        shown = run(["check", str(folder), "--format", case.choices["format"]])
        _check_output(case.choices["format"], shown)
        _check_alone(case, folder)
        run(["check", str(folder), "--diff"])
        _check_fixes(folder)


def _check_output(name: str, shown: Output) -> None:
    if name in ("json", "gitlab", "sarif"):
        json.loads(shown.printed)


def _check_alone(case: Case, folder: Path) -> None:
    """Each file by itself, read as a file of another task."""
    for name in sorted(case.files):
        try:
            findings = check(folder / name, task=case.choices["task"], role=case.choices["role"])
        except KeytallyError as error:
            hold("\n" not in str(error.problems[0]), "an error is one line", error)
            continue
        for found in findings:
            hold(found.start <= found.end, "a finding starts before it ends", found)
            hold("\n" not in found.message and "\r" not in found.message, "a message is one line", found)


def _check_fixes(folder: Path) -> None:
    """Fixes come to an end: those of one file may show what is wrong in others."""
    said = [run(["check", str(folder), "--fix"]).said for _ in range(_ROUNDS)]
    hold("applied 0 fixes" in said[-1], "fixes come to an end", "".join(said))


TARGET = Target("check", _make, _run)
