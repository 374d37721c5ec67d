"""A family of another distribution is scored, checked and shown like those that come with keytally."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.server.conftest import Start
from tests.server.editor import Editor

pytestmark = pytest.mark.usefixtures("environment")


def keytally(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "keytally", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


def test_it_is_scored(workspace: Path) -> None:
    done = keytally(workspace, "score", "--task", "keywords", "a.key.keywords", "a.response.keywords", "-v")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:3] == [
        "d1: F 40.0  1 correct of 2 proposed, 3 gold",
        "d2: F 100.0  1 correct of 1 proposed, 1 gold",
        "Precision 66.67  Recall 50.00  F 57.14",
    ]
    assert done.stdout.splitlines()[-1].endswith("|task:keywords")


def test_its_result_is_json(workspace: Path) -> None:
    done = keytally(
        workspace,
        *("score", "--task", "keywords", "a.key.keywords", "a.response.keywords", "--format", "json"),
    )
    values = json.loads(done.stdout)
    assert values["scores"]["correct"] == 2
    assert list(values["items"]) == ["d1", "d2"]


def test_it_is_checked_and_fixed(workspace: Path) -> None:
    done = keytally(workspace, "check", ".", "--format", "concise")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "a.response.keywords:1:17: warning[keywords-twice] tide is a keyword of this document already",
        "a.response.keywords:3:1: error[keywords-colon] "
        "this line is not scored: it has no colon after the document",
    ]
    keytally(workspace, "check", "--fix", "a.response.keywords")
    assert (workspace / "a.response.keywords").read_text().startswith("d1: tide, wind\n")


def test_its_rules_can_be_ignored(workspace: Path) -> None:
    (workspace / "keytally.toml").write_text('[rules]\nignore = ["keywords-twice"]\n')
    done = keytally(workspace, "check", ".", "--ignore", "keywords-colon", "--format", "concise")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_sarif_tells_its_rules(workspace: Path) -> None:
    done = keytally(workspace, "check", ".", "--format", "sarif")
    rules = json.loads(done.stdout)["runs"][0]["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} >= {"keywords-twice", "keywords-colon"}


def test_it_is_paired(workspace: Path) -> None:
    (workspace / "b.key.keywords").write_text("d1: a\n")
    done = keytally(workspace, "pairs")
    assert done.stdout.splitlines() == [
        "keywords",
        "  key       a.key.keywords",
        "  response  a.response.keywords",
        "  found by  keytally.toml, line 1",
    ]


@pytest.mark.parametrize(("key", "response"), [("b.key", "b.response"), ("key", "response2")])
def test_names_pair_files_and_tell_their_task(workspace: Path, key: str, response: str) -> None:
    (workspace / "keytally.toml").unlink()
    for old, new in (("key", key), ("response", response)):
        (workspace / f"a.{old}.keywords").rename(workspace / f"{new}.keywords")
    names = f"{key}.keywords", f"{response}.keywords"
    assert keytally(workspace, "pairs").stdout.splitlines() == [
        "keywords",
        f"  key       {names[0]}",
        f"  response  {names[1]}",
        "  found by  file names",
    ]
    assert keytally(workspace, "score", *names).stdout.startswith("Precision 66.67")


def test_it_takes_no_options(workspace: Path) -> None:
    done = keytally(workspace, "score", "a.key.keywords", "a.response.keywords", "-O", "case=fold")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "keytally: keywords has no option 'case'; it takes none\n"


async def opened(start: Start, workspace: Path) -> tuple[Editor, str]:
    editor = await start(workspace)
    return editor, editor.open(workspace / "a.response.keywords", language="keywords")


@pytest.mark.asyncio
async def test_its_findings_and_score_are_live(start: Start, workspace: Path) -> None:
    editor, uri = await opened(start, workspace)
    assert await editor.rules(uri) == ["keywords-twice", "keywords-colon"]
    first = await editor.scored(uri)
    assert first["headline"] == {"name": "F", "value": pytest.approx(400 / 7)}
    editor.replace(uri, "wind", "storm")
    assert (await editor.scored(uri))["headline"]["value"] == pytest.approx(600 / 7)


@pytest.mark.asyncio
async def test_its_marks_stand_in_both_files(start: Start, workspace: Path) -> None:
    editor, uri = await opened(start, workspace)
    await editor.scored(uri)
    assert await marked(editor, uri) == [("cor", "tide"), ("spu", "wind"), ("cor", "budget")]
    key = editor.open(workspace / "a.key.keywords", language="keywords")
    assert await marked(editor, key) == [
        ("cor", "tide"),
        ("mis", "storm"),
        ("mis", "harbour"),
        ("cor", "budget"),
    ]


async def marked(editor: Editor, uri: str) -> list[tuple[str, str]]:
    await editor.scored(uri)
    marks = (await editor.marks(uri))["marks"]
    return [(mark["status"], editor.text_at(uri, mark["range"])) for mark in marks]


@pytest.mark.asyncio
async def test_hover_and_tokens_are_shown(start: Start, workspace: Path) -> None:
    editor, uri = await opened(start, workspace)
    await editor.scored(uri)
    document = types.TextDocumentIdentifier(uri)
    hover: Any = await editor.text_document_hover_async(
        types.HoverParams(document, editor.place(uri, "wind", 1))
    )
    assert "**SPU** spurious `wind`" in hover.contents.value
    assert "this document" in hover.contents.value
    tokens: Any = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert list(tokens.data[:10]) == [0, 0, 2, 0, 0, 0, 4, 4, 2, 0]
