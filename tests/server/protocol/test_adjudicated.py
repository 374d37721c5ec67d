"""How far golds are, over the wire, and the way from one undecided item to the next."""

from pathlib import Path
from typing import Any

import pytest

from keytally.adjudication import gold_findings
from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import ACME, ANN, OTHER, workspace
from tests.server.session.test_adjudications import BARE, LOCATION, PERSON
from tests.server.wire import on

TWO = BARE.replace(" 1 ", " 2 ")


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    second = TWO.replace("Orrin", '<ENAMEX TYPE="PERSON">Orrin</ENAMEX>')
    files = {"anna": PERSON + second, "ben": LOCATION + TWO}
    gold = workspace(tmp_path, "named_entity", "gold.sgml", files)
    gold.write_text(BARE + TWO)
    return gold


def told(person: Adjudicator) -> list[dict[str, Any]]:
    """What was told since this was last asked, without the URI."""
    person.wire.settle()
    found = [each for each in person.wire.of("keytally/adjudicated") if each["uri"] == person.gold.as_uri()]
    person.wire.sent.clear()
    return [{name: value for name, value in each.items() if name != "uri"} for each in found]


def following(person: Adjudicator, line: int, character: int = 0, **params: Any) -> Any:
    position = {"line": line, "character": character}
    return person.wire.about("keytally/next", person.gold, position=position, what="undecided", **params)


def test_an_open_gold_is_told_of_with_each_change(gold: Path) -> None:
    person = Adjudicator(gold, "muc-sgml")
    both = {"1": {"open": 1, "decided": 0}, "2": {"open": 1, "decided": 0}}
    assert told(person) == [{"version": 1, "open": 2, "decided": 0, "documents": both}]
    person.take("1", "Ann Lee")
    assert told(person)[0] == {
        "version": 2,
        "open": 1,
        "decided": 1,
        "documents": {"1": {"open": 0, "decided": 1}},
    }
    person.replace(gold, PERSON)
    assert told(person) == [{"version": 3, "open": 1, "decided": 1, "documents": {}}]
    anna = gold.with_name("anna.sgml")
    person.wire.open(anna)
    person.wire.change(anna.as_uri(), 2, {"text": PERSON})
    ben = gold.with_name("ben.sgml")
    person.wire.open(ben)
    person.wire.change(ben.as_uri(), 2, {"text": LOCATION})
    assert told(person)[-1] == {"version": 3, "open": 0, "decided": 1, "documents": {"2": {}}}


def test_a_gold_that_is_none_any_more_is_told_of(gold: Path) -> None:
    person = Adjudicator(gold, "muc-sgml")
    told(person)
    toml = gold.with_name("keytally.toml")
    toml.write_text("")
    changes = [{"uri": toml.as_uri(), "type": 2}]
    person.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert told(person) == [{"version": 1, "open": None, "decided": None, "documents": {}}]


def test_a_gold_that_is_opened_again_is_told_of_as_a_whole(gold: Path) -> None:
    person = Adjudicator(gold, "muc-sgml")
    told(person)
    person.wire.close_file(gold.as_uri())
    person.wire.open(gold)
    assert told(person)[-1]["documents"].keys() == {"1", "2"}


def test_a_client_that_does_not_ask_is_told_nothing(gold: Path) -> None:
    person = Adjudicator(gold, "muc-sgml")
    assert len(told(person)) == 1
    person.wire.server.client = type(person.wire.server.client)()
    person.replace(gold, PERSON)
    assert told(person) == []


