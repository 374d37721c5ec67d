"""The scripts of `actions`, which GitHub's actions, GitLab's pipeline and any other runner call."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.actions.conftest import KEYTALLY, Git, worse
from tests.house.tracked import CHECKOUT, name_of

ACTIONS = CHECKOUT / "actions"
SCRIPTS = sorted([*ACTIONS.glob("*.sh"), *(CHECKOUT / "examples" / "ci").glob("*.sh")])


def run(script: str, folder: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "KEYTALLY": KEYTALLY, **variables}
    return subprocess.run(
        ["sh", str(ACTIONS / f"{script}.sh"), *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_a_script_is_sound(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    done = subprocess.run(
        ["shellcheck", "-s", "sh", str(script)], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""


def test_a_check_prints_and_writes_reports(repository: Path) -> None:
    (repository / "response.sgml").write_text("<DOC>\n<TXT>\n<ENAMEX>Ann\n</TXT>\n</DOC>\n")
    done = run("check", repository, "response.sgml", SARIF="out.sarif", GITLAB="out.json")
    assert done.returncode == 1
    assert "response.sgml:3:1: error[unclosed-tag]" in done.stdout
    rules = {
        result["ruleId"]
        for result in json.loads((repository / "out.sarif").read_text())["runs"][0]["results"]
    }
    assert {issue["check_name"] for issue in json.loads((repository / "out.json").read_text())} == rules
    assert "unclosed-tag" in rules


def test_a_check_of_a_sound_project_ends_with_0(repository: Path) -> None:
    done = run("check", repository)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    example = CHECKOUT / "examples" / "named_entity"
    assert {path.name for path in repository.iterdir()} == {
        *(path.name for path in example.iterdir()),
        ".git",
    }


def test_a_check_that_cannot_be_made_ends_with_2(repository: Path) -> None:
    done = run("check", repository, "no file", SARIF="out.sarif")
    assert (done.returncode, done.stderr.count("no file")) == (2, 1)


def test_a_response_is_compared_with_that_of_a_revision(repository: Path, git: Git) -> None:
    worse(repository)
    begin = git("rev-parse", "--short", "HEAD").strip()
    arguments = ["page.md", "key.sgml", "response.sgml", "main", "--fail-if", "f < baseline - 5"]
    done = run("compare", repository, *arguments)
    page = (repository / "page.md").read_text()
    assert done.returncode == 1, done.stderr
    assert page.startswith("### keytally: `response.sgml`\n\n**P&R of 2 systems over 3 documents;")
    assert f"before-{begin}/response.sgml" in page
    assert (
        "response.sgml: f < baseline - 5 (P&R" in page
        and "response.sgml: f < baseline - 5 (P&R" in done.stderr
    )
    assert not list(repository.glob("before-*")), "what was taken out of the revision is gone"
    assert run("compare", repository, *arguments[:4]).returncode == 0, "no condition, no failure"


def test_a_response_is_compared_with_a_file(repository: Path, tmp_path: Path) -> None:
    earlier = shutil.copy(repository / "response.sgml", tmp_path / "earlier output.sgml")
    done = run("compare", repository, "page.md", "key.sgml", "response.sgml", str(earlier))
    assert done.returncode == 0, done.stderr
    assert "1.0000" in (repository / "page.md").read_text()


def test_a_folder_is_compared_and_a_project_below_the_root_too(repository: Path, git: Git) -> None:
    """Revisions know names below their root; a task of folders has folders as responses."""
    shutil.copytree(CHECKOUT / "examples" / "cpa", repository / "below" / "cpa")
    git("add", ".")
    git("commit", "-q", "-m", "Add a project")
    task = ["--task", "cpa-parsing"]
    done = run("compare", repository / "below" / "cpa", "page.md", "key", "response", "main", *task)
    assert done.returncode == 0, done.stderr
    assert "/response |" in (repository / "below" / "cpa" / "page.md").read_text()


def test_a_response_that_is_new_is_scored(repository: Path, git: Git) -> None:
    begin = git("rev-parse", "HEAD").strip()
    shutil.copy(repository / "response.sgml", repository / "response2.sgml")
    done = run("compare", repository, "page.md", "key.sgml", "response2.sgml", begin, "--fail-if", "f < 99")
    page = (repository / "page.md").read_text()
    assert done.returncode == 0
    assert f"`{begin}` has no `response2.sgml` to compare with." in page and "P&R" in page


def test_a_name_stays_within_its_code_and_its_block(repository: Path) -> None:
    response = "r``` @user #12\n# h\n::error::x.sgml"
    shutil.copy(repository / "response.sgml", repository / response)
    done = run("compare", repository, "page.md", "key.sgml", response, "HEAD", "--task", "no```such")
    page = (repository / "page.md").read_text()
    assert done.returncode == 2 and not re.search("^ *::", done.stderr, re.M)
    parsed = MarkdownIt("commonmark").parse(page)
    assert [token.type for token in parsed if token.type in ("heading_open", "fence")] == [
        "heading_open",
        *["fence"] * 2,
    ]
    plain = [child.content for token in parsed for child in token.children or () if child.type == "text"]
    assert not any("@" in text or "#" in text for text in plain)
    assert "no```such" in parsed[-1].content


def test_a_new_response_is_scored_by_what_comparing_it_would_be_told(repository: Path) -> None:
    """Both commands take some arguments; the others are about the comparison only."""
    shutil.copytree(CHECKOUT / "examples" / "cpa", repository / "cpa")
    compared = ["--trials", "99", "--fail-if", "f < 99", "--by", "class", "--holm", "--seed=7"]
    scored = ["-O", "ontology=ontology.json", "--task=cpa-slots", "-j", "1", "--allow", "."]
    folders = ["page.md", "key", "response", "HEAD"]
    done = run("compare", repository / "cpa", *folders, *compared[:4], *scored, *compared[4:])
    assert done.returncode == 0, done.stderr
    assert "Task 3 AVERAGE score: 0.663101604278" in (repository / "cpa" / "page.md").read_text()
    done = run("compare", repository / "cpa", *folders, "--task", "cpa-slots", "-Oontology=ontology.json")
    assert "Task 3 AVERAGE score: 0.663101604278" in (repository / "cpa" / "page.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["key.sgml", "response.sgml", "nowhere"],
            "nowhere is neither a file nor a revision of this repository",
        ),
        (["key.sgml", "response.sgml", "--all"], "--all is neither a file nor a revision of this repository"),
        (["no key", "response.sgml", "main"], "no key"),
    ],
)
def test_what_cannot_be_compared_is_said(repository: Path, arguments: list[str], said: str) -> None:
    done = run("compare", repository, "page.md", *arguments)
    assert done.returncode == 2 and said in done.stderr
    assert not list(repository.glob("before-*"))


def test_a_folder_that_is_in_the_way_stays(repository: Path, git: Git) -> None:
    folder = repository / f"before-{git('rev-parse', '--short', 'HEAD').strip()}"
    folder.mkdir()
    (folder / "notes").write_text("kept")
    done = run("compare", repository, "page.md", "key.sgml", "response.sgml", "main")
    assert done.returncode == 2 and f"cannot create the directory {folder.name}" in done.stderr
    assert (folder / "notes").read_text() == "kept"


def test_a_copy_of_the_script_asks_what_is_to_be_installed(repository: Path, tmp_path: Path) -> None:
    """Beside a checkout of keytally it installs that; a team's repository is nothing for pip."""
    (repository / "ci").mkdir()
    copy = shutil.copy(ACTIONS / "install.sh", repository / "ci")
    command = ["sh", str(copy), str(tmp_path / "environment"), ""]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "keytally: specify a pip requirement, such as keytally[compare]\n"
    assert not (tmp_path / "environment").exists()


