"""`keytally errors` without files: the differences of each pair of a project."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import CANNOT_RUN, main
from tests.small_workspace import KEY, RESPONSE

HALF = KEY.replace('<ENAMEX TYPE="PERSON">Ann</ENAMEX>', "Ann")
PAIR = '[[pair]]\ntask = "{}"\nkey = "{}"\nresponses = {}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of a key with two responses, which is seen from a folder in it."""
    for name, text in (("key", KEY), ("wrong", RESPONSE), ("half", HALF)):
        (tmp_path / name).write_text(text)
    stated(tmp_path, PAIR.format("named_entity", "key", '["wrong", "half"]'))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stated(folder: Path, *pairs: str) -> None:
    (folder / "keytally.toml").write_text("".join(pairs))


def test_each_pair_has_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors"]) == 0
    out, errors = capsys.readouterr()
    titles = [line for line in out.splitlines() if line.startswith("key, ")]
    assert titles == [
        "key, half: 1 difference; P&R 66.67, 100.00 with all fixed",
        "key, wrong: 1 difference; P&R 75.00, 100.00 with all fixed",
    ]
    assert "half:4:1" in out
    assert errors == ""


def test_the_tables_of_a_pair_are_those_of_the_command_with_its_files(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["errors", "--top", "0"]) == 0
    whole = capsys.readouterr().out
    pages = []
    for name in ("half", "wrong"):
        assert main(["errors", "--top", "0", "key", name]) == 0
        pages.append(f"key, {name}: {capsys.readouterr().out}")
    assert whole == "\n".join(pages)


def test_json_has_the_document_of_each_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unanalysed"] == []
    assert [(each["key"], each["response"]) for each in found["pairs"]] == [("key", "half"), ("key", "wrong")]
    assert found["pairs"][0]["errors"] == keytally.errors("key", "half").values


def test_rows_of_values_name_their_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("KEY FILE,RESPONSE FILE,class,count,")
    assert {tuple(line.split(",")[:2]) for line in lines[1:] if line and "FILE" not in line} == {
        ("key", "wrong"),
        ("key", "half"),
    }


def test_a_pair_that_cannot_be_analysed_is_a_line_and_the_others_are(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = PAIR.format("named_entity", "key", '["half"]'), PAIR.format("named_entity", "gone", '["wrong"]')
    stated(folder, *pairs)
    assert main(["errors"]) == CANNOT_RUN
    out, errors = capsys.readouterr()
    assert "key, half: 1 difference" in out
    assert errors.startswith("keytally: ")
    assert "gone" in errors


def test_a_class_that_a_task_lacks_is_told_of_that_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--class", "nonsense"]) == CANNOT_RUN
    assert "unknown class 'nonsense'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "name"), [(["--task", "named_entity"], "--task"), (["-O", "ne_overlap=half_open"], "-O")]
)
def test_what_is_about_one_pair_needs_its_files(
    arguments: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["errors", *arguments]) == CANNOT_RUN
    assert f"{name} applies to a single pair; specify its key and its response" in capsys.readouterr().err


def test_from_python() -> None:
    found = keytally.errors_project(".", top=1)
    assert [(each.key, each.response, each.task) for each in found] == [
        ("key", "half", "named_entity"),
        ("key", "wrong", "named_entity"),
    ]
    assert [each.result.analysis.headline for each in found if each.result] == [
        pytest.approx(200 / 3),
        75.0,
    ]
