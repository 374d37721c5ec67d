"""Long files of an engine: read in parts, edited meanwhile, given up and forgotten."""

from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role
from keytally_server.session import loading
from keytally_server.session.loading import LongFiles

PATH = Path("/w/key.sgml")
TEXT = "".join(f"<DOC>\n<DOCNO> {n} </DOCNO>\n</DOC>\n" for n in range(20))
SGML = registry.language("muc-sgml", Role.KEY, {}, PATH.name)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine for which every file of more than 100 code points is long."""
    monkeypatch.setattr(loading, "LONG", 100)
    monkeypatch.setattr(loading, "STRETCH", 80)
    return Engine()


def test_a_long_file_is_read_in_parts_and_known_as_a_whole(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, TEXT, SGML)
    assert PATH in files and files.next == PATH and files.has_any([PATH]) and files.unread == len(TEXT)
    unread = [files.unread]
    while not files.step(PATH):
        unread.append(files.unread)
        assert str(files.buffer(PATH)) == TEXT
        assert str(engine.source(PATH).buffer) == TEXT[: len(TEXT) - files.unread]
    assert unread == sorted(set(unread), reverse=True) and len(unread) > 2
    assert not files and PATH not in files and files.unread == 0
    assert str(engine.source(PATH).buffer) == TEXT


def test_a_short_file_is_read_at_once(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, "<DOC>\n", SGML)
    assert not files and str(engine.source(PATH).buffer) == "<DOC>\n"
    assert not files.begin_again(PATH, SGML)


def test_only_what_nothing_has_read_is_read_again(engine: Engine) -> None:
    files = LongFiles(engine)
    engine.open(PATH, TEXT)
    assert files.begin_again(PATH, SGML) and not files.begin_again(PATH, SGML)
    engine.open(other := PATH.with_name("other.sgml"), TEXT)
    engine.read_as(other, SGML)
    assert engine.reading(other) is not None
    assert not files.begin_again(other, SGML)


def read(files: LongFiles) -> None:
    while files:
        files.step(files.next)


def test_what_has_been_read_is_judged_in_parts(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "JUDGED", 7)
    files = LongFiles(engine)
    files.take(PATH, TEXT + TEXT, SGML)
    engine.read_as(PATH, SGML)
    read(files)
    assert files.awaits_judgement(PATH) and files.unjudged == [PATH]
    assert list(engine.findings(PATH)) == []
    parts = 1
    while not files.judge(PATH):
        parts += 1
    assert parts > 5 and not files.awaits_judgement(PATH) and files.unjudged == []
    assert [each.finding.rule.name for each in engine.findings(PATH)] == ["duplicate-docno"] * 20


def test_a_file_that_is_given_up_or_forgotten_is_not_judged(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, TEXT, SGML)
    read(files)
    files.forget([PATH])
    assert files.unjudged == [PATH]
    files.forget([])
    assert files.unjudged == []
    files.take(other := PATH.with_name("other.sgml"), TEXT, SGML)
    read(files)
    files.give_up(other)
    assert files.unjudged == []


def test_an_edit_reaches_what_is_still_unread(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, TEXT, SGML)
    files.step(PATH)
    assert files.edit(PATH, [(len(TEXT), len(TEXT), "x"), (0, 1, "")]) == {PATH}
    assert str(files.buffer(PATH)) == TEXT[1:] + "x"


def test_a_file_that_is_given_up_keeps_its_text(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, TEXT, SGML)
    files.give_up(PATH)
    assert PATH not in files and str(engine.source(PATH).buffer) == TEXT


def test_files_that_are_used_no_more_are_forgotten(engine: Engine) -> None:
    files = LongFiles(engine)
    files.take(PATH, TEXT, SGML)
    files.forget([PATH])
    assert PATH in files
    files.forget([])
    assert not files
