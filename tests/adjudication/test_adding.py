"""What can be added to a part of the gold: one word or reference of what annotators say, no alternatives."""

from collections.abc import Mapping

import pytest

from keytally.adjudication.gold_edits import Addition, additions, fill_edits, words_of
from keytally.adjudication.states import LiveAdjudication, State
from keytally.findings.finding import apply_edits
from tests.adjudication.test_taking import OBJECTS, live

START = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n'
SAID = {
    "anna": f'{START}\tORG_ALIAS: "AC"\n\t\t\t"Ac Co"\n',
    "ben": f'{START}\tORG_ALIAS: "AC"\n\t\t\t"Acm"\n',
    "cleo": f'{START}\tORG_ALIAS: "AC"\n',
}


def slot(gold: str, said: Mapping[str, str] = SAID, name: str = "ORG_ALIAS") -> tuple[LiveAdjudication, int]:
    """The adjudication with this gold, and the item of a slot."""
    found = live(OBJECTS, said, gold)
    items = found.states["1"].items.items
    return found, next(number for number, item in enumerate(items) if item.name == name)


def offered(gold: str, said: Mapping[str, str] = SAID, name: str = "ORG_ALIAS") -> list[Addition]:
    found, number = slot(gold, said, name)
    return additions(found.states["1"], number)


def test_most_votes_come_first_then_names() -> None:
    assert offered(START) == [
        Addition('"AC"', ("anna", "ben", "cleo")),
        Addition('"Ac Co"', ("anna",)),
        Addition('"Acm"', ("ben",)),
    ]


def test_what_the_gold_has_is_not_added_again() -> None:
    assert [each.part for each in offered(SAID["cleo"])] == ['"Ac Co"', '"Acm"']
    assert offered(f'{START}\tORG_ALIAS: "AC"\n\t\t\t"Ac Co"\n\t\t\t"Acm"\n') == []


def test_nothing_is_added_where_nobody_has_several() -> None:
    alone = {"anna": SAID["cleo"], "ben": SAID["cleo"].replace("AC", "Acm")}
    assert offered(START, alone) == []


def test_nothing_is_added_to_a_part_of_what_the_gold_lacks() -> None:
    other = '<PERSON-1-1> :=\n\tPER_NAME: "Ann Lee"\n'
    assert offered(other) == []


@pytest.mark.parametrize("marked", ["gold", "anna"])
def test_alternatives_are_taken_as_a_whole_only(marked: str) -> None:
    either = f'{START}\tORG_ALIAS: "AC"\n\t\t\t/ "Ac Co"\n'
    if marked == "gold":
        assert offered(either) == []
    else:
        assert [each.part for each in offered(START, {**SAID, "anna": either})] == ['"AC"', '"Acm"']


def test_an_addition_is_one_edit_of_the_slot_that_is_meant_to_be_so() -> None:
    before, number = slot(START)
    gold, decisions = START, ""
    for part in ('"Ac Co"', '"Acm"'):
        found = live(OBJECTS, SAID, gold, decisions)
        addition = next(each for each in additions(found.states["1"], number) if each.part == part)
        made = fill_edits(found, "1", number, addition)
        assert made.settled == 1
        gold, decisions = apply_edits(gold, made.gold), apply_edits(decisions, made.decisions)
    assert gold == f'{START}\tORG_ALIAS: "Ac Co"\n\t\t\t"Acm"\n'
    standing = live(OBJECTS, SAID, gold, decisions).states["1"].standings[number]
    assert standing.state is State.CORRECTED
    assert not standing.is_otherwise
    assert before.states["1"].standings[number].state is State.DISPUTED


def test_a_pointer_is_named_by_what_it_leads_to_and_added_only_where_the_gold_has_that() -> None:
    event = '<SUCCESSION_EVENT-1-{0}> :=\n\tPOST: "{1}"\n\tVACANCY_REASON: REASSIGNMENT\n'
    chief, clerk = event.format(1, "chief"), event.format(2, "clerk")
    template = '<TEMPLATE-1-1> :=\n\tDOC_NR: "1"\n\tCONTENT: <SUCCESSION_EVENT-1-1>\n'
    both = f"{template}\t\t\t<SUCCESSION_EVENT-1-2>\n"
    said = {"anna": f"{both}\n{chief}\n{clerk}", "ben": f"{template}\n{chief}\n{clerk}"}
    assert offered(f"{template}\n{chief}", said, "CONTENT") == []
    found, number = slot(f"{template}\n{chief}\n{clerk}", said, "CONTENT")
    [addition] = additions(found.states["1"], number)
    assert (words_of(found.states["1"], addition), addition.annotators) == ("SUCCESSION_EVENT-1-2", ("anna",))
    made = fill_edits(found, "1", number, addition)
    assert apply_edits(f"{template}\n{chief}\n{clerk}", made.gold) == said["anna"]


def test_a_document_that_there_is_not_gets_no_edits() -> None:
    found, number = slot(START)
    assert not fill_edits(found, "2", number, Addition('"AC"', ("anna",))).changes_anything
