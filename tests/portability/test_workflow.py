"""The workflow of the tests runs them on every system, under every Python that keytally is for."""

import re
from itertools import product
from typing import Any

import pytest
import yaml

from tests.house.tracked import CHECKOUT

WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))
TEXT = (CHECKOUT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
WORKFLOW: dict[Any, Any] = yaml.safe_load(TEXT)
MATRIX = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]
RUNS = [
    *product(MATRIX["os"], MATRIX["python"]),
    *((each["os"], each["python"]) for each in MATRIX["include"]),
]


def test_all_three_systems_are_there() -> None:
    assert {system for system, _ in RUNS} == {"ubuntu-latest", "windows-latest", "macos-latest"}


def test_the_oldest_python_runs_on_every_system() -> None:
    project = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    [oldest] = re.findall(r'^requires-python = ">=(\S+)"$', project, re.M)
    assert {system for system, python in RUNS if python == oldest} == {system for system, _ in RUNS}


def test_every_python_is_written_as_text() -> None:
    """YAML reads an unquoted 3.20 as the number 3.2."""
    assert all(isinstance(python, str) for _, python in RUNS)


def test_what_it_runs_is_there() -> None:
    steps = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
    lines = "\n".join(step.get("run", "") for step in steps)
    named = re.findall(r"(?:tests|requirements|\.ci)/[\w/.]+", lines)
    assert named and not [name for name in named if not (CHECKOUT / name).exists()]
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in " ".join(re.findall(r"^make (.+)$", lines, re.M)).split():
        assert re.search(rf"^{target}:", makefile, re.M), target


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_asks_for_no_right_that_it_does_not_need(workflow: Any) -> None:
    text = workflow.read_text(encoding="utf-8")
    parsed = yaml.safe_load(text)
    assert parsed["permissions"] == {}
    for name, job in parsed["jobs"].items():
        assert "timeout-minutes" in job and "permissions" in job, name
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
