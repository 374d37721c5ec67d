"""Adjudications of open files: their findings in the gold follow every edit."""

from pathlib import Path

import pytest

from keytally_server.requests.hover import hover
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile
from tests.calls import calls_counted

TOML = (
    '[[adjudication]]\ntask = "named_entity"\ngold = "gold.sgml"\n'
    'annotators = { anna = "anna.sgml", ben = "ben.sgml", cleo = "cleo.sgml" }\n'
)
BARE = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn Lee met Orrin\n</TXT>\n</DOC>\n"
PERSON = BARE.replace("Ann Lee", '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>')
LOCATION = PERSON.replace("PERSON", "LOCATION")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {"anna": PERSON, "ben": LOCATION, "cleo": PERSON, "gold": BARE}
    for name, text in files.items():
        (tmp_path / f"{name}.sgml").write_text(text)
    (tmp_path / "keytally.toml").write_text(TOML)
    return tmp_path


@pytest.fixture
def session(root: Path) -> Session:
    session = Session(lambda line: None)
    session.set_roots([root])
    return session


def opened(session: Session, path: Path, text: str | None = None) -> set[Path]:
    return session.opened(
        path, path.read_text(encoding="utf-8") if text is None else text, OpenFile(1, "muc-sgml")
    )


def told(session: Session, path: Path) -> list[tuple[str, str]]:
    """The rule and the stretch of each finding of a file."""
    text = str(session.buffer(path))
    return [(each.finding.rule.name, text[each.start : each.end]) for each in session.engine.findings(path)]


def edit(session: Session, path: Path, old: str, new: str) -> set[Path]:
    start = str(session.buffer(path)).index(old)
    return session.changed(path, 2, [(start, start + len(old), new)])


def test_an_open_gold_shows_what_is_undecided(session: Session, root: Path) -> None:
    gold = root / "gold.sgml"
    assert gold in opened(session, gold)
    assert told(session, gold) == [("undecided", "Ann Lee")]
    [found] = session.engine.findings(gold)
    assert [each.message for each in found.finding.related] == [
        "anna: ENAMEX TYPE=PERSON",
        "ben: ENAMEX TYPE=LOCATION",
        "cleo: ENAMEX TYPE=PERSON",
    ]


def test_typing_the_answer_decides(session: Session, root: Path) -> None:
    gold = root / "gold.sgml"
    opened(session, gold)
    edit(session, gold, "Ann Lee", '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>')
    assert told(session, gold) == []


def test_an_edit_of_an_annotators_file_moves_the_findings_of_the_gold(session: Session, root: Path) -> None:
    gold, ben = root / "gold.sgml", root / "ben.sgml"
    opened(session, gold)
    opened(session, ben)
    assert edit(session, ben, "LOCATION", "PERSON") == {gold, ben}
    assert told(session, gold) == []
    edit(session, ben, "PERSON", "DATE")
    assert [rule for rule, _ in told(session, gold)] == ["undecided"]


def test_a_decision_in_the_open_file_decides(session: Session, root: Path) -> None:
    gold, decisions = root / "gold.sgml", root / "gold.sgml.decisions"
    opened(session, gold)
    followed = session.adjudications.of(gold)
    assert followed is not None
    digest = followed.live.states["1"].identities[0].digest
    session.opened(decisions, "", OpenFile(1, ""))
    line = f"1\tentity Ann Lee\tnone\t{digest}\n"
    assert session.changed(decisions, 2, [(0, 0, line)]) == {gold, decisions}
    assert told(session, gold) == []
    session.changed(decisions, 3, [(0, 1, "2")])
    assert [rule for rule, _ in told(session, gold)] == ["undecided", "stale-decision"], "no file has 2"


def test_a_decision_may_write_the_number_of_its_document_as_the_texts_do(
    session: Session, root: Path
) -> None:
    for path in root.glob("*.sgml"):
        path.write_text(path.read_text().replace(" 1 ", " 260304-0001 "))
    gold, decisions = root / "gold.sgml", root / "gold.sgml.decisions"
    opened(session, gold)
    followed = session.adjudications.of(gold)
    assert followed is not None
    digest = followed.live.states["2603040001"].identities[0].digest
    lines = [f"{number}\tentity Ann Lee\tnone\t{digest}\n" for number in ("260304-0001", "2603040001")]
    session.opened(decisions, "", OpenFile(1, ""))
    session.changed(decisions, 2, [(0, 0, lines[0])])
    assert told(session, gold) == [] and told(session, decisions) == []
    session.changed(decisions, 3, [(0, 0, lines[1])])
    assert [rule for rule, _ in told(session, decisions)] == ["duplicate-decision"]


