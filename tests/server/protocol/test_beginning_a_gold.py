"""A gold that is empty, or lacks documents: accepting what all agree on makes its text."""

from pathlib import Path

import pytest

from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import ACME, ANN, ARE, M2, OTHER, WAS, workspace
from tests.server.session.test_adjudications import BARE, LOCATION, PERSON

TWO = BARE.replace(" 1 ", " 2 ").replace("Orrin", "Vale")
MET = TWO.replace("Vale", '<ENAMEX TYPE="PERSON">Vale</ENAMEX>')
FILE = "agreed.file"


def entities(folder: Path, anna: str, ben: str, more: str = "") -> Path:
    return workspace(folder, "named_entity", "gold.sgml", {"anna": anna, "ben": ben}, more)


def test_an_empty_gold_begins_with_the_first_annotators_text(tmp_path: Path) -> None:
    person = Adjudicator(entities(tmp_path, PERSON + MET, LOCATION + MET), "muc-sgml", "")
    assert person.titles() == {
        FILE: "Accept all unanimous annotations in the file (1 item)",
        "majority.file": "Accept all majority annotations in the file (1 item)",
    }
    assert person.take(FILE) == BARE + MET
    assert person.undecided == ["undecided"]
    person.restore("")
    assert person.undecided == ["undecided", "undecided"]


def test_texts_begin_the_gold_with_what_is_around_documents(tmp_path: Path) -> None:
    texts = f"<!-- texts -->\n{BARE}{TWO}"
    (tmp_path / "texts.sgml").write_text(texts)
    gold = entities(tmp_path, PERSON, PERSON, 'texts = "texts.sgml"\n')
    person = Adjudicator(gold, "muc-sgml", "")
    assert person.take(FILE) == texts.replace(BARE, PERSON)


def test_nothing_that_all_agree_on_gives_the_text_alone(tmp_path: Path) -> None:
    person = Adjudicator(entities(tmp_path, PERSON, LOCATION), "muc-sgml", "\n")
    assert person.take(FILE).strip() == BARE.strip()


@pytest.mark.parametrize("present", [PERSON, PERSON.rstrip("\n")])
def test_documents_that_the_gold_lacks_come_behind_it(tmp_path: Path, present: str) -> None:
    gold = entities(tmp_path, PERSON + MET, LOCATION + MET)
    gold.write_text(present)
    person = Adjudicator(gold, "muc-sgml")
    assert person.take(FILE) == PERSON + MET


def test_a_gold_is_not_begun_with_one_of_several_texts(tmp_path: Path) -> None:
    gold = entities(tmp_path, PERSON, LOCATION.replace("met", "saw"))
    assert Adjudicator(gold, "muc-sgml", "").titles() == {}


def test_an_empty_gold_of_templates_gets_the_objects(tmp_path: Path) -> None:
    files = {"anna": ACME + ANN, "ben": OTHER + ANN}
    person = Adjudicator(workspace(tmp_path, "template_element", "gold.tmpl", files), "muc-template", "")
    assert person.take(FILE) == ACME.replace("\tORG_TYPE: COMPANY\n", "") + ANN


def test_an_empty_gold_of_edits_gets_the_sentences(tmp_path: Path) -> None:
    both = "\nS It are .\n" + ARE
    files = {"anna": M2.format(ARE)[: -len("S It are .\n")].rstrip("\n") + "\n" + both, "ben": ""}
    files["ben"] = files["anna"].replace("is|||REQ", "was|||REQ", 1)
    person = Adjudicator(workspace(tmp_path, "m2", "gold.m2", files), "m2", "")
    assert person.take(FILE) == files["anna"].replace(ARE, "", 1)
    assert WAS in files["ben"]
