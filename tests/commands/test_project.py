"""`keytally score` and `keytally check` without files: the project of the nearest keytally.toml."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.commands.main import main
from keytally.project.pair import Pair
from keytally.runs import project as project_scores
from keytally.runs import score as batch_score
from keytally.runs.score_result import ScoreResult

STATED = """
[[pair]]
task = "named_entity"
key = "key"
responses = ["response*"]
config = "muc6-ne"
"""
SCORES = [
    "key  response    named_entity  P&R  75.00",
    "key  response-2  named_entity  P&R  100.00",
]


@pytest.fixture
def project(workspace: Path) -> Path:
    """A project with a pair that has two responses."""
    (workspace / "keytally.toml").write_text(STATED)
    shutil.copy(workspace / "key", workspace / "response-2")
    return workspace


def test_each_pair_is_a_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score"]) == 0
    out, errors = capsys.readouterr()
    assert out.splitlines() == SCORES
    assert errors == ""


def test_the_project_is_found_from_a_folder_below(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".git").mkdir()
    (project / "below").mkdir()
    monkeypatch.chdir(project / "below")
    assert main(["score"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == f"{project}/key {project}/response named_entity P&R 75.00"


def test_without_a_project_file_names_make_pairs(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score"]) == 0
    assert capsys.readouterr().out == "key  response  named_entity  P&R  75.00\n"
    (workspace / "response").unlink()
    assert main(["score"]) == 2
    assert capsys.readouterr().err == (
        "keytally: .: no pairs in this directory; specify a key and a "
        "response, or declare pairs in keytally.toml\n"
    )


def test_json_is_one_document(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "keytally.toml").write_text(STATED + STATED.replace('"response*"', '"odd"'))
    (project / "odd").write_bytes(b"\0")
    assert main(["score", "--format", "json"]) == 2
    out, errors = capsys.readouterr()
    document = json.loads(out)
    assert [(pair["response"], pair["measure"], pair["value"]) for pair in document["pairs"]] == [
        ("response", "P&R", 75.0),
        ("response-2", "P&R", 100.0),
    ]
    assert document["pairs"][0]["score"] == keytally.score("key", "response").values
    problem = "odd: the file is binary, not text"
    unscored = {"key": "key", "response": "odd", "task": "named_entity", "problems": [problem]}
    assert document["unscored"] == [unscored]
    stated = "keytally.toml:11:14: the file 'odd' cannot be read: it is binary, not text"
    assert errors == f"keytally: {stated}\nkeytally: {problem}\n"


def test_a_pair_that_cannot_be_scored_leaves_the_others(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = STATED.replace('"response*"', '"gone"') + STATED.replace("muc6-ne", "bad.config")
    (project / "keytally.toml").write_text(more.replace('"response*"', '"response"') + STATED)
    (project / "bad.config").write_text(":scoring_task named_entity\n:class_defs nonsense\n")
    assert main(["score"]) == 2
    out, errors = capsys.readouterr()
    assert out.splitlines() == ["key  response-2  named_entity  P&R  100.00"]
    lines = errors.splitlines()
    assert lines[0] == "keytally: keytally.toml:5:14: the file 'gone' does not exist"
    assert any(line.startswith("keytally: bad.config:2: ") for line in lines[1:])


def test_an_unexpected_error_in_one_pair_leaves_the_others(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored = batch_score.score_pair

    def fail(pair: Pair, *others: Any, **more: Any) -> ScoreResult:
        if pair.response.name == "response":
            raise RuntimeError("unforeseen\nlines")
        return scored(pair, *others, **more)

    monkeypatch.setattr(batch_score, "score_pair", fail)
    assert main(["score"]) == 2
    out, errors = capsys.readouterr()
    assert out.splitlines() == SCORES[1:]
    assert errors == (
        "keytally: key, response: internal error, please report it: RuntimeError: unforeseen lines\n"
    )
    monkeypatch.setenv("KEYTALLY_DEBUG", "1")
    with pytest.raises(RuntimeError, match="unforeseen"):
        main(["score"])


@pytest.mark.parametrize("format_", ["text", "json"])
def test_any_number_of_processes_gives_the_same_output(
    examples: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], format_: str
) -> None:
    """Invariant 7: results do not depend on the number of worker processes."""
    monkeypatch.chdir(examples)
    runs = []
    for processes in ("1", "2", "5"):
        assert main(["score", "-j", processes, "--format", format_]) == 0
        runs.append(capfd.readouterr())
    assert runs[0].out.count("named_entity") >= 2
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-j", "0"], "invalid job count '0'"),
        (["-j", "many"], "invalid job count 'many'"),
        (["--task", "named_entity"], "--task applies to a single pair; specify its key and its response"),
        (["-O", "ne_overlap=exact"], "-O applies to a single pair"),
        (["--report-dir", "r"], "--report-dir applies to a single pair"),
        (["-v"], "-v applies to a single pair"),
    ],
)
def test_what_is_about_one_pair_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    assert main(["score", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and problem in errors


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["-v"], ["--report-dir", "reports"]])
@pytest.mark.parametrize("name", ["named_entity", "template_element_defects", "m2", "lexical_substitution"])
def test_one_pair_gives_the_same_in_any_number_of_processes(
    examples: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    options: list[str],
) -> None:
    """Its documents are spread where they are scored apart; what is compared with texts is scored at once."""
    folder = shutil.copytree(examples / name, tmp_path / name)
    monkeypatch.chdir(folder)
    files = FILES[name]
    for stated in (True, False):
        if not stated:
            (folder / "keytally.toml").unlink()
        runs = []
        for processes in ("1", "2", "3"):
            assert main(["score", *files, "-j", processes, *options]) == 0
            runs.append(capfd.readouterr())
        assert runs[0].out and runs[0] == runs[1] == runs[2]


FILES = {
    "named_entity": ["key.sgml", "response.sgml"],
    "template_element_defects": ["key.tmpl", "response.tmpl"],
    "m2": ["--task", "m2", "gold.m2", "response.txt"],
    "lexical_substitution": ["--task", "lexsub-best", "gold", "response.best"],
}


def test_large_pairs_of_a_project_are_spread_too(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(project_scores, "LARGE", 0)
    folder = shutil.copytree(examples, tmp_path / "examples")
    (folder / "named_entity_defects" / "key.sgml").write_bytes(b"\0")
    monkeypatch.chdir(folder)
    runs = []
    for processes in ("1", "2"):
        assert main(["score", "-j", processes, "--format", "json"]) == 2
        runs.append(capfd.readouterr())
    assert runs[0] == runs[1]
    for processes in ("1", "3"):
        assert main(["score", "-j", processes, "--strict"]) == 2
        runs.append(capfd.readouterr())
    assert runs[2] == runs[3]
    assert json.loads(runs[0].out)["unscored"]


def test_a_warning_is_said_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "key").write_text((project / "key").read_text() + "<DOC>\n</DOC>\n")
    assert main(["score"]) == 0
    errors = capsys.readouterr().err
    assert errors.count("key: 1 document has no number") == 1


def test_check_without_paths_checks_the_project(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "response").write_text((project / "response").read_text().replace('"LOCATION"', '"PLACE"'))
    assert main(["check", "--format", "concise"]) == 1
    here = capsys.readouterr().out
    assert here.startswith("response:4:") and "attribute-value" in here
    (project / ".git").mkdir()
    (project / "below").mkdir()
    monkeypatch.chdir(project / "below")
    assert main(["check", "--format", "concise"]) == 1
    assert capsys.readouterr().out == here.replace("response:", f"{project}/response:")


@pytest.mark.parametrize("format_", ["full", "json"])
def test_files_are_checked_alike_in_any_number_of_processes(
    tmp_path: Path,
    examples: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    format_: str,
) -> None:
    for copy in ("a", "b"):
        shutil.copytree(examples, tmp_path / copy)
    monkeypatch.chdir(tmp_path)
    runs = []
    for processes in ("1", "3"):
        assert main(["check", "-j", processes, "--format", format_]) == 1
        runs.append(capfd.readouterr())
    assert "a/template_element_defects/response.tmpl" in runs[0].out
    assert runs[0] == runs[1]


def test_a_size_that_is_no_number_is_told_of_as_what_it_is(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "keytally.toml").write_text(STATED.replace('"key"', '"none"'))
    monkeypatch.setenv("KEYTALLY_MAXIMUM_FILE_SIZE", "much")
    assert main(["score", "key", "response"]) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "keytally: key: KEYTALLY_MAXIMUM_FILE_SIZE must be a number of megabytes, not 'much'"
