"""What is known of the folders around open files, and how often they are looked into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally.project.discovery import Discovery, discover_around
from keytally.project.reach import Reach
from keytally_server.session import workspace as module
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile
from keytally_server.session.workspace import Workspace

KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT><ENAMEX TYPE="PERSON">Ann</ENAMEX></TXT>\n</DOC>\n'
CONFIG = """:scoring_task named_entity
:key_file n0.key.sgml
:response_file n1.response.sgml
:class_defs "enamex enamex scored 0"
:slot_defs "enamex type type scored 4 set"
:sgml_DOC_gid DOC
:sgml_DOCNUM_gid DOCNO
:doc_sections TXT
"""
PAIRS = 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(PAIRS):
        for role in ("key", "response"):
            (tmp_path / f"n{number}.{role}.sgml").write_text(KEY)
    (tmp_path / "build.log").write_text("make\n")
    return tmp_path


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that are looked into, one entry a look."""
    looks: list[Path] = []

    def counted(folder: Path, root: Path, reach: Reach) -> Discovery:
        looks.append(folder)
        return discover_around(folder, root, reach)

    monkeypatch.setattr(module, "discover_around", counted)
    return looks


@pytest.fixture
def session(folder: Path, looks: list[Path]) -> Iterator[Session]:
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([folder])
    opened(session, folder / "n0.response.sgml")
    yield session
    assert said == []


def opened(session: Session, path: Path) -> None:
    session.opened(path, path.read_text(encoding="utf-8"), OpenFile(1, "muc-sgml"))


def changed_on_disk(session: Session, path: Path, text: str) -> set[Path]:
    """A file was written, and the client told of it."""
    path.write_text(text, encoding="utf-8")
    return session.disk_changed([path])


def paired(session: Session) -> set[tuple[str, str]]:
    return {(live.pair.key.name, live.pair.response.name) for live in session.live_pairs}


# A folder is looked into once


def test_the_files_of_a_folder_share_one_look(session: Session, folder: Path, looks: list[Path]) -> None:
    for number in range(1, PAIRS):
        opened(session, folder / f"n{number}.key.sgml")
    assert len(session.live_pairs) == PAIRS
    assert looks == [folder]