def test_decisions_that_come_to_be_on_disk_are_followed(session: Session, root: Path) -> None:
    gold, decisions = root / "gold.sgml", root / "gold.sgml.decisions"
    opened(session, gold)
    assert decisions in session.followed
    decisions.write_text("1\tentity Ann Lee\tnone\t0badcafe\n")
    session.disk_changed([decisions])
    assert [rule for rule, _ in told(session, gold)] == ["stale-decision"]


def test_a_gold_that_is_not_on_disk_yet_is_adjudicated(session: Session, root: Path) -> None:
    gold = root / "gold.sgml"
    gold.unlink()
    opened(session, gold, "")
    assert told(session, gold) == [("undecided", "")]
    session.changed(gold, 2, [(0, 0, BARE)])
    assert told(session, gold) == [("undecided", "Ann Lee")]


def test_the_last_close_lets_everything_go(session: Session, root: Path) -> None:
    opened(session, root / "gold.sgml")
    session.closed(root / "gold.sgml")
    assert session.engine.paths == []
    assert session.adjudications.files == set()


def test_an_adjudication_that_goes_takes_its_findings_with_it(session: Session, root: Path) -> None:
    gold, toml = root / "gold.sgml", root / "keytally.toml"
    opened(session, gold)
    toml.write_text("")
    session.disk_changed([toml])
    assert told(session, gold) == []


