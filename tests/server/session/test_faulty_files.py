"""What one project file names does nothing to others: every part of a pair with every fault of a file."""

import re
from pathlib import Path

import pytest

from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile
from tests.faulty_files import FAULTS, FOLDERS, LONG, PARTS, fill, not_for_root, project

KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The folder of a healthy pair, and one for a faulty pair."""
    for name in ("good", "bad"):
        (tmp_path / name).mkdir()
    for name in ("key.sgml", "response.sgml"):
        (tmp_path / "good" / name).write_text(KEY)
    fill(tmp_path / "bad")
    return tmp_path / "good", tmp_path / "bad"


CASES = [
    (part, fault)
    for part in PARTS
    for fault in FAULTS
    if not (part in FOLDERS and fault in ("folder", "bad encoding", "sparse of 6 GB"))
]


@pytest.mark.parametrize(("part", "fault"), CASES)
def test_a_faulty_part_is_a_finding_at_its_place_and_other_pairs_are_served(
    folders: tuple[Path, Path], part: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = folders
    name = LONG if fault == "name too long" else "odd"
    make, message = FAULTS[fault]
    if part in FOLDERS and fault == "unreadable":
        (bad / name).mkdir()
    else:
        make(bad / name)
    if fault == "unreadable":
        not_for_root(monkeypatch, bad / name)
    text = project(PARTS[part], name)
    (bad / "keytally.toml").write_text(text)

    session = Session(lambda line: None)
    session.set_roots([good, bad])
    for path in (good / "response.sgml", bad / "response.sgml", bad / "key.sgml"):
        session.opened(path, path.read_text(), OpenFile(1, "muc-sgml"))
    session.opened(bad / "keytally.toml", text, OpenFile(1, "toml"))

    found = list(session.engine.findings(bad / "keytally.toml"))
    quoted = [each for each in found if name[:60] in text[each.finding.start : each.finding.end]]
    assert quoted, [each.finding.message for each in found]
    assert re.search(message, quoted[0].finding.message)
    assert "internal" not in " ".join(each.finding.message for each in found)

    session.opened(good / "key.sgml", KEY, OpenFile(1, "muc-sgml"))
    assert session.changed(good / "response.sgml", 2, [(0, 0, "<ENAMEX>")])
    live = session.active_pair(good / "response.sgml")
    assert live is not None
    live.work()
    assert live.headline() == 100.0
    assert session.disk_changed([bad / name, bad / "keytally.toml", good / "key.sgml"]) is not None
    session.closed(bad / "keytally.toml")


def test_a_configuration_that_names_what_no_file_can_be_called_is_passed_over(
    folders: tuple[Path, Path],
) -> None:
    good, bad = folders
    (bad / "ne.config").write_text(
        f":scoring_task named_entity\n:key_file {LONG}\n:response_file response.sgml\n"
    )
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([good, bad])
    for folder in (bad, good):
        path = folder / "response.sgml"
        session.opened(path, path.read_text(), OpenFile(1, "muc-sgml"))
    assert session.active_pair(good / "response.sgml") is not None
    assert all("internal" not in line for line in said)


def test_a_search_that_fails_leaves_the_others(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from keytally_server.session import workspace as session_workspace  # noqa: PLC0415 - the module itself

    good, bad = folders
    looks = session_workspace.discover_around

    def fail(folder: Path, *others: object) -> object:
        if folder == bad:
            raise RuntimeError("unforeseen")
        return looks(folder, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(session_workspace, "discover_around", fail)
    said: list[str] = []
    session = Session(said.append)
    session.set_roots([good, bad])
    for folder in (bad, good):
        path = folder / "response.sgml"
        session.opened(path, path.read_text(), OpenFile(1, "muc-sgml"))
    assert session.active_pair(good / "response.sgml") is not None
    assert said == [f"{bad}: internal error, please report it: RuntimeError: unforeseen"]
    assert "unforeseen" in caplog.text
