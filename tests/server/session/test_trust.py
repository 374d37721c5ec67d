"""What a project file names outside its workspace is read only where the person allows it."""

from pathlib import Path
from typing import Any

import pytest

from keytally_server.session import file_texts
from keytally_server.session.session import Session
from keytally_server.session.settings import settings_of
from keytally_server.session.snapshot import OpenFile
from tests.faulty_files import DESCRIPTIONS, PARTS, fill, link_that_leads_out, project, swap_at_open

TEXT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
TOML = '[[pair]]\ntask = "named_entity"\nkey = "../corpora/key.sgml"\nresponses = ["out.sgml"]\n'
CONFIG = (
    ":scoring_task named_entity\n:muc_base_directory ../corpora/\n:key_file key.sgml\n"
    ":response_file ../inner/out.sgml\n"
)


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    for name in ("corpora/key.sgml", "corpora/out.sgml", "inner/out.sgml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    return tmp_path / "inner"


def session_in(inner: Path, said: list[str]) -> Session:
    session = Session(said.append)
    session.set_roots([inner])
    session.opened(inner / "out.sgml", TEXT, OpenFile(1, "muc-sgml"))
    return session


def test_a_folder_is_allowed_and_refused_again_by_the_settings(inner: Path) -> None:
    (inner / "keytally.toml").write_text(TOML)
    said: list[str] = []
    session = session_in(inner, said)
    session.opened(inner / "keytally.toml", TOML, OpenFile(1, "toml"))
    assert session.active_pair(inner / "out.sgml") is None
    (found,) = session.engine.findings(inner / "keytally.toml")
    assert found.finding.rule.name == "outside-workspace"
    for folders, is_live in (([str(inner.parent / "corpora")], True), ([], False)):
        settings, _ = settings_of({"allowedFolders": folders})
        session.configure(settings)
        assert (session.active_pair(inner / "out.sgml") is not None) is is_live
        assert len(list(session.engine.findings(inner / "keytally.toml"))) == (not is_live)


def test_a_configuration_reads_nothing_outside_and_the_person_is_told(inner: Path) -> None:
    (inner / "ne.config").write_text(CONFIG)
    said: list[str] = []
    session = session_in(inner, said)
    assert session.active_pair(inner / "out.sgml") is None
    assert [line for line in said if "is outside the workspace" in line]


def test_a_size_in_the_settings_counts_at_once(inner: Path) -> None:
    (inner / "key.sgml").write_text(TEXT + " " * 2_000_000)
    toml = TOML.replace("../corpora/", "")
    (inner / "keytally.toml").write_text(toml)
    session = session_in(inner, [])
    assert session.active_pair(inner / "out.sgml") is not None
    settings, _ = settings_of({"maximumFileSize": 1})
    session.configure(settings)
    assert session.active_pair(inner / "out.sgml") is None
    settings, _ = settings_of({})
    session.configure(settings)
    assert session.active_pair(inner / "out.sgml") is not None


@pytest.mark.parametrize("toml", ["", TOML.replace("../corpora/", "")])
def test_a_file_that_becomes_a_link_leading_out_is_read_no_longer(inner: Path, toml: str) -> None:
    (inner / "key.sgml").write_text(TEXT)
    (inner / "response.sgml").write_text(TEXT)
    if toml:
        (inner / "keytally.toml").write_text(toml.replace("out.sgml", "response.sgml"))
    session = Session([].append)
    session.set_roots([inner])
    session.opened(inner / "key.sgml", TEXT, OpenFile(1, "muc-sgml"))
    assert session.active_pair(inner / "key.sgml") is not None
    (inner.parent / "corpora" / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (inner / "response.sgml").unlink()
    (inner / "response.sgml").symlink_to(inner.parent / "corpora" / "out.sgml")
    session.disk_changed([inner / "response.sgml"])
    assert session.active_pair(inner / "key.sgml") is None
    assert inner / "response.sgml" not in session.engine


def test_a_folder_that_becomes_a_link_leading_out_is_read_no_longer(inner: Path) -> None:
    (inner / "below").mkdir()
    (inner / "below" / "key.sgml").write_text(TEXT)
    (inner / "keytally.toml").write_text(TOML.replace("../corpora", "below"))
    session = session_in(inner, [])
    assert session.active_pair(inner / "out.sgml") is not None
    (inner / "below" / "key.sgml").unlink()
    (inner / "below").rmdir()
    (inner / "below").symlink_to(inner.parent / "corpora")
    session.disk_changed([inner / "below" / "key.sgml"])
    assert session.active_pair(inner / "out.sgml") is None
    assert inner / "below" / "key.sgml" not in session.engine


def test_an_open_configuration_says_what_it_names_outside(inner: Path) -> None:
    (inner / "ne.config").write_text(CONFIG)
    session = session_in(inner, [])
    session.opened(inner / "ne.config", CONFIG, OpenFile(1, "muc-config"))

    def outside() -> list[str]:
        found = [each.finding for each in session.engine.findings(inner / "ne.config")]
        return [CONFIG[each.start : each.end] for each in found if each.rule.name == "outside-workspace"]

    assert outside() == ["key.sgml"]
    settings, _ = settings_of({"allowedFolders": [str(inner.parent / "corpora")]})
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
def test_no_name_in_a_project_file_reads_what_lies_outside(inner: Path, response: str) -> None:
    corpora = inner.parent / "corpora"
    (corpora / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (inner / "below").mkdir()
    (inner / "link.sgml").symlink_to(corpora / "out.sgml")
    (inner / "door").symlink_to(corpora)
    (inner / "key.sgml").write_text(TEXT)
    toml = TOML.replace("../corpora/", "").replace("out.sgml", response.format(corpora=corpora.as_posix()))
    (inner / "keytally.toml").write_text(toml)
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([inner])
    session.opened(inner / "keytally.toml", toml, OpenFile(1, "toml"))
    session.opened(inner / "key.sgml", TEXT, OpenFile(1, "muc-sgml"))
    found = [each.finding for each in session.engine.findings(inner / "keytally.toml")]
    assert "outside-workspace" in {each.rule.name for each in found}
    assert all("Secret" not in str(session.engine.source(path).buffer) for path in session.engine.paths)
    assert "Secret" not in " ".join([*said, *(each.message for each in found)])


def test_a_link_that_is_changed_while_it_is_opened_reads_nothing_outside(
    inner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (inner.parent / "corpora" / "out.sgml").write_text(TEXT.replace("Ann", "Secret"))
    (inner / "inner.sgml").write_text(TEXT)
    (inner / "key.sgml").symlink_to(inner / "inner.sgml")
    (inner / "keytally.toml").write_text(TOML.replace("../corpora/", ""))
    read = file_texts.regular_bytes

    def swapped(path: Path, **more: Any) -> bytes:
        with monkeypatch.context() as context:
            if path.name == "key.sgml":
                swap_at_open(context, path, inner.parent / "corpora" / "out.sgml", inner / "inner.sgml")
            return read(path, **more)

    monkeypatch.setattr(file_texts, "regular_bytes", swapped)
    said: list[str] = []
    session = session_in(inner, said)
    assert inner / "key.sgml" not in session.engine or "Secret" not in str(
        session.engine.source(inner / "key.sgml").buffer
    )
    assert any("it is outside the workspace" in line for line in said)


def test_a_bnf_whose_link_is_changed_while_it_is_opened_reads_nothing_outside(
    inner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (inner.parent / "corpora" / "out.bnf").write_text('<SECRET> :=\n\tNAME: "NAME"^\n')
    (inner / "inner.bnf").write_text('<ORGANIZATION> :=\n\tNAME: "NAME"^\n')
    (inner / "own.bnf").symlink_to(inner / "inner.bnf")
    record = '<ORGANIZATION-1-1> :=\n\tNAME: "Ann"\n'
    for name in ("key.tmpl", "response.tmpl"):
        (inner / name).write_text(record)
    (inner / "keytally.toml").write_text(
        '[[pair]]\ntask = "template_element"\nbnf = "own.bnf"\n'
        'key = "key.tmpl"\nresponses = ["response.tmpl"]\n'
    )
    read = file_texts.regular_bytes

    def swapped(path: Path, **more: Any) -> bytes:
        with monkeypatch.context() as context:
            if path.name == "own.bnf":
                swap_at_open(context, path, inner.parent / "corpora" / "out.bnf", inner / "inner.bnf")
            return read(path, **more)

    monkeypatch.setattr(file_texts, "regular_bytes", swapped)
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([inner])
    session.opened(inner / "key.tmpl", record, OpenFile(1, "muc-templates"))
    assert any("own.bnf: it is outside the workspace" in line for line in said)


def test_an_open_configuration_is_checked_again_when_what_it_names_has_changed(inner: Path) -> None:
    config = CONFIG.replace("../corpora/", "./").replace("../inner/", "")
    (inner / "ne.config").write_text(config)
    (inner / "key.sgml").symlink_to(inner.parent / "corpora" / "key.sgml")
    session = session_in(inner, [])
    session.opened(inner / "ne.config", config, OpenFile(1, "muc-config"))

    def rules() -> set[str]:
        return {each.finding.rule.name for each in session.engine.findings(inner / "ne.config")}

    assert "outside-workspace" in rules()
    (inner / "key.sgml").unlink()
    (inner / "key.sgml").write_text(TEXT)
    session.disk_changed([inner / "key.sgml"])
    assert "outside-workspace" not in rules()


@pytest.mark.parametrize("kind", DESCRIPTIONS)
def test_a_description_whose_link_is_changed_while_it_is_opened_is_not_read(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place is asked for of what was opened: the name led into the folder before and after."""
    folder = tmp_path / "inner"
    folder.mkdir()
    fill(folder)
    part, toml = PARTS[kind], folder / "keytally.toml"
    toml.write_text(project(part, link_that_leads_out(monkeypatch, folder, kind)))
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([folder])
    session.opened(toml, toml.read_text(), OpenFile(1, "toml"))
    key = folder / part.key
    key = key / "go.pat" if key.is_dir() else key
    session.opened(key, key.read_text(), OpenFile(1, "muc-sgml"))
    session.read_on()
    told = [*said, *(found.finding.message for found in session.engine.findings(toml))]
    assert any("it is outside the workspace" in line for line in told)
    assert not any("Secret" in line for line in told)
