"""A family of another distribution that fails is one line each time, and harms no other file."""

import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.plugins.conftest import offer
from tests.plugins.test_keywords import keytally
from tests.plugins.test_one_file import PAIR, TEXT
from tests.server.conftest import Start
from tests.server.editor import Editor

M2 = "S A cat sat .\nA 1 2|||Noun|||dog|||REQUIRED|||-NONE-|||0\n\n"
UNUSABLE = ("import", "family=42", "tasks=42", "first_line")
ASKED_OF_ALL = ("naming", "naming=42", "task_of", "task_of=42", "task_by_name", "task_by_name=42")
NAMES = (*ASKED_OF_ALL, "responses_to", "responses_to=42")
MAKING = ("evaluation", "evaluation=42", "read", "read=42")
JUDGING = ("findings", "findings=42")
READING = ("reader", "reader=42", "read", "read=42")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pair of another family and a file of the faulty one, which is installed."""
    offer(tmp_path / "installed", "faulty", {"keytally.families": "tests.plugins.faulty:FAMILY"}, monkeypatch)
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.key.m2").write_text(M2)
    (folder / "a.response.m2").write_text("A dog sat .\n")
    (folder / "a").write_text(TEXT)
    return folder


@pytest.fixture
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FAULT", request.param)
    return str(request.param)


def lines_of(folder: Path, *arguments: str) -> tuple[int, list[str], list[str]]:
    done = keytally(folder, *arguments)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


@pytest.mark.parametrize("fault", (*UNUSABLE, *NAMES), indirect=True)
def test_pairs_of_others_are_found(folder: Path, fault: str) -> None:
    status, out, err = lines_of(folder, "pairs")
    assert (status, out[0], out[-1]) == (0, "m2", "  found by  file names")
    assert len(err) <= 1
    assert all(line.startswith("keytally: warning: the family faulty ") for line in err)
    assert err or fault.startswith("responses_to") or fault.startswith("task_of")


@pytest.mark.parametrize("fault", ["value_problem", "options", "options=42"], indirect=True)
def test_options_of_a_project_are_one_line(folder: Path, fault: str) -> None:
    (folder / "keytally.toml").write_text(f'{PAIR}options = {{ case = "fold" }}\n')
    status, out, err = lines_of(folder, "check", "keytally.toml", "--format", "concise")
    assert "the family faulty failed: " in "\n".join((*out, *err))
    assert (status, len(out)) == (1, 1)


@pytest.mark.parametrize("fault", [*MAKING, "score"], indirect=True)
def test_scoring_is_one_line(folder: Path, fault: str) -> None:
    status, out, err = lines_of(folder, "score", "--task", "glosses", "a", "a")
    assert (status, out, len(err)) == (2, [], 1)
    assert err[0].startswith("keytally: the family faulty failed: ")
    assert ("(faulty.py, line " in err[0]) is ("=42" not in fault)


@pytest.mark.parametrize("fault", (*READING, *JUDGING), indirect=True)
def test_other_files_are_checked(folder: Path, fault: str) -> None:
    (folder / "a.key.m2").write_text(M2.replace("A 1", "A 9"))
    status, out, err = lines_of(folder, "check", ".", "--format", "concise")
    assert status == 2
    assert any(line.startswith("a.key.m2:") for line in out)
    assert [line[:38] for line in err] == ["keytally: a: the family faulty failed:"]


@pytest.mark.parametrize("fault", ["read"], indirect=True)
def test_an_author_sees_the_failure_as_it_is(
    folder: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYTALLY_DEBUG", "1")
    _, _, err = lines_of(folder, "score", "--task", "glosses", "a", "a")
    assert err[0] == "Traceback (most recent call last):"


def warnings(editor: Editor) -> list[str]:
    return [shown.message for shown in editor.all(types.WINDOW_SHOW_MESSAGE)]


def told(editor: Editor) -> Any:
    return next((line for line in warnings(editor) if "the family faulty" in line), None)


async def score_of_other(editor: Editor, folder: Path) -> float:
    other = editor.open(folder / "a.response.m2", language="m2")
    return float((await editor.scored(other))["headline"]["value"])


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", [*UNUSABLE, *ASKED_OF_ALL], indirect=True)
async def test_a_family_that_cannot_be_asked_leaves_other_files_alone(
    start: Start, folder: Path, fault: str
) -> None:
    editor = await start(folder)
    editor.open(folder / "a", language="glosses")
    assert await score_of_other(editor, folder) == pytest.approx(100)
    assert len(warnings(editor)) <= 1


@pytest.mark.asyncio
@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("fault", [*dict.fromkeys((*MAKING, *READING, *JUDGING))], indirect=True)
async def test_a_family_that_cannot_read_leaves_other_files_alone(
    start: Start, folder: Path, fault: str, paired: bool
) -> None:
    if paired:
        (folder / "keytally.toml").write_text(
            f'{PAIR}\n[[pair]]\ntask = "m2"\nkey = "a.key.m2"\nresponses = ["a.response.m2"]\n'
        )
    editor = await start(folder)
    uri = editor.open(folder / "a", language="glosses")
    assert await score_of_other(editor, folder) == pytest.approx(100)
    editor.replace(uri, "hound", "dog")
    other = (folder / "a.response.m2").as_uri()
    editor.replace(other, "dog", "bird")
    assert (await editor.scored(other))["headline"]["value"] == pytest.approx(0)
    if paired or not fault.startswith("evaluation"):
        assert "the family faulty failed" in await editor.until(lambda: told(editor))
    assert len(warnings(editor)) <= 2


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", ["read-line"], indirect=True)
@pytest.mark.parametrize("paired", [False, True])
async def test_an_edit_that_cannot_be_read_is_made_good_by_another(
    start: Start, folder: Path, fault: str, paired: bool
) -> None:
    if paired:
        (folder / "keytally.toml").write_text(PAIR)
    editor = await start(folder)
    uri = editor.open(folder / "a", language="glosses")
    assert await editor.rules(uri) == ["glosses-blank"]
    editor.replace(uri, "chien", "boom")
    assert "boom in read-line (faulty.py, line " in await editor.until(lambda: told(editor))
    editor.replace(uri, "boom", "chien ")
    assert await editor.rules(uri) == ["glosses-blank", "glosses-blank"]


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", ["score"], indirect=True)
async def test_scoring_that_fails_is_told_once(start: Start, folder: Path, fault: str) -> None:
    (folder / "keytally.toml").write_text(PAIR)
    editor = await start(folder)
    editor.open(folder / "a", language="glosses")
    assert "boom in score" in await editor.until(lambda: told(editor))
    (folder / "keytally.toml").unlink()
    assert os.environ["FAULT"] == fault
    assert len(warnings(editor)) == 1
