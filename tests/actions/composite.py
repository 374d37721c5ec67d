"""Runs a composite action of GitHub's here, as far as it goes without GitHub.

Steps that run commands are run, in order, with the files and variables that a runner gives them; a step that
uses another action is only noted. An expression that is not known here is an error, not an empty text.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
COMPARISON = re.compile(r"([\w.-]+) == '([^']*)'")


@dataclass
class Run:
    """What came of an action: the status of the last step that was run, and what was seen on the way."""

    status: int = 0
    printed: str = ""
    summary: str = ""
    used: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)


def run_action(
    folder: Path,
    workspace: Path,
    temporary: Path,
    inputs: Mapping[str, str],
    known: Mapping[str, str],
    path: str = os.environ["PATH"],
) -> Run:
    """Run the action of a folder in a workspace.

    `known` has values of expressions, such as `github.event_name`; where it has an output of a step,
    that step is taken as done and is not run.
    """
    action = yaml.safe_load((folder / "action.yml").read_text("utf-8"))
    done = Run(values={"runner.temp": str(temporary), **known})
    for name, described in action["inputs"].items():
        default = (
            ""
            if described.get("required")
            else expanded(described["default"], done.values, given=name in inputs)
        )
        done.values[f"inputs.{name}"] = inputs.get(name, default)
    for step in action["runs"]["steps"]:
        if done.status == 0 and holds(step.get("if"), done.values) and not is_known(step, known):
            _run_step(step, folder, workspace, temporary, done, path)
    return done


def is_known(step: Mapping[str, Any], known: Mapping[str, str]) -> bool:
    """Whether the outputs of a step are given."""
    return "id" in step and any(name.startswith(f"steps.{step['id']}.") for name in known)


def holds(condition: str | None, values: Mapping[str, str]) -> bool:
    """Whether a condition made of comparisons that all have to hold does."""
    parts = condition.split(" && ") if condition else []
    matches = [COMPARISON.fullmatch(part) for part in parts]
    assert all(matches), f"no condition that is known here: {condition}"
    return all(values[match[1]] == match[2] for match in matches if match)


def expanded(text: str, values: Mapping[str, str], given: bool = False) -> str:
    """A text with the values of its expressions; of one that is not needed it may be anything."""
    return "" if given else EXPRESSION.sub(lambda found: values[found[1]], text)


def _run_step(
    step: Mapping[str, Any], folder: Path, workspace: Path, temporary: Path, done: Run, path: str
) -> None:
    """Run one step, and note what it put out."""
    if "uses" in step:
        done.used.append(
            (step["uses"], {name: expanded(text, done.values) for name, text in step["with"].items()})
        )
        return
    assert step["shell"] == "bash" and not EXPRESSION.search(step["run"]), "a value would be run as code"
    files = {name: temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.write_text("")
    variables = {name: expanded(str(text), done.values) for name, text in step.get("env", {}).items()}
    fixed = {"GITHUB_ACTION_PATH": folder, "RUNNER_TEMP": temporary, **files}
    ran = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=workspace,
        env={**os.environ, "PATH": path, **{name: str(value) for name, value in fixed.items()}, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    done.status = ran.returncode
    done.printed += ran.stdout + ran.stderr
    done.summary += files["GITHUB_STEP_SUMMARY"].read_text("utf-8")
    for line in files["GITHUB_OUTPUT"].read_text("utf-8").splitlines():
        name, _, value = line.partition("=")
        done.values[f"steps.{step['id']}.outputs.{name}"] = value
