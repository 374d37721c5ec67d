"""`keytally score KEY RESPONSE` reads keytally.toml like the server, and what is given wins."""

import json
import shutil
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.project.discovery import discover
from keytally.project.pair import Pair
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
PAIRS = [pair for pair in discover(EXAMPLES).live if "keytally.toml" in pair.origin]


def name_of(pair: Pair) -> str:
    return f"{pair.key.parent.name}-{pair.task}"


def served(pair: Pair) -> float:
    """The headline that the server shows of a pair's first response."""
    session = Session(lambda problem: None)
    session.set_roots([EXAMPLES])
    path = pair.responses[0]
    session.opened(path, path.read_text(), OpenFile(1, ""))
    session.read_on()
    [live] = [live for live in session.live_pairs if live.pair.task == pair.task]
    live.work()
    return live.headline()


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_command_gives_the_figure_of_the_server(pair: Pair) -> None:
    """Invariant 5: the editor and `keytally score` give the same number for the same bytes and options."""
    assert keytally.score(pair.key, pair.response, task=pair.task).headline == served(pair)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.key_files is None], ids=name_of)
def test_the_task_is_the_stated_one(pair: Pair) -> None:
    assert keytally.score(pair.key, pair.response).task == pair.task


@pytest.fixture
def cpa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLES / "cpa", tmp_path / "cpa")
    monkeypatch.chdir(tmp_path / "cpa")
    return tmp_path / "cpa"


def test_folders_of_one_task_need_no_name_of_it(cpa: Path) -> None:
    with pytest.raises(keytally.KeytallyError, match="or a task that scores directories"):
        keytally.score("key", "response")
    stated = (cpa / "keytally.toml").read_text().split("\n\n")[2]
    (cpa / "keytally.toml").write_text(stated)
    assert keytally.score("key", "response").task == "cpa-slots"


def test_what_is_stated_counts(cpa: Path) -> None:
    stated = keytally.score("key", "response", task="cpa-slots")
    assert "ontology" in stated.signature
    (cpa / "keytally.toml").unlink()
    alone = keytally.score("key", "response", task="cpa-slots")
    assert "ontology" not in alone.signature
    assert stated.headline > alone.headline


def workspace_stating(workspace: Path, more: str) -> None:
    stated = f'[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response"]\n{more}\n'
    (workspace / "keytally.toml").write_text(stated)


def test_options_given_win(workspace: Path) -> None:
    workspace_stating(workspace, 'options = { premodifiers = ["the", "an"], ne_allow_incorrect = "yes" }')
    assert "premodifiers:the,an" in keytally.score("key", "response").signature
    given = keytally.score("key", "response", options={"PREMODIFIERS": "this"})
    assert "premodifiers:this" in given.signature
    assert "ne_allow_incorrect:yes" in given.signature


def test_a_configuration_and_texts_given_win(workspace: Path) -> None:
    workspace_stating(workspace, 'config = "muc6-ne"\ntexts = "texts"')
    (workspace / "other").write_text((workspace / "texts").read_text().replace("met", "saw"))
    assert keytally.score("key", "response").pair.configuration == "muc6-ne"
    assert keytally.score("key", "response").warnings == ()
    given = keytally.score("key", "response", config="muc7-ne", texts="other")
    assert given.pair.configuration == "muc7-ne"
    assert sum("differs from the texts file" in line for line in given.warnings) == 2


def test_another_task_is_not_the_stated_pair(workspace: Path) -> None:
    workspace_stating(workspace, "options = { ne_allow_incorrect = true }")
    assert "ne_allow_incorrect" not in keytally.score("key", "response", task="coreference").signature


def test_the_encoding_is_the_stated_one(workspace: Path) -> None:
    """The texts are equal in GB18030, and with one side read as Latin-1 they would not be."""
    workspace_stating(workspace, 'encoding = "gb18030"')
    for name in ("key", "response"):
        text = (workspace / name).read_text().replace("Ann", "\N{CJK UNIFIED IDEOGRAPH-4E2D}")
        (workspace / name).write_bytes(text.encode("gb18030"))
    result = keytally.score("key", "response")
    assert result.pair.encoding == "gb18030"
    assert "\N{CJK UNIFIED IDEOGRAPH-4E2D}" in result.marked()


def test_the_nearest_project_file_counts(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = workspace / "inner"
    folder.mkdir()
    for name in ("key", "response"):
        shutil.copy(workspace / name, folder / name)
    (workspace / "keytally.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "inner/key"\n'
        'responses = ["inner/response"]\nconfig = "muc7-ne"\n'
    )
    assert keytally.score("inner/key", "inner/response").pair.configuration == "muc7-ne"
    (folder / "keytally.toml").write_text("")
    assert keytally.score("inner/key", "inner/response").pair.configuration is None


def test_a_project_file_with_an_error_is_told_of(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "keytally.toml").write_text('[[pair]]\ntask = "named_entity"\nkey = 3\n')
    assert main(["score", "key", "response", "--format", "json"]) == 0
    out, errors = capsys.readouterr()
    json.loads(out)
    assert errors.startswith("keytally: warning: keytally.toml:1:3: ")


@pytest.mark.parametrize(
    "more", ['config = "gone.config"', 'config = "../ne.config"'], ids=["not there", "out of reach"]
)
def test_a_stated_pair_that_cannot_be_used_is_not_scored_without_what_is_stated(
    workspace: Path, more: str, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace_stating(workspace, more)
    assert main(["score", "key", "response"]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and errors.startswith("keytally: keytally.toml:5:10: ")
    assert main(["score", "--task", "coreference", "key", "response"]) == 0, "what is stated is another pair"
    (workspace / "other").write_text((workspace / "response").read_text())
    assert main(["score", "key", "other"]) == 0


def test_a_pair_of_a_task_that_there_is_not_is_not_scored_as_another(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace_stating(workspace, "")
    stated = (workspace / "keytally.toml").read_text()
    (workspace / "keytally.toml").write_text(stated.replace("named_entity", "named_entities"))
    assert main(["score", "key", "response"]) == 2
    assert "keytally.toml:2:8: " in capsys.readouterr().err
    assert main(["score", "--task", "named_entity", "key", "response"]) == 0, "the task is given"


def test_a_part_that_cannot_be_used_is_told_of(cpa: Path) -> None:
    stated = (cpa / "keytally.toml").read_text().split("\n\n")[2]
    (cpa / "keytally.toml").write_text(stated)
    (cpa / "ontology.json").unlink()
    first, *_ = keytally.score("key", "response").warnings
    assert first.startswith("keytally.toml:") and "ontology.json' does not exist" in first
