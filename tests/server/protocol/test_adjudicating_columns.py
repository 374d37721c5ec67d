"""Adjudication of entities in token columns over the wire: a gold is begun, decided and counted."""

from pathlib import Path

from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import workspace

COLUMNS = "Ida\t{}\nWren\t{}\nleft\tO\n\nPort\tS-LOC\n"
ANNA, BEN, CLEO = (COLUMNS.format(*labels) for labels in (("B-PER", "E-PER"), ("S-ORG", "O"), ("O", "O")))
BARE = COLUMNS.format("O", "O").replace("S-LOC", "O")


def test_a_gold_is_begun_and_each_entity_decided(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "entities", "gold.bio", {"anna": ANNA, "ben": BEN, "cleo": CLEO})
    person = Adjudicator(gold, "token-columns", "")
    assert person.take("agreed.file") == CLEO
    assert person.undecided == ["undecided"]
    assert person.titles()["1"] == "1: Take \"'Ida Wren' PER\" (anna)"
    assert person.take("1") == ANNA
    assert person.undecided == []
    assert person.take("2") == BEN
    assert person.take("none") == CLEO
    assert person.recorded == [["1", "entity Ida", "none"]] and person.undecided == []
    assert person.take("annotator.anna") == ANNA


def test_an_entity_of_ones_own_over_both_decides(tmp_path: Path) -> None:
    anna, ben = COLUMNS.format("S-PER", "O"), COLUMNS.format("O", "S-ORG")
    gold = workspace(tmp_path, "entities", "gold.bio", {"anna": anna, "ben": ben})
    gold.write_text(CLEO)
    person = Adjudicator(gold, "token-columns")
    assert person.undecided == ["undecided", "undecided"]
    text = person.text.replace("Ida\tO\nWren\tO", "Ida\tB-PER\nWren\tE-PER")
    person.wire.change(gold.as_uri(), 2, {"text": text})
    assert person.undecided == []
