"""Without a configuration the built-in one is chosen by the key: in command, library and server alike."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.project.discovery import discover, discover_around
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile

MUC_7 = """<DOC>
<DOCID> nyt960905.0652 </DOCID>
<SLUG fv=taf-z> BC-<ENAMEX TYPE="LOCATION">PARIS</ENAMEX> </SLUG>
<PREAMBLE>
BC-<ENAMEX TYPE="PERSON">Smith</ENAMEX>
</PREAMBLE>
<TEXT>
<p>
In <ENAMEX TYPE="LOCATION">Paris</ENAMEX> it rains.
</TEXT>
<TRAILER>
NYT-<TIMEX TYPE="DATE">09-05-96</TIMEX>
</TRAILER>
</DOC>
"""
STATED = '[[pair]]\ntask = "named_entity"\nkey = "gold.sgml"\nresponses = ["system.sgml"]\n'
COMMON = {"key": "key.sgml", "response": "response.sgml"}
OWN = {"key": "gold.sgml", "response": "system.sgml"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(folder: Path, names: dict[str, str], text: str = MUC_7) -> tuple[Path, Path]:
    for name in names.values():
        (folder / name).write_text(text)
    return folder / names["key"], folder / names["response"]


@pytest.mark.parametrize("names", [COMMON, OWN], ids=["by name", "stated"])
def test_clean_files_of_muc_7_have_no_findings(folder: Path, names: dict[str, str]) -> None:
    put(folder, names)
    (folder / "keytally.toml").write_text(STATED if names is OWN else "")
    assert keytally.check(folder) == []
    assert keytally.check(names["key"], task="named_entity") == []


def test_a_file_without_a_pair_tells_its_own(folder: Path) -> None:
    put(folder, OWN)
    assert keytally.check("gold.sgml", task="named_entity") == []
    found = keytally.check("gold.sgml", task="named_entity", config="muc6-ne")
    assert {finding.rule.name for finding in found} == {"tag-outside-section"}


def test_all_tags_are_scored_in_the_library_and_by_the_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, response = put(folder, OWN)
    assert keytally.score(key, response).totals["pos"] == 8
    assert main(["score", str(key), str(response), "--format", "json"]) == 0
    assert '"pos": 8' in capsys.readouterr().out


def test_what_is_named_wins(folder: Path) -> None:
    key, response = put(folder, OWN)
    assert keytally.score(key, response, config="muc6-ne").totals["pos"] == 2
    (folder / "keytally.toml").write_text(STATED + 'config = "muc6-ne"\n')
    assert keytally.score(key, response).totals["pos"] == 2


@pytest.mark.parametrize("names", [COMMON, OWN], ids=["by name", "stated"])
def test_the_server_scores_as_the_command(folder: Path, names: dict[str, str]) -> None:
    key, response = put(folder, names)
    (folder / "keytally.toml").write_text(STATED if names is OWN else "")
    session = Session(lambda problem: None)
    session.set_roots([folder])
    session.opened(response, MUC_7, OpenFile(1, ""))
    session.read_on()
    [live] = session.live_pairs
    live.work()
    assert live.totals() == keytally.score(key, response).totals


def test_the_pairs_name_the_configuration(folder: Path) -> None:
    put(folder, COMMON)
    assert [pair.configuration for pair in discover(folder).pairs] == ["muc7-ne"]
    put(folder, COMMON, MUC_7.replace("DOCID", "DOCNO"))
    assert [pair.configuration for pair in discover(folder).pairs] == [None]


def test_a_key_that_changes_its_tag_is_asked_again(folder: Path) -> None:
    key, _ = put(folder, COMMON)
    found = discover_around(folder, folder)
    assert found.is_unchanged(key)
    key.write_text(MUC_7.replace("DOCID", "DOCNO"))
    assert not found.is_unchanged(key)
