"""The YAML that other teams take from here is what its readers ask for."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT, name_of

CI = CHECKOUT / "examples" / "ci"
ACTIONS = sorted((CHECKOUT / "actions").glob("*/action.yml"))
WORKFLOWS = sorted([CI / "github.yml", *(CHECKOUT / ".github" / "workflows").glob("*.yml")])
SCHEMAS = [
    *((file, "vendor.github-actions") for file in ACTIONS),
    *((file, "vendor.github-workflows") for file in WORKFLOWS),
    (CI / "gitlab-ci.yml", "vendor.gitlab-ci"),
]


def program(name: str, *arguments: str) -> str:
    """What a program of this environment prints where it finds fault; "" where it finds none."""
    command = [str(Path(sys.executable).with_name(name)), *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=120)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


@pytest.mark.parametrize(("file", "schema"), SCHEMAS, ids=map(name_of, [file for file, _ in SCHEMAS]))
def test_it_keeps_to_its_schema(file: Path, schema: str) -> None:
    assert not program("check-jsonschema", "--builtin-schema", schema, str(file))


@pytest.mark.parametrize("file", [*ACTIONS, *WORKFLOWS], ids=name_of)
def test_it_runs_no_value_as_code_and_asks_for_no_right_too_many(file: Path) -> None:
    config = str(CHECKOUT / ".github" / "zizmor.yml")
    assert not program("zizmor", "--offline", "--config", config, str(file))


def test_hooks_and_their_configuration_are_what_pre_commit_reads() -> None:
    assert not program("pre-commit", "validate-manifest", str(CHECKOUT / ".pre-commit-hooks.yaml"))
    assert not program("pre-commit", "validate-config", str(CI / "pre-commit-config.yaml"))
