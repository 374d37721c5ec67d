"""GitHub's composite actions, run here as far as they go: `composite.py` does what a runner does."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.actions.composite import Run, run_action
from tests.actions.conftest import KEYTALLY, worse
from tests.house.tracked import CHECKOUT

ACTIONS = CHECKOUT / "actions"
PULL_REQUEST = {
    "github.event_name": "pull_request",
    "github.event.pull_request.base.sha || 'HEAD^'": "main",
    "github.event.pull_request.number": "7",
    "github.token": "a token",
}
INSTALLED = {"steps.install.outputs.keytally": KEYTALLY}
GH = '#!/bin/sh\necho "$GH_TOKEN $PULL_REQUEST $*" >>"$GH_LOG"\n'

Act = Callable[..., Run]


@pytest.fixture
def act(repository: Path, tmp_path: Path) -> Act:
    """Runs an action in the repository, with keytally as it is installed here."""

    def run(name: str, path: str = os.environ["PATH"], **inputs: str) -> Run:
        temporary = tmp_path / "runner"
        temporary.mkdir(exist_ok=True)
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        return run_action(ACTIONS / name, repository, temporary, given, {**PULL_REQUEST, **INSTALLED}, path)

    return run


def test_a_sound_repository_passes(act: Act) -> None:
    done = act("check")
    assert (done.status, done.printed, done.used) == (0, "", [])


def test_findings_are_shown_uploaded_and_fail_the_run(act: Act, repository: Path) -> None:
    (repository / "response.sgml").write_text("<DOC>\n<TXT>\n<ENAMEX>Ann\n</TXT>\n</DOC>\n")
    done = act("check", upload="true", paths="response.sgml\n")
    assert done.status == 1
    assert "::error file=response.sgml,line=3,col=1," in done.printed
    [(action, given)] = done.used
    assert action.startswith("github/codeql-action/upload-sarif@")
    assert json.loads(Path(given["sarif_file"]).read_text(encoding="utf-8"))["runs"][0]["results"]


def test_paths_may_have_blanks(act: Act, repository: Path) -> None:
    (repository / "two words.sgml").write_text("<DOC>\n<ENAMEX>Ann\n</DOC>\n")
    done = act("check", paths="two words.sgml\nkey.sgml")
    assert done.status == 1 and "file=two words.sgml," in done.printed


def test_a_response_is_compared_with_that_of_the_base(act: Act, repository: Path) -> None:
    worse(repository)
    done = act("compare", key="key.sgml", response="response.sgml", fail_if="f < baseline - 5")
    assert done.status == 1
    assert done.summary.startswith("### keytally: `response.sgml`") and "f < baseline - 5 (" in done.summary
    assert act("compare", key="key.sgml", response="response.sgml").status == 0


def test_the_page_is_a_comment_where_that_is_asked_for(
    act: Act, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    monkeypatch.setenv("GH_LOG", str(tmp_path / "log"))
    monkeypatch.setenv("GITHUB_REPOSITORY", "team/corpus")
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    assert act("compare", path, key="key.sgml", response="response.sgml").status == 0
    assert not (tmp_path / "log").exists()
    assert act("compare", path, key="key.sgml", response="response.sgml", comment="true").status == 0
    calls = (tmp_path / "log").read_text().splitlines()
    assert len(calls) == 2 and all(call.startswith("a token 7 api ") for call in calls)


def test_folders_are_scored_in_the_task_that_is_named(act: Act, repository: Path) -> None:
    shutil.copytree(CHECKOUT / "examples" / "cpa", repository / "cpa")
    folders = {"key": "cpa/key", "response": "cpa/response", "before": "HEAD"}
    assert act("compare", **folders).status == 2
    done = act("compare", **folders, task="cpa-slots")
    assert done.status == 0 and "Task 3 AVERAGE" in done.summary


def test_what_cannot_be_scored_fails_the_run(act: Act) -> None:
    done = act("compare", key="no key", response="response.sgml", comment="true")
    assert done.status == 2 and "no key" in done.printed


@pytest.mark.parametrize("name", ["check", "compare"])
def test_the_example_uses_inputs_that_there_are(name: str) -> None:
    workflow = yaml.safe_load((CHECKOUT / "examples" / "ci" / "github.yml").read_text("utf-8"))
    used = next(step for step in workflow["jobs"][name]["steps"] if f"/actions/{name}@" in step["uses"])
    inputs = yaml.safe_load((ACTIONS / name / "action.yml").read_text("utf-8"))["inputs"]
    assert used["with"].keys() <= inputs.keys()
    assert {given for given, described in inputs.items() if described.get("required")} <= used["with"].keys()