def test_the_way_leads_over_documents_and_round_the_file(gold: Path) -> None:
    person = Adjudicator(gold, "muc-sgml")
    first, second = (
        {"start": {"line": line, "character": at}, "end": {"line": line, "character": at + size}}
        for line, at, size in ((3, 0, 7), (9, 12, 5))
    )
    assert following(person, 0) == {
        "uri": gold.as_uri(),
        "range": first,
        "status": "disputed",
        "message": "1 PERSON (anna), 2 LOCATION (ben): Ann Lee",
        "action": "refactor.rewrite.adjudicate.1",
    }
    assert following(person, 3)["range"] == second
    assert following(person, 3, inclusive=True)["range"] == first
    assert following(person, 9, 12)["range"] == first
    assert following(person, 3, direction="previous")["range"] == second
    person.take("1", "Ann Lee")
    assert following(person, 0)["range"] == second
    person.replace(gold, person.text.replace(TWO, TWO.replace("Orrin", '<ENAMEX TYPE="DATE">Orrin</ENAMEX>')))
    assert following(person, 0) is None


def test_the_way_leads_to_other_open_golds(gold: Path, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    other = workspace(folder, "named_entity", "other.sgml", {"anna": PERSON, "ben": BARE})
    other.write_text(BARE)
    person = Adjudicator(gold, "muc-sgml")
    person.wire.open(other)
    assert following(person, 9, 12)["uri"] == other.as_uri()
    assert following(person, 3, direction="previous")["uri"] == other.as_uri()
    assert following(person, 9, direction="previous")["uri"] == gold.as_uri()


def test_documents_that_the_gold_lacks_are_at_its_end(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "template_element", "gold.tmpl", {"anna": ACME + ANN, "ben": OTHER})
    person = Adjudicator(gold, "muc-template", "")
    found = following(person, 0, inclusive=True)
    assert found["message"] == "the gold has no document '1', which has 2 undecided items"
    person.take("1")
    assert following(person, 0)["message"] == "1 PERSON (anna), 0 nothing (ben): PERSON-1-2"


@pytest.mark.parametrize("longer", [True, False], ids=["the longer one", "the shorter one"])
def test_of_two_items_that_begin_together_the_one_of_the_way_is_decided(tmp_path: Path, longer: bool) -> None:
    cells = {"anna": ("(1", "-", "1)"), "ben": ("(1", "1)", "-"), "cleo": ("-", "-", "-")}
    files = {name: lines_of_words(*each) for name, each in cells.items()}
    gold = workspace(tmp_path, "conll-coreference", "gold.conll", files)
    gold.write_text(files["cleo"])
    person = Adjudicator(gold, "conll")
    stops = [following(person, 1, inclusive=True)]
    person.take_there("none", stops[0])
    stops.append(following(person, 1, inclusive=True))
    assert [stop["message"].rpartition(": ")[2] for stop in stops] == ["a bell below", "a bell"]
    person.restore(files["cleo"])
    assert person.take_there("1", stops[0 if longer else 1]) == files["anna" if longer else "ben"]


def lines_of_words(*cells: str) -> str:
    words = zip(("a", "bell", "below"), cells, strict=True)
    lines = "".join(f"d\t0\t{number}\t{word}\t{cell}\n" for number, (word, cell) in enumerate(words))
    return f"#begin document (d); part 000\n{lines}\n#end document\n"


def test_a_request_is_answered_before_the_documents_that_it_does_not_ask_about_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large gold shows the differences of the visible part first; commands that search it wait."""
    monkeypatch.setattr(gold_findings, "AT_ONCE", 1)
    documents = {
        name: "".join(text.replace(" 1 ", f" {number} ") for number in range(1, 10))
        for name, text in (("anna", PERSON), ("ben", LOCATION), ("gold", BARE))
    }
    text = documents.pop("gold")
    gold = workspace(tmp_path, "named_entity", "gold.sgml", documents)
    gold.write_text(text)
    wire = on(tmp_path)
    wire.open(gold)
    last = {"start": {"line": 50, "character": 0}, "end": {"line": 53, "character": 0}}
    hints = wire.about("textDocument/inlayHint", gold, range=last)
    assert [hint["label"][:1] for hint in hints] == ["?"]
    followed = wire.server.session.adjudications.of(gold)
    assert followed is not None
    assert [document for document in "123456789" if followed.live.state(document)] == ["1", "9"]
    assert not wire.of("keytally/adjudicated")
    wire.settle()
    assert wire.of("keytally/adjudicated")[-1]["open"] == 9
