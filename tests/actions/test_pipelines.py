"""The pipelines of `examples/ci`, run as a runner of GitLab, or of any other kind, does."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.actions.conftest import KEYTALLY, Git, worse
from tests.house.tracked import CHECKOUT

CI = CHECKOUT / "examples" / "ci"
PAGE = CHECKOUT / "docs" / "guide" / "teams.md"
SHOWN = re.findall(r"^```(?:yaml|sh)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
FILES = ("pre-commit-config.yaml", "github.yml", "gitlab-ci.yml", "shell.sh")
INSTALL = '#!/bin/sh\necho "$INSTALLED"\n'
CURL = '#!/bin/sh\nprintf "%s\\n" "$@" >>"$CURL_LOG"\n'


@pytest.fixture(autouse=True)
def scripts(repository: Path, git: Git) -> None:
    """The scripts where the examples have them, with an install that takes what is installed here."""
    (repository / "ci").mkdir()
    for script in (CHECKOUT / "actions").glob("*.sh"):
        shutil.copy(script, repository / "ci")
    (repository / "ci" / "install.sh").write_text(INSTALL)
    git("add", ".")
    git("commit", "-q", "-m", "Add the scripts")


def sh(repository: Path, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "INSTALLED": KEYTALLY, "KEYTALLY_REQUIREMENT": "", **variables}
    return subprocess.run(
        ["sh", "-e", *words],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def job(
    name: str, repository: Path, part: str = "script", **variables: str
) -> "subprocess.CompletedProcess[str]":
    """Run the lines of a job of GitLab's as one script."""
    lines = yaml.safe_load((CI / "gitlab-ci.yml").read_text("utf-8"))[name][part]
    return sh(repository, "-c", "\n".join(lines), **variables)


def test_gitlab_checks(repository: Path) -> None:
    (repository / "response.sgml").write_text("<DOC>\n<ENAMEX>Ann\n</DOC>\n")
    done = job("keytally check", repository)
    assert done.returncode == 1 and "response.sgml:2:1: error" in done.stdout
    assert json.loads((repository / "findings.json").read_text())
    assert json.loads((repository / "findings.sarif").read_text())["runs"]


def test_gitlab_compares_and_comments_with_a_token(repository: Path, git: Git, tmp_path: Path) -> None:
    base = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": git("rev-parse", "HEAD").strip()}
    assert job("keytally compare", repository, **base).returncode == 0
    assert "1.0000" in (repository / "score.md").read_text()
    (tmp_path / "curl").write_text(CURL)
    (tmp_path / "curl").chmod(0o755)
    given = {
        "PATH": os.pathsep.join([str(tmp_path), os.environ["PATH"]]),
        "CURL_LOG": str(tmp_path / "log"),
        "CI_API_V4_URL": "https://gitlab.example/api/v4",
        "CI_PROJECT_ID": "3",
        "CI_MERGE_REQUEST_IID": "7",
    }
    assert job("keytally compare", repository, "after_script", **given).returncode == 0
    assert not (tmp_path / "log").exists(), "without a token nothing is sent"
    assert (
        job("keytally compare", repository, "after_script", KEYTALLY_TOKEN="a token", **given).returncode == 0
    )
    sent = (tmp_path / "log").read_text().splitlines()
    assert sent[-1] == "https://gitlab.example/api/v4/projects/3/merge_requests/7/notes"
    assert "PRIVATE-TOKEN: a token" in sent and "body@score.md" in sent


def test_any_runner_checks_and_compares(repository: Path) -> None:
    done = sh(repository, str(CI / "shell.sh"), BEFORE="main")
    assert done.returncode == 0 and "1.0000" in done.stdout, done.stderr
    worse(repository)
    done = sh(repository, str(CI / "shell.sh"), BEFORE="main")
    assert done.returncode == 0 and "0.5000" in done.stdout, "three documents are too few for p < 0.05"


@pytest.mark.parametrize("shown", SHOWN, ids=range(len(SHOWN)))
def test_the_page_shows_what_the_examples_have(shown: str) -> None:
    assert any(shown in (CI / name).read_text("utf-8") for name in FILES)
