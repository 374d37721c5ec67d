"""An adjudication over the wire: findings in the gold with the annotators' places, and hovers."""

from pathlib import Path

import pytest

from tests.server.session.test_adjudications import BARE, LOCATION, PERSON, TOML
from tests.server.wire import PUBLISH, Wire, on


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {"anna": PERSON, "ben": LOCATION, "cleo": PERSON, "gold": BARE}
    for name, text in files.items():
        (tmp_path / f"{name}.sgml").write_text(text)
    (tmp_path / "keytally.toml").write_text(TOML)
    return tmp_path


def related(wire: Wire, path: Path) -> list[tuple[str, str, int]]:
    """The file, the message and the line of each related place of the first finding."""
    wire.settle()
    published = [each for each in wire.of("textDocument/publishDiagnostics") if each["uri"] == path.as_uri()]
    found = published[-1]["diagnostics"][0]["relatedInformation"]
    return [
        (Path(each["location"]["uri"]).name, each["message"], each["location"]["range"]["start"]["line"])
        for each in found
    ]


def test_what_is_undecided_leads_to_each_annotator_and_moves_with_their_edits(root: Path) -> None:
    wire, gold, ben = on(root), root / "gold.sgml", root / "ben.sgml"
    wire.open(gold)
    assert wire.rules(gold) == ["undecided"]
    assert related(wire, gold) == [
        ("anna.sgml", "anna: ENAMEX TYPE=PERSON", 3),
        ("ben.sgml", "ben: ENAMEX TYPE=LOCATION", 3),
        ("cleo.sgml", "cleo: ENAMEX TYPE=PERSON", 3),
    ]
    wire.open(ben)
    wire.replace(ben, "<DOC>", "\n\n<DOC>")
    assert related(wire, gold)[1] == ("ben.sgml", "ben: ENAMEX TYPE=LOCATION", 5)
    wire.replace(ben, "LOCATION", "PERSON")
    assert wire.rules(gold) == []


def test_a_decisions_file_has_findings_of_its_own(root: Path) -> None:
    wire, decisions = on(root), root / "gold.sgml.decisions"
    decisions.write_text("note\n")
    wire.open(decisions, language="plaintext")
    assert wire.rules(decisions) == ["decision-line"]


def test_a_hover_in_the_gold_tells_who_says_what(root: Path) -> None:
    wire, gold = on(root), root / "gold.sgml"
    wire.open(gold)
    found = wire.about("textDocument/hover", gold, position={"line": 3, "character": 1})
    assert "ENAMEX TYPE=PERSON: 2 votes, anna, cleo" in found["contents"]["value"]


def test_findings_are_not_sent_again_to_a_file_whose_findings_stay(root: Path) -> None:
    wire, gold, ben = on(root), root / "gold.sgml", root / "ben.sgml"
    wire.open(gold)
    wire.open(ben)
    wire.settle()
    wire.sent.clear()
    wire.replace(gold, "Orrin", "Orrins")
    wire.settle()
    assert [each["uri"] for each in wire.of(PUBLISH)].count(gold.as_uri()) == 1
    told = [each["diagnostics"] for each in wire.of(PUBLISH) if each["uri"] == ben.as_uri()]
    wire.sent.clear()
    wire.replace(gold, "Ann Lee", '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX>', 3)
    wire.settle()
    assert len(told) == 1
    assert [each["uri"] for each in wire.of(PUBLISH)] == [gold.as_uri()]


def test_findings_are_sent_again_to_a_file_that_is_opened_again(root: Path) -> None:
    wire, gold = on(root), root / "gold.sgml"
    wire.open(gold)
    wire.settle()
    wire.close_file(gold.as_uri())
    wire.sent.clear()
    wire.open(gold)
    wire.settle()
    assert wire.rules(gold) == ["undecided"]