def test_the_gold_is_shown_again_when_a_long_file_is_read(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold.sgml"
    (root / "ben.sgml").write_text(LOCATION + BARE.replace(" 1 ", " 2 ") * 2)
    monkeypatch.setattr("keytally_server.session.loading.LONG", len(BARE) * 2)
    opened(session, gold)
    assert session.is_reading and told(session, gold) == []
    assert gold in read(session)
    assert told(session, gold) == [("undecided", "Ann Lee")]


def hovered(session: Session, path: Path, word: str) -> str:
    """The text of the hover on a word of a file."""
    snapshot = session.snapshot(path)
    assert snapshot is not None
    found = hover(snapshot, str(session.buffer(path)).index(word) + 1)
    return found.markdown if found is not None else ""


def test_a_hover_tells_who_says_what(session: Session, root: Path) -> None:
    (root / "gold.sgml.decisions").write_text("1\tentity Ann Lee\ttake ben\t0badcafe\tcarl\ta port\n")
    opened(session, root / "gold.sgml")
    assert hovered(session, root / "gold.sgml", "Lee").splitlines() == [
        "**Ann Lee**: disputed",
        "",
        "* ENAMEX TYPE=PERSON: 2 votes, anna, cleo",
        "* ENAMEX TYPE=LOCATION: 1 vote, ben",
        "* gold: nothing",
        "",
        "Decided by carl, before the annotations changed: take ben: a port",
    ]
    assert hovered(session, root / "gold.sgml", "Orrin") == ""


def test_a_hover_in_an_annotators_file_tells_what_the_others_say(session: Session, root: Path) -> None:
    opened(session, root / "ben.sgml")
    assert "ENAMEX TYPE=PERSON: 2 votes, anna, cleo" in hovered(session, root / "ben.sgml", "Lee")


def read(session: Session) -> set[Path]:
    """Read and judge all that waits; the files that are to be shown anew."""
    touched = set[Path]()
    while session.is_reading:
        touched |= session.read_on()
    return touched


def long_files(root: Path, monkeypatch: pytest.MonkeyPatch, documents: int = 40) -> None:
    """Files of so many documents, which are loaded in parts of one."""
    texts = {"anna": PERSON, "ben": LOCATION, "cleo": PERSON, "gold": BARE}
    for name, text in texts.items():
        numbered = (text.replace(" 1 ", f" {number} ") for number in range(1, documents + 1))
        (root / f"{name}.sgml").write_text("".join(numbered))
    monkeypatch.setattr("keytally_server.session.loading.LONG", len(BARE) * 2)
    monkeypatch.setattr("keytally_server.session.loading.STRETCH", len(LOCATION))


def test_a_document_of_files_that_load_is_judged_once(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold.sgml"
    long_files(root, monkeypatch)
    with calls_counted() as counts:
        opened(session, gold)
        assert read(session) == {gold}
    assert counts["keytally.adjudication.states.state_of"] == 40
    assert len(told(session, gold)) == 40


def test_nothing_is_judged_while_a_file_loads(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of a file may complete many documents, which would be judged without a pause."""
    gold = root / "gold.sgml"
    long_files(root, monkeypatch)
    opened(session, gold)
    with calls_counted() as counts:
        while session.unread:
            session.read_on(lambda: True)
    assert counts["keytally.adjudication.states.state_of"] <= 1


def test_a_gold_has_no_findings_before_all_files_of_annotators_are_read(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold.sgml"
    long_files(root, monkeypatch)
    opened(session, gold)
    while session.unread:
        assert session.snapshot(gold) is None
        session.read_on(lambda: True)
    assert not session.has_findings(gold)
    assert read(session) == {gold}
    assert session.has_findings(gold)


def test_documents_that_a_file_lacks_are_judged_in_slices_when_it_is_read(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold.sgml"
    long_files(root, monkeypatch)
    (root / "cleo.sgml").write_text("".join(PERSON.replace(" 1 ", f" {number} ") for number in range(1, 6)))
    opened(session, gold)
    most = 0
    while session.is_reading:
        with calls_counted() as counts:
            session.read_on(lambda: True)
        most = max(most, counts["keytally.adjudication.states.state_of"])
    followed = session.adjudications.of(gold)
    assert followed is not None
    assert most < 5
    assert len(followed.live.states) == 40


def test_many_documents_of_read_files_are_judged_in_slices(
    session: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold.sgml"
    long_files(root, monkeypatch, 80)
    monkeypatch.setattr("keytally_server.session.loading.LONG", 1_000_000)
    opened(session, gold)
    assert session.is_reading and not session.has_findings(gold)
    session.read_on()
    assert len(told(session, gold)) == 80


def findings_of_columns(session: Session, folder: Path) -> list[str]:
    return [each.finding.rule.name for each in session.engine.findings(folder / "gold.bio")]


@pytest.mark.parametrize("gold", [None, ""])
def test_a_gold_that_is_blank_or_not_there_shows_what_is_undecided(
    session: Session, tmp_path: Path, gold: str | None
) -> None:
    folder = tmp_path / "columns"
    folder.mkdir()
    for name, text in {"a": "y\tO\n", "b": "y\tB-P\n", "gold": gold}.items():
        if text is not None:
            (folder / f"{name}.bio").write_text(text)
    files = 'gold = "gold.bio"\nannotators = { a = "a.bio", b = "b.bio" }\n'
    (folder / "keytally.toml").write_text(f'[[adjudication]]\ntask = "entities"\n{files}')
    session.opened(folder / "gold.bio", "", OpenFile(1, "token-columns"))
    session.opened(folder / "keytally.toml", (folder / "keytally.toml").read_text(), OpenFile(1, "toml"))
    assert findings_of_columns(session, folder) == ["undecided"]
    session.disk_changed([folder / "b.bio"])
    assert findings_of_columns(session, folder) == ["undecided"]


def test_the_bnf_and_the_configuration_of_a_gold_that_is_not_there_are_followed(
    session: Session, tmp_path: Path, examples: Path
) -> None:
    folder = examples / "adjudication_template_element"
    gold, bnf = folder / "gold.tmpl", folder / "te.bnf"
    session.opened(gold, "", OpenFile(1, "muc-template"))
    assert bnf in session.followed
    before = session.adjudications.of(gold)
    text = bnf.read_text()
    session.opened(bnf, text, OpenFile(1, "muc-bnf"))
    session.changed(bnf, 2, [(0, 0, '<NEW> :=\n\tNAME: "NAME"\n')])
    after = session.adjudications.of(gold)
    assert before is not None and after is not None
    assert before is not after
    assert [each.finding.rule.name for each in session.engine.findings(gold)] == ["undecided"] * 2
