"""What was known of a file is renewed when something else changes that it depends on."""

from pathlib import Path

import pytest

from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile

PAIR = '[[pair]]\ntask = "{0}"\nkey = "key"\nresponses = ["response"]\n{1}'
SGML = "<DOC><DOCNO>1</DOCNO>\n<TXT>\n漢 Ann\n</TXT></DOC>\n"
PERSON = "<PERSON-1-1> :=\n\tPER_NAME: CAL\n"
BNF = "<PERSON> :=\n\tPER_NAME: {ANN}^\n"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session(lambda line: None)
    session.set_roots([tmp_path])
    return session


def opened(session: Session, path: Path, text: str, language: str = "plaintext") -> set[Path]:
    return session.opened(path, text, OpenFile(1, language))


def rules(session: Session, path: Path) -> list[str]:
    return [found.finding.rule.name for found in session.engine.findings(path)]


@pytest.fixture
def encoded(tmp_path: Path) -> Path:
    """A folder whose files are encoded as its project file states."""
    project = PAIR.format("named_entity", 'texts = "texts"\nencoding = "gb18030"\n')
    (tmp_path / "keytally.toml").write_text(project)
    for name in ("key", "response", "texts"):
        (tmp_path / name).write_bytes(SGML.encode("gb18030"))
    return tmp_path


def test_texts_that_change_on_disk_are_read_in_the_encoding_of_the_pair(
    session: Session, encoded: Path
) -> None:
    opened(session, encoded / "response", SGML)
    (encoded / "texts").write_bytes(SGML.replace("Ann", "Bea").encode("gb18030"))
    session.disk_changed([encoded / "texts"])
    assert "漢 Bea" in str(session.buffer(encoded / "texts"))
    (encoded / "texts").write_bytes(SGML.encode("gb18030"))
    session.disk_changed([encoded / "texts"])
    assert rules(session, encoded / "response") == []


def test_texts_that_are_closed_are_read_in_the_encoding_of_the_pair(session: Session, encoded: Path) -> None:
    opened(session, encoded / "response", SGML)
    opened(session, encoded / "texts", SGML)
    session.closed(encoded / "texts")
    assert rules(session, encoded / "response") == []


def test_a_new_encoding_of_the_pair_reads_its_files_again(session: Session, encoded: Path) -> None:
    project = encoded / "keytally.toml"
    stated = project.read_text()
    project.write_text(stated.replace('encoding = "gb18030"\n', ""))
    opened(session, encoded / "response", SGML)
    assert "text-altered" in rules(session, encoded / "response")
    project.write_text(stated)
    assert session.disk_changed([project]) == {encoded / "response"}
    assert rules(session, encoded / "response") == []


def test_the_bnf_of_a_key_without_a_live_pair_renews_its_findings(session: Session, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(PERSON)
    (tmp_path / "bnf").write_text(BNF)
    opened(session, tmp_path / "key", PERSON)
    opened(session, tmp_path / "bnf", BNF)
    assert session.live_pairs == []
    assert rules(session, tmp_path / "key") == ["set-fill-value"]
    at = BNF.index("ANN")
    assert session.changed(tmp_path / "bnf", 2, [(at, at + 3, "CAL")]) >= {tmp_path / "key"}
    assert rules(session, tmp_path / "key") == []
    assert session.closed(tmp_path / "bnf") == {tmp_path / "key"}
    (tmp_path / "bnf").write_text(BNF.replace("ANN", "CAL"))
    assert session.disk_changed([tmp_path / "bnf"]) == {tmp_path / "key"}
    assert rules(session, tmp_path / "key") == []


def test_what_a_finding_points_at_moves_with_the_other_file(session: Session, tmp_path: Path) -> None:
    (tmp_path / "keytally.toml").write_text(PAIR.format("lexsub-best", ""))
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text("bright.a 1 :: clever 3;\n")
    response.write_text("bright.n 1 :: clever\n")
    opened(session, response, response.read_text())
    opened(session, key, key.read_text())
    assert session.changed(key, 2, [(0, 0, "\n")]) == {key, response}
    session.closed(key)
    key.write_text("\n\n" + key.read_text())
    assert session.disk_changed([key]) == {response}


def test_a_first_line_that_is_typed_tells_the_language(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "new"
    opened(session, path, "")
    assert session.snapshot(path) is None
    assert session.changed(path, 2, [(0, 0, "<DOC>\n")]) == {path}
    assert rules(session, path) != []
    session.changed(path, 3, [(0, 6, "")])
    assert session.snapshot(path) is None


def test_an_open_project_file_is_told_that_a_file_which_it_names_is_gone(
    session: Session, encoded: Path
) -> None:
    project = encoded / "keytally.toml"
    opened(session, project, project.read_text(), "toml")
    assert rules(session, project) == []
    (encoded / "key").unlink()
    assert session.disk_changed([encoded / "key"]) == {project}
    assert rules(session, project) == ["bad-project-value"]


def test_a_file_that_leaves_its_pair_loses_the_findings_of_the_pair(session: Session, tmp_path: Path) -> None:
    """Nothing but the pair tells the language of a plain response."""
    project, response = tmp_path / "keytally.toml", tmp_path / "response"
    project.write_text(PAIR.format("m2", ""))
    (tmp_path / "key").write_text("S a b\n\n")
    response.write_text("a b\nc\n")
    opened(session, response, "a b\nc\n")
    assert rules(session, response) == ["m2-line-count"]
    project.unlink()
    assert session.disk_changed([project]) == {response}
    assert rules(session, response) == []
    assert session.snapshot(response) is None
