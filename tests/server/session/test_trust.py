"""What a project file names outside its workspace is read only where the person allows it."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.session import disk
from keytally_server.session.open_file import OpenFile
from keytally_server.session.session import Session
from keytally_server.session.settings import settings_of
from tests.faulty_files import swap_at_open

TEXT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
TOML = '[[pair]]\ntask = "named_entity"\nkey = "../corpora/key.sgml"\nresponses = ["out.sgml"]\n'
CONFIG = (
    ":scoring_task named_entity\n:muc_base_directory ../corpora/\n:key_file key.sgml\n"
    ":response_file ../work/out.sgml\n"
)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for name in ("corpora/key.sgml", "corpora/out.sgml", "work/out.sgml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    return tmp_path / "work"


def session_in(work: Path, said: list[str]) -> Session:
    session = Session(said.append)
    session.set_roots([work])
    session.opened(work / "out.sgml", TEXT, OpenFile(1, "muc-sgml"))
    return session


def test_a_folder_is_allowed_and_refused_again_by_the_settings(work: Path) -> None:
    (work / "keytally.toml").write_text(TOML)
    said: list[str] = []
    session = session_in(work, said)
    session.opened(work / "keytally.toml", TOML, OpenFile(1, "toml"))
    assert session.active_pair(work / "out.sgml") is None
    (found,) = session.engine.findings(work / "keytally.toml")
    assert found.finding.rule.name == "outside-workspace"
    for folders, is_live in (([str(work.parent / "corpora")], True), ([], False)):
        settings, _ = settings_of({"allowedFolders": folders})
        session.configure(settings)
        assert (session.active_pair(work / "out.sgml") is not None) is is_live
        assert len(list(session.engine.findings(work / "keytally.toml"))) == (not is_live)


def test_a_configuration_reads_nothing_outside_and_the_person_is_told(work: Path) -> None:
    (work / "ne.config").write_text(CONFIG)
    said: list[str] = []
    session = session_in(work, said)
    assert session.active_pair(work / "out.sgml") is None
    assert [line for line in said if "lies outside the workspace" in line]


def test_a_size_in_the_settings_counts_at_once(work: Path) -> None:
    (work / "key.sgml").write_text(TEXT + " " * 2_000_000)
    toml = TOML.replace("../corpora/", "")
    (work / "keytally.toml").write_text(toml)
    session = session_in(work, [])
    assert session.active_pair(work / "out.sgml") is not None
    settings, _ = settings_of({"maximumFileSize": 1})
    session.configure(settings)
    assert session.active_pair(work / "out.sgml") is None
    settings, _ = settings_of({})
    session.configure(settings)
    assert session.active_pair(work / "out.sgml") is not None


@pytest.mark.parametrize("toml", ["", TOML.replace("../corpora/", "")])
def test_a_file_that_becomes_a_link_leading_out_is_read_no_longer(work: Path, toml: str) -> None:
    (work / "key.sgml").write_text(TEXT)
    (work / "response.sgml").write_text(TEXT)
    if toml:
        (work / "keytally.toml").write_text(toml.replace("out.sgml", "response.sgml"))
    session = Session([].append)
    session.set_roots([work])
    session.opened(work / "key.sgml", TEXT, OpenFile(1, "muc-sgml"))
    assert session.active_pair(work / "key.sgml") is not None
    (work.parent / "corpora" / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (work / "response.sgml").unlink()
    (work / "response.sgml").symlink_to(work.parent / "corpora" / "out.sgml")
    session.disk_changed([work / "response.sgml"])
    assert session.active_pair(work / "key.sgml") is None
    assert work / "response.sgml" not in session.engine


def test_a_folder_that_becomes_a_link_leading_out_is_read_no_longer(work: Path) -> None:
    (work / "below").mkdir()
    (work / "below" / "key.sgml").write_text(TEXT)
    (work / "keytally.toml").write_text(TOML.replace("../corpora", "below"))
    session = session_in(work, [])
    assert session.active_pair(work / "out.sgml") is not None
    (work / "below" / "key.sgml").unlink()
    (work / "below").rmdir()
    (work / "below").symlink_to(work.parent / "corpora")
    session.disk_changed([work / "below" / "key.sgml"])
    assert session.active_pair(work / "out.sgml") is None
    assert work / "below" / "key.sgml" not in session.engine


def test_an_open_configuration_says_what_it_names_outside(work: Path) -> None:
    (work / "ne.config").write_text(CONFIG)
    session = session_in(work, [])
    session.opened(work / "ne.config", CONFIG, OpenFile(1, "muc-config"))

    def outside() -> list[str]:
        found = [each.finding for each in session.engine.findings(work / "ne.config")]
        return [CONFIG[each.start : each.end] for each in found if each.rule.name == "outside-workspace"]

    assert outside() == ["key.sgml"]
    settings, _ = settings_of({"allowedFolders": [str(work.parent / "corpora")]})
    session.configure(settings)
    assert outside() == []
    settings, _ = settings_of({})
    session.configure(settings)
    assert outside() == ["key.sgml"]


ATTACKS = {
    "a link": "link.sgml",
    "a folder that is a link": "door/out.sgml",
    "the folder above": "../corpora/out.sgml",
    "in and out again": "below/../../corpora/out.sgml",
    "an absolute path": "{corpora}/out.sgml",
    "a pattern that leaves": "../*/out.sgml",
    "a pattern through a link": "door/*.sgml",
    "an absolute pattern": "{corpora}/*.sgml",
}


@pytest.mark.parametrize("response", ATTACKS.values(), ids=ATTACKS)
def test_no_name_in_a_project_file_reads_what_lies_outside(work: Path, response: str) -> None:
    corpora = work.parent / "corpora"
    (corpora / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (work / "below").mkdir()
    (work / "link.sgml").symlink_to(corpora / "out.sgml")
    (work / "door").symlink_to(corpora)
    (work / "key.sgml").write_text(TEXT)
    toml = TOML.replace("../corpora/", "").replace("out.sgml", response.format(corpora=corpora.as_posix()))
    (work / "keytally.toml").write_text(toml)
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([work])
    session.opened(work / "keytally.toml", toml, OpenFile(1, "toml"))
    session.opened(work / "key.sgml", TEXT, OpenFile(1, "muc-sgml"))
    found = [each.finding for each in session.engine.findings(work / "keytally.toml")]
    assert "outside-workspace" in {each.rule.name for each in found}
    assert all("Secret" not in str(session.engine.source(path).buffer) for path in session.engine.paths)
    assert "Secret" not in " ".join([*said, *(each.message for each in found)])


def test_a_link_that_is_changed_while_it_is_opened_reads_nothing_outside(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (work.parent / "corpora" / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (work / "inner.sgml").write_text(TEXT)
    (work / "key.sgml").symlink_to(work / "inner.sgml")
    (work / "keytally.toml").write_text(TOML.replace("../corpora/", ""))
    read = disk.regular_bytes

    def swapped(path: Path, **more: Any) -> bytes:
        with monkeypatch.context() as context:
            if path.name == "key.sgml":
                swap_at_open(context, path, work.parent / "corpora" / "out.sgml", work / "inner.sgml")
            return read(path, **more)

    monkeypatch.setattr(disk, "regular_bytes", swapped)
    said: list[str] = []
    session = session_in(work, said)
    assert work / "key.sgml" not in session.engine or "Secret" not in str(
        session.engine.source(work / "key.sgml").buffer
    )
    assert any("it lies outside the workspace" in line for line in said)


def test_an_open_configuration_is_checked_again_when_what_it_names_has_changed(work: Path) -> None:
    config = CONFIG.replace("../corpora/", "./").replace("../work/", "")
    (work / "ne.config").write_text(config)
    (work / "key.sgml").symlink_to(work.parent / "corpora" / "key.sgml")
    session = session_in(work, [])
    session.opened(work / "ne.config", config, OpenFile(1, "muc-config"))

    def rules() -> set[str]:
        return {each.finding.rule.name for each in session.engine.findings(work / "ne.config")}

    assert "outside-workspace" in rules()
    (work / "key.sgml").unlink()
    (work / "key.sgml").write_text(TEXT)
    session.disk_changed([work / "key.sgml"])
    assert "outside-workspace" not in rules()
