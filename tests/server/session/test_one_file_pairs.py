"""A session with a pair within one file: a format that holds key and response."""

from pathlib import Path

import pytest

from keytally.families import registry
from keytally.families.contract import Role
from keytally.project.pair import Pair
from keytally_server.session import loading
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile
from tests.engine.toy_columns import ColumnEvaluation

TEXT = "a1 X X\na2 Y X\nb1 X\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "columns"
    file.write_text(TEXT, encoding="utf-8")
    return file


@pytest.fixture
def session(path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """One whose workspace has the pair, which no project file can state for the formats that there are."""
    session = Session(pytest.fail)
    pair = Pair("columns", path, path)
    monkeypatch.setattr(session.workspace, "pairs_of", lambda each: [pair] if each == path else [])
    monkeypatch.setattr(registry, "evaluation", lambda task, settings: ColumnEvaluation())
    return session


def opened(session: Session, path: Path) -> Session:
    assert session.opened(path, TEXT, OpenFile(1, "columns")) == {path}
    for live in session.live_pairs:
        live.work()
    return session


def test_the_file_is_shown_as_the_response(session: Session, path: Path) -> None:
    snapshot = opened(session, path).snapshot(path)
    [live] = session.live_pairs
    assert snapshot is not None
    assert session.active_pair(path) is snapshot.pair is live
    assert (snapshot.role, snapshot.other_role) == (Role.RESPONSE, Role.KEY)
    assert snapshot.reading is live.response.reading(path)
    assert [each.start for each in snapshot.marks(0, len(TEXT))] == [5, 12]


def test_the_other_side_is_the_same_file_as_it_is_read_as_the_key(session: Session, path: Path) -> None:
    snapshot = opened(session, path).snapshot(path)
    assert snapshot is not None
    assert snapshot.pair is not None
    assert snapshot.other_path == path
    assert snapshot.other_reading is snapshot.pair.key.reading(path) is not snapshot.reading
    [first, *_] = snapshot.marks(0, 6)
    assert first.mark.partner is not None
    assert first.mark.partner[0] in snapshot.other_reading.units


def test_an_edit_is_followed_and_scored(session: Session, path: Path) -> None:
    [live] = opened(session, path).live_pairs
    assert session.changed(path, 2, [(10, 11, "X")]) == {path}
    assert live.work() == ["a"]
    assert live.totals() == {"a": 2}


def test_a_configuration_that_changes_no_reading_keeps_them(session: Session, path: Path) -> None:
    [live] = opened(session, path).live_pairs
    session.set_roots([path.parent])
    assert session.live_pairs == [live]


def test_the_pair_goes_with_the_file(session: Session, path: Path) -> None:
    opened(session, path).closed(path)
    assert session.live_pairs == []
    assert path not in session.engine


def test_a_long_file_is_read_stretch_by_stretch_for_both_sides(
    session: Session, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "LONG", 10)
    monkeypatch.setattr(loading, "STRETCH", 7)
    session.opened(path, TEXT, OpenFile(1, "columns"))
    assert session.is_loading(path)
    assert session.snapshot(path) is None
    assert session.read_on() == {path}
    [live] = session.live_pairs
    live.work()
    assert live.totals() == {"a": 1}
    assert [len(reading) for reading in live.readings] == [len(TEXT)] * 2
