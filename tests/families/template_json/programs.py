"""Runs of the programs whose output the modes print, and the files that they take."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.families.template_json.written import Document, extracts, lines, one_object, with_offsets

PROGRAMS = {"gtt": "GTT", "grit": "GRIT"}
"""The environment's variables for the paths of the `eval.py` of each program."""

ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
"""The programs know no others, and want all of them."""

Sides = Sequence[tuple[Document, Document]]


def files_of(program: str, sides: Sides, folder: Path) -> tuple[Path, Path]:
    """The key and the response as the program reads them; of roles, those of the first template."""
    key, response = ([[_whole(each) for each in pair[at]] for pair in sides] for at in (0, 1))
    if program == "gtt":
        written = lines([[*map(with_offsets, each)] for each in key]), one_object(response)
    else:
        gold = [extracts(with_offsets(_first(each))) for each in key]
        found = [extracts(_first(each)) for each in response]
        written = lines(gold, "extracts"), one_object(found, "pred_extracts")
    paths = folder / "key.jsonl", folder / "response.json"
    for path, text in zip(paths, written, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def program_output(program: str, key: Path, response: Path) -> str:
    """What the program prints; skips the test where it is not at hand."""
    script = os.environ.get(PROGRAMS[program])
    if not script or not Path(script).is_file():
        pytest.skip(f"{PROGRAMS[program]} does not name eval.py")
    needed = key.parent / "data" / "muc" / "processed" / "docids_event_n.json"
    needed.parent.mkdir(parents=True, exist_ok=True)
    needed.write_text(json.dumps({}), encoding="utf-8")
    arguments = [sys.executable, script, "--pred_file", str(response), "--gold_file", str(key)]
    done = subprocess.run(
        arguments, cwd=key.parent, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout


def _first(document: Document) -> Any:
    return _whole(document[0]) if document else _whole({})


def _whole(template: Any) -> Any:
    """A template with all roles that the programs want."""
    return {
        "incident_type": template.get("incident_type", "attack"),
        **{role: template.get(role, []) for role in ROLES},
    }
