"""Where items stand in the gold, and that a gold which stays as it is is not searched again."""

import pytest

from keytally.adjudication import gold_findings
from keytally.adjudication.gold_findings import GoldPlaces
from keytally.text.difference import OffsetMap
from tests.adjudication.test_live import Files, document, tagged
from tests.families.muc.annotations.entity_documents import TASK

ANN, ORRIN = "Ann Lee", "Orrin"
GOLD = f"{ORRIN} met {tagged('Jo', 'LOCATION')} and {ANN} here"


class Counted(OffsetMap):
    """Counts the texts that are compared."""

    made = 0

    def __init__(self, original: str, copy: str) -> None:
        type(self).made += 1
        super().__init__(original, copy)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """Counts comparisons from now on."""
    monkeypatch.setattr(Counted, "made", 0)
    monkeypatch.setattr(gold_findings, "OffsetMap", Counted)
    gold_findings._places_in.cache_clear()
    return Counted


def files() -> Files:
    annotators = {
        "anna": document(1, f"{tagged(ORRIN)} met Jo and {tagged(ANN)} here"),
        "ben": document(1, f"{ORRIN} met Jo and {ANN} here"),
    }
    return Files(annotators, document(1, GOLD))


def places(of: Files) -> list[str]:
    """The stretch of the gold of each item."""
    assert of.live.gold is not None
    [name] = of.live.documents
    state = of.live.state(name)
    assert state is not None
    found = GoldPlaces(of.live, state, of.live.gold.documents.units_of(name))
    at = [found.of(number) for number in range(len(state.standings))]
    return [each.unit.text[each.start : each.end] for each in at]


def test_an_item_that_the_gold_lacks_stands_at_its_text() -> None:
    assert places(files()) == [ORRIN, ANN]


def test_an_edit_of_an_annotators_file_compares_the_text_of_the_gold_no_more(compared: type[Counted]) -> None:
    edited = files()
    places(edited)
    before = compared.made
    at = edited.texts()["anna"].index("PERSON")
    edited.edit("anna", at, at + len("PERSON"), "LOCATION")
    assert places(edited) == [ORRIN, ANN]
    assert compared.made == before == 1


def test_an_edit_of_the_gold_moves_the_places(compared: type[Counted]) -> None:
    edited = files()
    places(edited)
    at = edited.texts()["gold"].index("TYPE")
    edited.edit("gold", at, at, "STATUS='OPT' ")
    assert places(edited) == [ORRIN, ANN]
    assert compared.made > 1


def test_where_the_task_locates_bare_text_no_texts_are_compared(
    compared: type[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared_texts = places(files())
    located = files()
    monkeypatch.setattr(located.live, "editor", TASK.annotator)
    before = compared.made
    assert places(located) == compared_texts == [ORRIN, ANN]
    assert compared.made == before