GH = """#!{python}
import json, os, sys
with open(os.environ["GH_LOG"], "a") as log:
    body = next((word[6:] for word in sys.argv if word.startswith("body=@")), None)
    print(json.dumps([*sys.argv[1:], open(body).read() if body else ""]), file=log)
print(os.environ["GH_SAYS"] if "--jq" in sys.argv else "", end="")
sys.exit(int(os.environ["GH_ENDS"]))
"""


def commented(folder: Path, says: str = "", ends: str = "0") -> tuple[list[list[str]], str]:
    """The calls of a stand-in for `gh`, and what the script printed."""
    (folder / "gh").write_text(GH.format(python=sys.executable))
    (folder / "gh").chmod(0o755)
    (folder / "page.md").write_text("### a page\n")
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    given = {"GITHUB_REPOSITORY": "team/corpus", "PULL_REQUEST": "7", "GH_SAYS": says, "GH_ENDS": ends}
    log = str(folder / "log")
    done = run("comment", folder, "page.md", "key.sgml response.sgml", PATH=path, GH_LOG=log, **given)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()], done.stdout


def test_a_page_becomes_a_comment(tmp_path: Path) -> None:
    [look, put], _ = commented(tmp_path)
    assert look[:3] == ["api", "--paginate", "repos/team/corpus/issues/7/comments"]
    assert put[2:5] == ["--method", "POST", "repos/team/corpus/issues/7/comments"]
    mark = put[-1].splitlines()[0]
    assert put[-1] == f"{mark}\n### a page\n" and mark.startswith("<!-- keytally ") and mark in look[4]


def test_a_page_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    [_, put], _ = commented(tmp_path, says="41\n42")
    assert put[2:5] == ["--method", "PATCH", "repos/team/corpus/issues/comments/41"]


def test_a_token_that_may_not_comment_gives_a_warning(tmp_path: Path) -> None:
    calls, printed = commented(tmp_path, ends="1")
    assert printed.startswith("::warning::keytally: cannot write the comment")
    assert len(calls) == 1, "where the comments cannot be seen none is written"
