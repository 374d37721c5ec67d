"""`keytally merge`: what it writes and prints, and its exit statuses."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from keytally.commands.main import CANNOT_RUN, main

Output = pytest.CaptureFixture[str]


@pytest.fixture
def example(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example with three annotators, as the current folder."""
    folder = tmp_path / "example"
    shutil.copytree(examples / "adjudication_named_entity", folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.usefixtures("example")
def test_the_golds_of_a_project_are_written_and_what_is_open_is_listed(capsys: Output) -> None:
    assert main(["merge", "--strategy", "majority"]) == 1
    assert capsys.readouterr().out == (
        '260205-0002: entity "June" is open\n'
        '  anna.sgml:27:121: "June" TIMEX TYPE=DATE (anna)\n'
        "  ben.sgml: nothing (ben)\n"
        "gold.sgml: 19 added, 1 open item\n"
    )
    gold = Path("gold.sgml").read_text(encoding="utf-8")
    assert gold.count("<ENAMEX") == 14
    assert main(["merge", "--strategy", "union"]) == 0
    assert capsys.readouterr().out == "gold.sgml: 1 added, 19 already present, no open items\n"
    assert main(["merge"]) == 0
    assert '<TIMEX TYPE="DATE">June</TIMEX>' in Path("gold.sgml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("example")
def test_the_guide_shows_what_is_printed(checkout: Path, capsys: Output) -> None:
    assert main(["merge", "--strategy", "majority"]) == 1
    shown = f"$ keytally merge --strategy majority\n{capsys.readouterr().out}"
    assert shown in (checkout / "docs" / "guide" / "merging.md").read_text(encoding="utf-8")


MARK = b"\xef\xbb\xbf"


@pytest.mark.usefixtures("example")
def test_a_printed_gold_has_the_bytes_of_one_with_a_name(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for name in ("anna.sgml", "ben.sgml"):
        Path(name).write_bytes(MARK + Path(name).read_bytes())
    files = ["--task", "named_entity", "anna.sgml", "ben.sgml"]
    assert main(["merge", *files]) == 1
    printed = capsysbinary.readouterr().out
    assert main(["merge", *files, "-o", "mine.sgml"]) == 1
    assert printed == Path("mine.sgml").read_bytes()
    assert printed.startswith(MARK + b"<DOC>")


@pytest.mark.usefixtures("example")
def test_a_gold_is_printed_into_memory_without_a_mark() -> None:
    for name in ("anna.sgml", "ben.sgml"):
        Path(name).write_bytes(MARK + Path(name).read_bytes())
    with redirect_stdout(StringIO()) as printed:
        assert main(["merge", "--task", "named_entity", "anna.sgml", "ben.sgml"]) == 1
    assert printed.getvalue().startswith("<DOC>")


@pytest.mark.parametrize(("encoding", "mark"), [("UTF8", MARK), ("latin-1", b"")])
def test_a_mark_of_utf_8_is_printed_as_utf_8_only(example: Path, encoding: str, mark: bytes) -> None:
    for name in ("anna.sgml", "ben.sgml"):
        Path(name).write_bytes(MARK + Path(name).read_bytes())
    command = [sys.executable, "-m", "keytally", "merge", "--task", "named_entity", "anna.sgml", "ben.sgml"]
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding}
    printed = subprocess.run(command, capture_output=True, check=False, cwd=example, env=surroundings).stdout
    assert printed.startswith(mark + b"<DOC>")


@pytest.mark.usefixtures("example")
def test_a_gold_without_a_name_is_printed(capsys: Output) -> None:
    arguments = ["--task", "named_entity", "anna.sgml", "ben.sgml", "--texts", "texts.sgml"]
    assert main(["merge", *arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("<DOC>\n<DOCNO> 260204-0001. </DOCNO>\n")
    assert printed.err.endswith(
        "keytally:   ben.sgml: nothing\nkeytally: named_entity: 16 added, 4 open items\n"
    )
    assert main(["merge", *arguments, "-o", "mine.sgml"]) == 1
    assert Path("mine.sgml").read_text(encoding="utf-8") == printed.out


@pytest.mark.usefixtures("example")
def test_json(capsys: Output) -> None:
    arguments = ["--task", "named_entity", "anna.sgml", "ben.sgml", "--format", "json", "--keep-alternatives"]
    assert main(["merge", *arguments]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert 'ALT="Harl Canal Trust">The Harl Canal Trust</ENAMEX>' in printed["text"]
    assert '<ENAMEX TYPE="LOCATION|ORGANIZATION">Harl Basin</ENAMEX>' in printed["text"]
    assert printed["gold"] is None and printed["added"] == 19
    assert printed["open"][-1] == {
        "document": "260205-0002",
        "kind": "entity",
        "name": "June",
        "reason": "",
        "variants": [
            {
                "annotators": ["anna.sgml"],
                "value": '"June" TIMEX TYPE=DATE',
                "places": [{"path": "anna.sgml", "line": 27, "column": 121}],
            },
            {"annotators": ["ben.sgml"], "value": None, "places": []},
        ],
    }
    assert main(["merge", "--format", "json"]) == 1
    (merged,) = json.loads(capsys.readouterr().out)["adjudications"]
    assert (merged["gold"], merged["annotators"]["cleo"]) == ("gold.sgml", "cleo.sgml")


@pytest.mark.usefixtures("example")
def test_the_task_of_files_is_told_by_the_first_of_them_and_chooses_tables(capsys: Output) -> None:
    assert main(["merge", "--task", "named_entity", "anna.sgml", "ben.sgml"]) == 1
    stated = capsys.readouterr()
    assert main(["merge", "anna.sgml", "ben.sgml"]) == 1
    assert capsys.readouterr() == stated
    assert main(["merge", "--task", "named_entity"]) == 1
    assert Path("gold.sgml").exists()


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("name", ["gold.sgml", "ben.sgml", "gold.sgml.decisions"])
def test_a_file_with_marks_of_a_conflict_is_not_merged(capsys: Output, name: str) -> None:
    Path("gold.sgml").write_text(Path("texts.sgml").read_text(encoding="utf-8"), encoding="utf-8")
    text = Path(name).read_text(encoding="utf-8") if Path(name).exists() else ""
    Path(name).write_text(f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> other\n", encoding="utf-8")
    gold = Path("gold.sgml").read_text(encoding="utf-8")
    assert main(["merge"]) == CANNOT_RUN
    told = f"keytally: {name}:1: merge conflict marker; resolve the conflict first\n"
    assert capsys.readouterr().err == told
    assert Path("gold.sgml").read_text(encoding="utf-8") == gold


@pytest.mark.usefixtures("example")
def test_a_gold_in_a_folder_that_is_not_there_is_not_written(capsys: Output) -> None:
    assert main(["merge", "anna.sgml", "ben.sgml", "-o", "no/gold.sgml"]) == CANNOT_RUN
    told = "keytally: no/gold.sgml: the directory no does not exist; create it, or specify another path\n"
    assert capsys.readouterr().err == told


@pytest.mark.usefixtures("example")
def test_what_is_left_out_is_told_and_makes_the_status_1(capsys: Output) -> None:
    text = Path("ben.sgml").read_text(encoding="utf-8")
    Path("ben.sgml").write_text(text.replace("a maker", "the maker"), encoding="utf-8")
    assert main(["merge", "--strategy", "union"]) == 1
    printed = capsys.readouterr()
    other = "document 260205-0002 differs from the others, starting at its line 9"
    assert printed.err == f"keytally: ben.sgml:20: {other}\n"


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["texts.sgml", "ben.sgml"], "texts.sgml: cannot infer the task from the key; use --task TASK"),
        (["-o", "other.sgml"], "without FILE arguments, the [[adjudication]] tables are merged; omit -o"),
        (
            ["--task", "m2"],
            "no annotators for the task m2 with a gold are declared here; specify the annotators'",
        ),
        (["--task", "named_entity", "anna.sgml", "no.sgml"], "no.sgml: no such file"),
        (
            ["--task", "named_entity", "anna.sgml"],
            "specify one file per annotator; a merge needs at least two",
        ),
        (["--strategy", "vote"], "unknown strategy 'vote'; use unanimous, majority, votes=N or union"),
    ],
)
def test_what_cannot_be_merged(capsys: Output, arguments: list[str], problem: str) -> None:
    assert main(["merge", *arguments]) == CANNOT_RUN
    assert capsys.readouterr().err.startswith(f"keytally: {problem}")
