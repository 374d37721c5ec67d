"""The hooks for pre-commit, in a repository that has them; `make release-check` installs them as well."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.actions.conftest import KEYTALLY, Git
from tests.house.tracked import CHECKOUT

HOOKS = {
    hook["id"]: hook for hook in yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text("utf-8"))
}
UNQUOTED = ('TYPE="PERSON"', "TYPE=PERSON")


@pytest.fixture(autouse=True)
def fault(repository: Path, git: Git) -> Path:
    """The response, with an attribute that is not in quotes, about to be committed."""
    response = repository / "response.sgml"
    response.write_text(response.read_text("utf-8").replace(*UNQUOTED, 1), "utf-8")
    git("add", ".")
    return response


def hook(name: str, repository: Path, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    """Run one of the hooks on what is about to be committed, by the keytally that is installed here."""
    here = {**HOOKS[name], "language": "system"}
    config = tmp_path / "config.yaml"
    config.write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": [here]}]}))
    path = os.pathsep.join([str(Path(KEYTALLY).parent), os.environ["PATH"]])
    return subprocess.run(
        [str(Path(sys.executable).with_name("pre-commit")), "run", "--config", str(config)],
        cwd=repository,
        env={**os.environ, "PATH": path, "PRE_COMMIT_HOME": str(tmp_path / "store")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_fault_stops_the_commit(repository: Path, tmp_path: Path) -> None:
    done = hook("keytally-check", repository, tmp_path)
    assert done.returncode == 1 and "error[unquoted-attribute]" in done.stdout


def test_a_fault_is_mended_and_the_commit_stopped_once(
    repository: Path, tmp_path: Path, fault: Path, git: Git
) -> None:
    done = hook("keytally-fix", repository, tmp_path)
    assert done.returncode == 1 and "files were modified by this hook" in done.stdout
    assert UNQUOTED[1] not in fault.read_text("utf-8")
    git("add", ".")
    assert hook("keytally-fix", repository, tmp_path).returncode == 0
    assert hook("keytally-check", repository, tmp_path).returncode == 0
