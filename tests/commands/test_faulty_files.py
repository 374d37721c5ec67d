"""The command's table of faults: each file that a line or a project names, with each fault of a file."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally.commands.main import main
from tests.faulty_files import FAULTS, FOLDERS, LONG, PARTS, fill, not_for_root, project

NAMED_ENTITY = ["--task", "named_entity"]
LINES = {
    "key": ["score", *NAMED_ENTITY, "{}", "response.sgml"],
    "response": ["score", *NAMED_ENTITY, "key.sgml", "{}"],
    "key that tells the task": ["score", "{}", "response.sgml"],
    "response of a task that is told": ["score", "a.gold", "{}"],
    "texts": ["score", *NAMED_ENTITY, "key.sgml", "response.sgml", "--texts", "{}"],
    "configuration": ["score", *NAMED_ENTITY, "key.sgml", "response.sgml", "--config", "{}"],
    "configuration alone": ["score", "{}"],
    "key of a configuration": ["score", "key.config"],
    "response of a configuration": ["score", "response.config"],
    "ontology": ["score", "--task", "cpa-slots", "key", "response", "-O", "ontology={}"],
    "input": ["score", "--task", "lexsub-best", "a.gold", "a.gold", "-O", "input={}"],
    "key folder": ["score", "--task", "cpa-parsing", "{}", "response"],
    "response folder": ["score", "--task", "cpa-parsing", "key", "{}"],
    "checked file": ["check", *NAMED_ENTITY, "{}"],
    "checked file that tells its task": ["check", "{}"],
    "texts of a check": ["check", "key.sgml", *NAMED_ENTITY, "--texts", "{}"],
    "configuration of a check": ["check", "key.sgml", *NAMED_ENTITY, "--config", "{}"],
    "BNF of a check": ["check", "key.sgml", "--bnf", "{}"],
    "BNF": ["bnf", "{}"],
    "BNF of a skeleton": ["init", "--bnf", "{}"],
    "annotator": ["agreement", "--task", "lexsub-best", "a.gold", "{}"],
    "annotator of a merge": ["merge", *NAMED_ENTITY, "{}", "response.sgml"],
    "texts of a merge": ["merge", *NAMED_ENTITY, "key.sgml", "response.sgml", "--texts", "{}"],
    "gold of a merge": ["merge", *NAMED_ENTITY, "key.sgml", "response.sgml", "-o", "{}"],
    "response of a comparison": ["compare", "key.sgml", "response.sgml", "{}", "--task", "named_entity"],
    "key of a comparison": ["compare", "{}", "response.sgml", "key.sgml", "--task", "named_entity"],
}
"""A command line for each file that one can name; `{}` stands for the name of the faulty file."""

SAID = {
    "missing": "no such (file|directory)",
    "folder": "this is a directory|in this directory|not valid JSON",
    "unreadable": "permission denied|Permission denied|cannot determine",
    "pipe": "not a regular file",
    "device": "not a regular file|outside the workspace|this is a symbolic link",
    "circle of links": "form a loop|no such directory|this is a symbolic link",
    "bad encoding": "UTF-16|binary|XML|JSON",
    "sparse of 6 GB": "larger than|cannot determine",
    "name too long": "name too long|no such directory",
}
NO_FAULT = {
    ("checked file", "folder"),
    ("checked file that tells its task", "folder"),
    ("gold of a merge", "missing"),
}
"""A folder may be checked, and holds nothing then; a gold that is missing is made."""

FILE_FOR_FOLDER = "this is a file, but the other is a directory"
MUC_CONFIG = (
    ':scoring_task named_entity\n:class_defs "enamex enamex scored 0"\n'
    ':slot_defs "enamex text text scored 4 string"\n:key_file {}\n:response_file {}\n'
)


@pytest.fixture(autouse=True)
def never_hangs() -> Iterator[None]:
    """A run that waits for a pipe is ended, and fails."""
    if hasattr(signal, "alarm"):
        signal.alarm(120)
    yield
    if hasattr(signal, "alarm"):
        signal.alarm(0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with sound files for every line."""
    fill(tmp_path)
    (tmp_path / "a.gold").write_text("bright.a 1 :: clear 3;sunny 1;\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def named(fault: str) -> str:
    """The name of a file with a fault."""
    return LONG if fault == "name too long" else "odd"


def make(path: Path, fault: str, monkeypatch: pytest.MonkeyPatch, *, is_folder: bool = False) -> None:
    """Put a file, or a folder that may not be entered, with a fault."""
    if is_folder and fault == "unreadable":
        path.mkdir()
    else:
        FAULTS[fault][0](path)
    if fault == "unreadable":
        not_for_root(monkeypatch, path)


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What standard error says; every line is one of the command, and none is about a failure of its own."""
    errors = capsys.readouterr().err
    lines = errors.splitlines()
    assert all(line.startswith("keytally: ") for line in lines), errors
    assert "internal error" not in errors
    return lines


LINE_CASES = [(line, fault) for line in LINES for fault in FAULTS if (line, fault) not in NO_FAULT]
TAKES_FOLDERS = {("response folder", "folder")}
"""An empty folder is a system that answered nothing: its files count as 0."""


@pytest.mark.parametrize(("line", "fault"), LINE_CASES)
def test_a_faulty_file_of_a_line_is_one_line(
    folder: Path, line: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, is_folder = named(fault), line in FOLDERS
    make(folder / name, fault, monkeypatch, is_folder=is_folder)
    for role, names in {"key": (name, "response.sgml"), "response": ("key.sgml", name)}.items():
        (folder / f"{role}.config").write_text(MUC_CONFIG.format(*names))
    status = main([each.format(name) for each in LINES[line]])
    lines = lines_of(capsys)
    if (line, fault) in TAKES_FOLDERS:
        assert (status, lines) == (
            0,
            [f"keytally: warning: {name}: there is no file go.parse; it scores 0"],
        )
        return
    said = f"{SAID[fault]}|{FILE_FOR_FOLDER}" if is_folder else SAID[fault]
    about = [each for each in lines if name[:60] in each]
    assert status == 2 and len(about) == 1, lines
    assert re.search(said, about[0])


@pytest.mark.parametrize("side", ["key", "response"])
@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault not in ("missing", "name too long", "folder")]
)
def test_a_faulty_file_of_a_folder_is_one_line_and_not_left_out(
    folder: Path, side: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / side / "go.parse"
    file.unlink()
    make(file, fault, monkeypatch)
    assert main(["score", "--task", "cpa-parsing", "key", "response"]) == 2
    (line,) = lines_of(capsys)
    assert line.startswith(f"keytally: {side}/go.parse: ") and re.search(SAID[fault], line)


PROJECT_CASES = [
    (part, fault)
    for part in PARTS
    for fault in FAULTS
    if not (part in FOLDERS and fault in ("folder", "bad encoding", "sparse of 6 GB"))
]


@pytest.mark.parametrize(("part", "fault"), PROJECT_CASES)
def test_a_faulty_file_of_a_project_is_told_at_the_line_that_names_it(
    folder: Path, part: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = named(fault)
    make(folder / name, fault, monkeypatch, is_folder=part in FOLDERS)
    (folder / "keytally.toml").write_text(project(PARTS[part], name))
    for arguments, status in ((["score"], [2]), (["check"], [1, 2]), (["pairs"], [1])):
        assert main(arguments) in status, arguments
        output = capsys.readouterr()
        told = output.out if arguments == ["check"] else output.err
        assert re.search(rf"keytally\.toml:\d+.*{name[:40]}", told), (arguments, output)
        assert re.search(FAULTS[fault][1], told)
        assert "internal error" not in output.err and "Traceback" not in output.err


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in ("missing", "name too long")])
def test_a_faulty_project_file_is_told_of(
    folder: Path, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make(folder / "keytally.toml", fault, monkeypatch)
    pair = ["score", *NAMED_ENTITY, "key.sgml", "response.sgml"]
    for arguments, status in ((["score"], [0, 2]), (["check"], [1, 2]), (["pairs"], [1, 2]), (pair, [0, 2])):
        assert main(arguments) in status, arguments
        output = capsys.readouterr()
        assert re.search(r"keytally\.toml.* ", output.out + output.err), arguments
        assert "internal error" not in output.err


def test_a_folder_that_may_not_be_entered_is_no_empty_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    not_for_root(monkeypatch, folder / "response")
    assert main(["score", "--task", "cpa-parsing", "key", "response"]) == 2
    (line,) = lines_of(capsys)
    assert line.startswith("keytally: response: ") and re.search(SAID["unreadable"], line)
