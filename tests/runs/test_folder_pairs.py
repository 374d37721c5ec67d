"""Folders scored and checked in one run: corpus pattern analysis from Python and as a command."""

import json
import shutil
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

HALF = 0.5
TASKS = {"cpa-parsing": 1, "cpa-clustering": 2, "cpa-slots": 3}
OFFICIAL = {
    "cpa-parsing": "0.698115079365",
    "cpa-clustering": "0.722580645161",
    "cpa-slots": "0.427777777778",
}
"""What the official program prints of the example, by its arithmetic."""


@pytest.fixture
def folders(tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example, which is the current folder."""
    folder = Path(shutil.copytree(examples / "cpa", tmp_path / "cpa"))
    monkeypatch.chdir(folder)
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    return status, *capsys.readouterr()


@pytest.mark.parametrize("task", TASKS)
def test_the_example_scores_as_the_official_program_says(
    folders: Path, capsys: pytest.CaptureFixture[str], task: str
) -> None:
    arguments = ("score", "--task", task, "key", "response", "-O", "compatible=official")
    assert run(capsys, *arguments) == (0, f"Task {TASKS[task]} AVERAGE score: {OFFICIAL[task]}\n", "")


def test_the_example_is_clean(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", ".", "--format", "concise") == (0, "", "")


@pytest.mark.parametrize("task", TASKS)
def test_a_single_file_is_scored_as_its_verb_in_the_folder(folders: Path, task: str) -> None:
    whole = keytally.score("key", "response", task=task)
    extension = next(folders.glob(f"key/task{TASKS[task]}/mend.*")).suffix
    key, response = f"key/task{TASKS[task]}/mend{extension}", f"response/mend{extension}"
    single = keytally.score(key, response)
    assert single.task == task
    assert single.values["scores"]["verbs"] == {"mend": whole.values["scores"]["verbs"]["mend"]}
    assert single.documents["mend"] == whole.documents["mend"]
    assert single.totals == single.values["scores"]


def test_names_of_single_files_need_not_agree(folders: Path) -> None:
    shutil.copy("key/task2/mend.clust", "a.key.clust")
    shutil.copy("key/task2/mend.clust", "b")
    assert keytally.score("a.key.clust", "b").values["scores"] == {"score": 100.0, "verbs": {"a": 100.0}}


def test_json(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "score", "--task", "cpa-slots", "key", "response", "--format", "json")
    report = json.loads(out)
    assert status == 0
    assert list(report["scores"]["verbs"]) == ["drift", "mend"]
    assert set(report["items"]) == {"drift", "mend"}


def test_a_verb_without_a_file_is_a_warning_and_counts_as_0(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = keytally.score("key", "response", task="cpa-parsing").values["scores"]["verbs"]
    Path("response/drift.parse").unlink()
    Path("response/walk.parse").write_text("1\tWalk\tv\t\n", encoding="utf-8")
    result = keytally.score("key", "response", task="cpa-parsing")
    assert result.warnings == ("response: there is no file drift.parse; it scores 0",)
    assert result.values["scores"]["verbs"] == {"drift": 0.0, "mend": before["mend"]}
    assert result.headline == before["mend"] * HALF
    status, out, _ = run(capsys, "check", "response", "--format", "concise")
    assert (status, out) == (
        1,
        "response/mend.parse:1:1: warning[cpa-missing-verb] "
        "the response has no file drift.parse next to this one; its verb scores 0\n",
    )


def test_a_response_without_any_file_scores_0(folders: Path) -> None:
    Path("empty").mkdir()
    result = keytally.score("key", "empty", task="cpa-parsing")
    assert result.headline == 0
    assert len(result.warnings) == len(result.values["scores"]["verbs"])


def test_an_empty_file_is_a_verb_with_nothing_in_it(folders: Path) -> None:
    Path("response/mend.pat").write_text("", encoding="utf-8")
    assert keytally.score("key", "response", task="cpa-slots").values["scores"]["verbs"]["mend"] == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("key", "response/mend.parse"), "response/mend.parse: this is a file, but the other is a directory"),
        (
            ("key/task1/mend.parse", "response"),
            "key/task1/mend.parse: this is a file, but the other is a directory",
        ),
        (("key", "nowhere"), "nowhere: no such directory; specify two directories or two files"),
        (("input", "response"), "input: no file of the task cpa-parsing in this directory"),
        (("nowhere", "response/mend.parse"), "nowhere: no such file"),
    ],
)
def test_what_cannot_be_scored_is_one_line(
    folders: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, str], problem: str
) -> None:
    status, out, errors = run(capsys, "score", "--task", "cpa-parsing", *arguments)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert problem in errors


def test_folders_of_unknown_task_are_one_line(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, errors = run(capsys, "score", "key", "response")
    assert status == 2
    assert errors == "keytally: key: this is a directory; specify a file, or a task that scores directories\n"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["-O", "compatible=final"], "compatible=final: it must be one of document, official"),
        (["-O", "ontology=keytally.toml"], "keytally.toml: the ontology is not valid JSON"),
        (["--config", "muc6-ne"], "only the MUC tasks have configuration files"),
    ],
)
def test_wrong_options_are_one_line(
    folders: Path, capsys: pytest.CaptureFixture[str], options: list[str], problem: str
) -> None:
    status, out, errors = run(capsys, "score", "--task", "cpa-parsing", "key", "response", *options)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert problem in errors


def test_the_marked_response_is_told_file_by_file(folders: Path) -> None:
    marked = keytally.score("key", "response", task="cpa-clustering").marked()
    assert marked.startswith("drift.clust\n3\t[INC 1]\n")
    assert "\nmend.clust\n3\t[PAR 1]\n" in marked


def test_each_file_is_checked_by_the_settings_of_its_pair(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path("response/mend.parse")
    path.write_text(
        path.read_text(encoding="utf-8").replace("\tHuman\n", "\tHumann\n", 1).replace("obj\t", "Obj\t", 1),
        encoding="utf-8",
    )
    status, out, _ = run(capsys, "check", ".", "--format", "json")
    assert status == 1
    assert [(each["path"], each["rule"]) for each in json.loads(out)] == [
        ("response/mend.parse", "cpa-semantic-type"),
        ("response/mend.parse", "cpa-tag"),
    ]
    assert run(capsys, "check", "response", "--fix")[0] == 1
    assert "obj\tArtifact" in path.read_text(encoding="utf-8")


def test_the_role_can_be_given(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a key leaves an item out of all clusters."""
    arguments = ("check", "key/task2/drift.clust", "--format", "concise")
    assert run(capsys, *arguments)[0] == 0
    assert "cpa-cluster" in run(capsys, *arguments, "--role", "response")[1]


def test_files_that_are_not_utf_8_are_read_by_the_pairs_encoding(folders: Path) -> None:
    for path in folders.glob("**/mend.parse"):
        path.write_bytes(path.read_text(encoding="utf-8").encode("iso-8859-1"))
    result = keytally.score("key", "response", task="cpa-parsing", encoding="iso-8859-1")
    assert "Renée" in result.marked()


def test_pairs_prints_the_folders(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "pairs")
    assert out.count("  key       key\n  response  response\n") == 3
    assert "  option    input = " in out


def test_in_a_folder_files_are_checked_by_the_tasks_of_their_extensions(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("response/notes").write_text("of the first run\n", encoding="utf-8")
    plain = run(capsys, "check", "response")
    for task in ("cpa-parsing", "cpa-clustering", "cpa-slots"):
        assert run(capsys, "check", "--task", task, "response") == plain
