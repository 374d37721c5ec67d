"""Lenses and hints in a gold: how far it is, and what is said where nothing is decided."""

from pathlib import Path

import pytest

from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.inlay_hints import inlay_hints
from keytally_server.session.session import Session
from keytally_server.session.snapshot import Snapshot
from tests.server.protocol.test_adjudicating import ACME, OTHER, workspace
from tests.server.session.test_adjudications import BARE, LOCATION, PERSON, edit, opened

TAGGED = PERSON.replace("Orrin", '<ENAMEX TYPE="PERSON">Orrin</ENAMEX>')


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    files = {"anna": TAGGED, "ben": LOCATION, "cleo": PERSON}
    path = workspace(tmp_path, "named_entity", "gold.sgml", files)
    path.write_text(BARE)
    return path


def shown(session: Session, gold: Path) -> Snapshot:
    session.set_roots([gold.parent])
    opened(session, gold)
    snapshot = session.snapshot(gold)
    assert snapshot is not None
    return snapshot


def of_adjudication(snapshot: Snapshot) -> list[tuple[int, str]]:
    return [(lens.start, lens.title) for lens in code_lenses(snapshot) if "decided" in lens.title]


def hints(snapshot: Snapshot, start: int = 0, end: int | None = None) -> list[tuple[int, str, str]]:
    stop = len(snapshot.buffer) if end is None else end
    return [tuple(hint) for hint in inlay_hints(snapshot, start, stop)]  # type: ignore[misc]


@pytest.fixture
def session() -> Session:
    return Session(lambda line: None)


def test_a_lens_tells_what_is_open_and_how_far_annotators_agree(session: Session, gold: Path) -> None:
    snapshot = shown(session, gold)
    figures = "F anna-ben 0.0, anna-cleo 66.7, ben-cleo 0.0"
    assert of_adjudication(snapshot) == [(0, "all: 2 open, 0 decided"), (0, f"2 open, 0 decided; {figures}")]
    edit(session, gold, "Ann Lee", '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>')
    after = session.snapshot(gold)
    assert after is not None and of_adjudication(after)[0] == (0, "all: 1 open, 1 decided")


def test_a_hint_tells_who_says_what_behind_an_undecided_place(session: Session, gold: Path) -> None:
    snapshot = shown(session, gold)
    place = BARE.index(" met")
    tooltip = "undecided: Ann Lee\n1 PERSON (anna, cleo)\n2 LOCATION (ben)"
    first, second = hints(snapshot)
    assert first == (place, "? 1 PERSON anna cleo | 2 LOCATION ben", tooltip)
    assert second[:2] == (BARE.index("Orrin") + 5, "? 1 PERSON anna | 0 nothing ben cleo")
    assert hints(snapshot, place + 1) == [second]
    assert hints(snapshot, 0, place - 1) == []


def test_slots_that_an_object_lacks_are_one_hint(session: Session, tmp_path: Path) -> None:
    files = {
        "anna": f'{ACME}\tORG_DESCRIPTOR: "a firm"\n',
        "ben": f'{OTHER}\tORG_DESCRIPTOR: "a bank"\n',
    }
    gold = workspace(tmp_path, "template_element", "gold.tmpl", files)
    gold.write_text(ACME.replace("\tORG_TYPE: COMPANY\n", ""))
    [hint] = [each for each in hints(shown(session, gold)) if each[1].startswith("?")]
    assert hint[1] == '? 1 "a firm" anna | 2 "a bank" ben +1'
    assert hint[2].endswith("? 1 COMPANY anna | 2 GOVERNMENT ben")


def test_other_files_of_an_adjudication_have_neither(session: Session, gold: Path) -> None:
    snapshot = shown(session, gold.with_name("anna.sgml"))
    assert of_adjudication(snapshot) == [] and not any("?" in label for _, label, _ in hints(snapshot))


def test_long_variants_are_shown_from_where_they_differ(session: Session, tmp_path: Path) -> None:
    files = {
        "anna": 'ORG_NAME: "The Harbour Authority of Old Brill"',
        "ben": 'ORG_NAME: "The Harbour Authority of New Brill"',
    }
    texts = {name: f"<ORGANIZATION-1-1> :=\n\t{slot}\n\tORG_TYPE: COMPANY\n" for name, slot in files.items()}
    gold = workspace(tmp_path, "template_element", "gold.tmpl", texts)
    gold.write_text("<ORGANIZATION-1-1> :=\n\tORG_TYPE: COMPANY\n", encoding="utf-8")
    assert [each[1] for each in hints(shown(session, gold))] == ['? 1 …Old Brill" | 2 …New Brill"']


def test_a_gold_has_no_verdicts_against_an_annotator(session: Session, gold: Path) -> None:
    gold.write_text(BARE.replace("Ann Lee", '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>'), encoding="utf-8")
    snapshot = shown(session, gold)
    assert not list(snapshot.marks(0, len(snapshot.buffer)))
    other = shown(session, gold.with_name("anna.sgml"))
    assert snapshot.pair is None
    assert other.pair is not None
