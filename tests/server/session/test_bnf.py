"""The BNF of a file in an editor: of its pair or beside it, open in an editor or on disk."""

from pathlib import Path

import pytest

from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile

BNF = "<PERSON> :=\n\tPER_NAME: {ANN, BEA}^\n"
TOML = '[[pair]]\ntask = "template_element"\nkey = "key"\nresponses = ["response"]\nbnf = "%s"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, value in (("key", "Ann"), ("response", "CAL")):
        (tmp_path / name).write_text(f"<PERSON-1-1> :=\n\tPER_NAME: {value}\n")
    (tmp_path / "task.bnf").write_text(BNF)
    return tmp_path


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def session(folder: Path, said: list[str]) -> Session:
    session = Session(said.append)
    session.set_roots([folder])
    return session


def opened(session: Session, path: Path) -> None:
    session.opened(path, path.read_text(encoding="utf-8"), OpenFile(1, "muc-template"))


def rules(session: Session, path: Path) -> list[str]:
    return [found.finding.rule.name for found in session.engine.findings(path)]


def edited(session: Session, path: Path, old: str, new: str) -> set[Path]:
    start = str(session.buffer(path)).index(old)
    return session.changed(path, 2, [(start, start + len(old), new)])


def test_a_pair_is_judged_by_its_bnf_on_disk(session: Session, folder: Path) -> None:
    (folder / "keytally.toml").write_text(TOML % "task.bnf")
    opened(session, folder / "response")
    assert rules(session, folder / "response") == ["set-fill-value"]
    assert folder / "task.bnf" in session.followed
    (folder / "task.bnf").write_text(BNF.replace("BEA", "CAL"))
    assert session.disk_changed([folder / "task.bnf"]) == {folder / "response"}
    assert rules(session, folder / "response") == []


def test_a_pair_is_judged_by_its_bnf_as_an_editor_has_it(session: Session, folder: Path) -> None:
    (folder / "keytally.toml").write_text(TOML % "task.bnf")
    opened(session, folder / "response")
    opened(session, folder / "task.bnf")
    assert edited(session, folder / "task.bnf", "BEA", "CAL") == {folder / "response", folder / "task.bnf"}
    assert rules(session, folder / "response") == []
    session.closed(folder / "task.bnf")
    assert rules(session, folder / "response") == ["set-fill-value"], "nothing was saved"


def test_a_pair_is_judged_by_a_built_in_bnf(session: Session, folder: Path) -> None:
    (folder / "keytally.toml").write_text(TOML % "muc6-te")
    opened(session, folder / "response")
    assert rules(session, folder / "response") == []
    edited(session, folder / "response", "PER_NAME", "PER_TITLE")
    assert rules(session, folder / "response") == ["cardinality"]
    assert folder / "muc6-te" not in session.followed


def test_a_bnf_that_is_gone_is_said_once_and_the_pair_lives_on(
    session: Session, folder: Path, said: list[str]
) -> None:
    (folder / "keytally.toml").write_text(TOML % "task.bnf")
    opened(session, folder / "response")
    (folder / "task.bnf").unlink()
    session.disk_changed([folder / "task.bnf"])
    assert rules(session, folder / "response") == []
    assert len(session.live_pairs) == 1
    assert len(said) <= 1


def test_a_file_by_itself_is_judged_by_the_bnf_beside_it(session: Session, folder: Path) -> None:
    (folder / "response").rename(folder / "draft")
    opened(session, folder / "draft")
    assert rules(session, folder / "draft") == []
    bnf = (folder / "task.bnf").rename(folder / "bnf")
    session.disk_changed([bnf])
    assert rules(session, folder / "draft") == ["set-fill-value"]
    opened(session, bnf)
    for number in range(5):
        edited(session, bnf, "BEA", f"A{number}, BEA")
    assert rules(session, folder / "draft") == ["set-fill-value"]
    edited(session, bnf, "BEA", "CAL")
    assert rules(session, folder / "draft") == []
    assert len(list(session.engine.source(folder / "draft").readings)) == 1


def test_a_configuration_is_judged_by_the_bnf_of_its_pair(session: Session, folder: Path) -> None:
    (folder / "task.bnf").write_text("<CLUB> :=\n\tHEAD: <PERSON>-\n<PERSON> :=\n\tPER_NAME: {CAL, ANN}^\n")
    config = folder / "task.config"
    config.write_text(
        ':scoring_task template_relation\n:class_defs "club c scored 0" "person p scored 0"\n'
        ':slot_defs "club head h scored 1 pointer" "person per_name n scored 1 set"\n'
    )
    toml = TOML % "task.bnf" + 'config = "task.config"\n'
    (folder / "keytally.toml").write_text(toml.replace("_element", "_relation"))
    opened(session, config)
    assert rules(session, config) == ["class-order"]


def test_a_bnf_of_ones_own_gives_a_pair_its_configuration(session: Session, folder: Path) -> None:
    """No configuration is named, so it is what `keytally init` makes of the BNF, as the editor has it."""
    for name in ("key", "response"):
        (folder / name).write_text('<CLUB-1-1> :=\n\tPLACE: "Ulm"\n')
    (folder / "bnf").write_text('<CLUB> :=\n\tTOWN: "NAME"-\n')
    opened(session, folder / "response")
    assert rules(session, folder / "response") == ["unknown-slot"]
    opened(session, folder / "bnf")
    edited(session, folder / "bnf", "TOWN", "PLACE")
    assert rules(session, folder / "response") == []
    [live] = session.live_pairs
    live.work()
    assert live.headline() == 100.0
    edited(session, folder / "bnf", "CLUB", "TEAM")
    assert rules(session, folder / "response") == ["unknown-class"]
