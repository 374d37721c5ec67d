"""The session without a protocol: what is open, what lives, and what each change touches."""

import shutil
from pathlib import Path

import pytest

from keytally.families.contract import Role
from keytally_server.session.session import Session
from keytally_server.session.settings import settings_of
from keytally_server.session.snapshot import OpenFile


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def session(workspace: Path, said: list[str]) -> Session:
    session = Session(said.append)
    session.set_roots([workspace])
    return session


def opened(session: Session, path: Path, language: str = "muc-sgml") -> set[Path]:
    return session.opened(path, path.read_text(encoding="utf-8"), OpenFile(1, language))


def test_opening_a_response_brings_its_pair_to_life(session: Session, workspace: Path) -> None:
    response = workspace / "response.sgml"
    assert opened(session, response) == {response}
    (live,) = session.live_pairs
    assert (live.pair.key.name, live.pair.response.name) == ("key.sgml", "response.sgml")
    assert session.active_pair(response) is session.active_pair(workspace / "key.sgml") is live


def test_the_last_close_lets_everything_go(session: Session, workspace: Path) -> None:
    for name in ("response.sgml", "key.sgml"):
        opened(session, workspace / name)
    assert session.closed(workspace / "response.sgml") == set()
    assert len(session.live_pairs) == 1, "the key still shows its active response"
    session.closed(workspace / "key.sgml")
    assert session.live_pairs == []
    assert session.engine.paths == []


def test_a_change_touches_who_is_compared_with_it(session: Session, workspace: Path) -> None:
    texts, key, response = (workspace / f"{name}.sgml" for name in ("texts", "key", "response"))
    for path in (texts, key, response):
        opened(session, path)
    assert session.changed(response, 2, [(0, 0, " ")]) == {response}
    at = texts.read_text().index("largest")
    assert session.changed(texts, 2, [(at, at + 1, "L")]) == {texts, key, response}
    assert (session.version(texts), session.version(key)) == (2, 1)


def test_a_file_that_is_not_open_cannot_be_changed(session: Session, workspace: Path) -> None:
    with pytest.raises(KeyError):
        session.changed(workspace / "key.sgml", 2, [(0, 0, " ")])


def test_snapshots_have_the_role_that_the_file_plays(session: Session, workspace: Path) -> None:
    opened(session, workspace / "response.sgml")
    opened(session, workspace / "ne.config", "muc-config")
    roles = {}
    for name in ("response.sgml", "key.sgml", "texts.sgml", "ne.config"):
        snapshot = session.snapshot(workspace / name)
        assert snapshot is not None
        roles[name] = snapshot.role
    assert roles == {
        "response.sgml": Role.RESPONSE,
        "key.sgml": Role.KEY,
        "texts.sgml": Role.UNKNOWN,
        "ne.config": Role.UNKNOWN,
    }
    assert session.snapshot(workspace / "nothing") is None


def test_files_of_no_language_of_ours_have_no_snapshot(session: Session, workspace: Path) -> None:
    notes = workspace / "notes.md"
    notes.write_text("# Notes\n")
    opened(session, notes, "markdown")
    assert session.snapshot(notes) is None
    assert session.changed(notes, 2, [(0, 0, "x")]) == {notes}


def test_settings_touch_every_open_file(session: Session, workspace: Path) -> None:
    opened(session, workspace / "response.sgml")
    session.changed(workspace / "response.sgml", 2, [(0, 0, "</ENAMEX>")])
    settings, _ = settings_of({"rules": {"ignore": ["unmatched-close-tag", "text-altered", "missing-docno"]}})
    before = [each.finding.rule.name for each in session.engine.findings(workspace / "response.sgml")]
    assert "unmatched-close-tag" in before
    assert session.configure(settings) == {workspace / "response.sgml"}
    assert list(session.engine.findings(workspace / "response.sgml")) == []


def test_what_is_followed_on_disk(session: Session, workspace: Path) -> None:
    opened(session, workspace / "response.sgml")
    names = {path.name for path in session.followed}
    assert names == {"response.sgml", "key.sgml", "texts.sgml", "ne.config"}


def test_a_change_on_disk_of_an_unrelated_file_touches_nothing(session: Session, workspace: Path) -> None:
    opened(session, workspace / "response.sgml")
    (live,) = session.live_pairs
    (workspace / "notes.md").write_text("x")
    assert session.disk_changed([workspace / "notes.md"]) == set()
    assert session.live_pairs == [live]


def test_a_new_response_of_the_workspace_is_found(session: Session, workspace: Path) -> None:
    opened(session, workspace / "key.sgml")
    second = Path(shutil.copy(workspace / "response.sgml", workspace / "response2.sgml"))
    session.disk_changed([second])
    assert session.choose_response(workspace / "key.sgml", second) == {workspace / "key.sgml"}
    assert [live.pair.response for live in session.live_pairs] == [second]
    with pytest.raises(KeyError):
        session.choose_response(workspace / "key.sgml", workspace / "texts.sgml")


def test_the_same_complaint_is_made_once_until_it_is_mended(
    session: Session, workspace: Path, said: list[str]
) -> None:
    key = workspace / "key.sgml"
    text = key.read_text()
    opened(session, workspace / "response.sgml")
    for _ in range(2):
        key.unlink()
        session.disk_changed([key])
        session.disk_changed([key])
        key.write_text(text)
        session.disk_changed([key])
    assert said == [f"{workspace / 'keytally.toml'}: the file 'key.sgml' does not exist"] * 2


def test_latin_1_and_stated_encodings_are_read(session: Session, workspace: Path) -> None:
    key = workspace / "key.sgml"
    key.write_bytes(key.read_text().replace("Harbour", "Hårbour").encode("latin-1"))
    opened(session, workspace / "response.sgml")
    assert "Hårbour" in str(session.buffer(key))


def test_pairs_outside_of_every_folder_are_found_beside_the_file(workspace: Path, said: list[str]) -> None:
    session = Session(said.append)
    opened(session, workspace / "response.sgml")
    assert len(session.live_pairs) == 1
    assert said == []


@pytest.mark.parametrize(("name", "rules"), [("lone.bio", ["columns-transition"]), ("response.bio", [])])
def test_a_file_without_a_pair_tells_its_own_scheme(
    session: Session, workspace: Path, name: str, rules: list[str]
) -> None:
    """That of a response is its key's."""
    path, text = workspace / name, "a B-P\nb E-P\nc O\nd E-P\n"
    path.write_text(text, encoding="utf-8")
    session.opened(path, text, OpenFile(1, "token-columns"))
    assert [each.finding.rule.name for each in session.engine.findings(path)] == rules


def test_an_edit_may_tell_another_scheme(session: Session, workspace: Path) -> None:
    path, text = workspace / "lone.bio", "a B-P\nb I-P\nc O\nd B-P\n"
    path.write_text(text, encoding="utf-8")
    session.opened(path, text, OpenFile(1, "token-columns"))
    assert not list(session.engine.findings(path))
    assert session.changed(path, 2, [(2, 3, "I"), (len(text) - 4, len(text) - 3, "I")]) == {path}
    assert not list(session.engine.findings(path))
    session.changed(path, 3, [(2, 3, "B")])
    assert [each.finding.rule.name for each in session.engine.findings(path)] == ["columns-transition"]