def test_listing_all_pairs_takes_no_look_around_each(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    assert [session.is_active(pair) for pair in session.known_pairs()] == [True] * PAIRS
    assert looks == [folder]


def test_keys_that_were_only_listed_are_not_looked_for_anew(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for role in ("key", "response"):
        (inner / f"m.{role}.sgml").write_text(KEY)
    assert all(session.is_active(pair) for pair in session.known_pairs())
    assert set(looks) == {folder, inner}
    looks.clear()
    changed_on_disk(session, folder / "keytally.toml", "")
    assert looks == [folder]


def test_a_folder_without_open_files_is_let_go(session: Session, folder: Path, looks: list[Path]) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "draft.sgml").write_text(KEY)
    opened(session, inner / "draft.sgml")
    session.closed(inner / "draft.sgml")
    looks.clear()
    changed_on_disk(session, folder / "keytally.toml", "")
    assert looks == [folder]


def test_a_key_in_another_folder_than_its_open_response_is_kept(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for place in (inner / "run2.sgml", folder / "a.sgml"):
        place.write_text(KEY)
    (folder / "keytally.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "n0.key.sgml"\nresponses = ["inner/run2.sgml", "a.sgml"]\n'
    )
    session.closed(folder / "n0.response.sgml")
    opened(session, inner / "run2.sgml")
    [live] = session.live_pairs
    assert not session.is_active(live.pair)
    looks.clear()
    changed_on_disk(session, folder / "new.sgml", KEY)
    assert set(looks) == {inner, folder}


# What happens on disk


def test_a_file_that_is_in_no_pair_may_change_as_often_as_it_likes(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    looks.clear()
    for number in range(5):
        assert changed_on_disk(session, folder / "build.log", "make\n" * number) == set()
    assert looks == []


def test_files_of_other_folders_are_news_once(session: Session, folder: Path, looks: list[Path]) -> None:
    """Their folders were not looked into, so the first that is told of one may tell that it is new."""
    logs = [folder / "build" / name for name in ("a.log", "b.log")]
    logs[0].parent.mkdir()
    looks.clear()
    for number in range(5):
        for log in logs:
            assert changed_on_disk(session, log, "make\n" * number) == set()
    assert looks == [folder, folder]
    logs[0].unlink()
    session.disk_changed([logs[0]])
    looks.clear()
    changed_on_disk(session, logs[0], "made\n")
    assert looks == [folder], "what came back is new"


def test_a_key_that_changes_within_its_task_pairs_as_before(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    looks.clear()
    key, response = folder / "n0.key.sgml", folder / "n0.response.sgml"
    assert changed_on_disk(session, key, KEY.replace("Ann", "Bea")) == {response}
    assert looks == []


def test_a_key_that_changes_its_task_is_paired_anew(session: Session, folder: Path) -> None:
    changed_on_disk(session, folder / "n0.key.sgml", KEY.replace("ENAMEX", "COREF"))
    assert [live.pair.task for live in session.live_pairs] == ["coreference"]


def test_a_file_that_comes_to_be_a_key_by_its_tags_is_noticed(session: Session, folder: Path) -> None:
    key, response = folder / "m.key.sgml", folder / "m.response.sgml"
    for path in (key, response):
        changed_on_disk(session, path, "no tags\n")
    opened(session, response)
    assert session.active_pair(response) is None
    changed_on_disk(session, key, KEY)
    assert session.active_pair(response) is not None


def test_a_file_that_comes_to_be_a_configuration_by_its_first_line_is_noticed(
    session: Session, folder: Path
) -> None:
    opened(session, folder / "n1.response.sgml")
    changed_on_disk(session, folder / "build.log", CONFIG)
    assert paired(session) == {("n0.key.sgml", "n0.response.sgml"), ("n0.key.sgml", "n1.response.sgml")}
    changed_on_disk(session, folder / "build.log", "make\n")
    assert paired(session) == {("n0.key.sgml", "n0.response.sgml"), ("n1.key.sgml", "n1.response.sgml")}


def test_a_file_that_was_made_and_opened_before_it_was_told_of_is_paired(
    session: Session, folder: Path, looks: list[Path]
) -> None:
    second = folder / "n0.response2.sgml"
    second.write_text(KEY)
    opened(session, second)
    assert looks == [folder, folder]
    assert len(session.live_pairs) == 2
    changed_on_disk(session, second, KEY)
    assert looks == [folder, folder]


def test_files_that_no_look_finds_do_not_make_each_other_news(
    session: Session, folder: Path, looks: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Links that lead out of the workspace stay out of pairs."""
    outside = tmp_path_factory.mktemp("outside") / "text"
    outside.write_text(KEY)
    links = [folder / "a.sgml", folder / "b.sgml"]
    for link in links:
        link.symlink_to(outside)
        opened(session, link)
    looks.clear()
    for link in links * 3:
        assert session.workspace.pairs_of(link) == ()
    assert looks == []


def test_a_path_that_no_file_can_have_does_not_keep_others_from_being_followed(
    session: Session, folder: Path
) -> None:
    """A name of 300 characters is too long for every common file system."""
    key = folder / "n0.key.sgml"
    key.write_text(KEY.replace("Ann", "Bea"))
    assert session.disk_changed([folder / ("x" * 300), key]) == {folder / "n0.response.sgml"}


def test_a_buffer_that_has_no_path_of_its_own_is_in_no_pair(looks: list[Path]) -> None:
    workspace = Workspace([])
    assert workspace.pairs_of(Path("untitled-1")) == ()
    assert looks == []
