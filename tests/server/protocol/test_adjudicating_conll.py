"""Adjudication of chains in CoNLL-2012 over the wire: a gold is begun, decided and counted."""

from pathlib import Path

from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import workspace

DOCUMENT = "#begin document (a); part 000\na 0 Ida {}\na 0 saw {}\na 0 her {}\na 0 cat {}\n#end document\n"
ANNA = DOCUMENT.format("(1)", "-", "(1|(2)", "1)")
BEN = DOCUMENT.format("(4)", "-", "(4)", "-")


def test_a_gold_is_begun_and_each_mention_decided(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "conll-coreference", "gold.conll", {"anna": ANNA, "ben": BEN})
    person = Adjudicator(gold, "conll", "")
    assert person.take("agreed.file") == DOCUMENT.format("(1)", "-", "-", "-")
    assert person.undecided == ["undecided", "undecided"]
    assert person.take("annotator.ben") == DOCUMENT.format("(1)", "-", "(1)", "-")
    assert person.take("annotator.anna") == ANNA
    assert person.undecided == []
