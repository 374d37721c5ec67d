"""Taking over what annotators say: what one has as a whole, and what becomes of the decisions."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from keytally.adjudication.choices import choices_of_annotator, majority_choices, unanimous_choices
from keytally.adjudication.decisions import DecisionsLanguage
from keytally.adjudication.gold_edits import chosen_in, gold_edits
from keytally.adjudication.states import LiveAdjudication
from keytally.engine.reading import Reading
from keytally.families.annotations import Annotation
from keytally.families.contract import Role
from keytally.findings.finding import apply_edits
from tests.adjudication.test_live import document, tagged
from tests.families.annotating import said, units_of
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, written
from tests.families.muc.annotations.test_chains_properties import TASK as CHAINS
from tests.families.muc.annotations.test_chains_properties import marked
from tests.families.muc.annotations.test_templates_properties import TASK as OBJECTS
from tests.families.muc.annotations.test_templates_properties import files

Texts = Mapping[str, str]


def live(task: Any, texts: Texts, gold: str, decisions: str = "") -> LiveAdjudication:
    language = task.language(Role.KEY)
    readings = {name: Reading(language, text) for name, text in texts.items()}
    found = LiveAdjudication(task, readings, Reading(language, gold), Reading(DecisionsLanguage(), decisions))
    found.update()
    return found


def after(task: Any, texts: Texts, gold: str, name: str) -> LiveAdjudication:
    """The adjudication after all of an annotator is taken in each document."""
    before = live(task, texts, gold)
    choose = partial(choices_of_annotator, annotator=name)
    made = gold_edits(before, chosen_in(before, before.annotators[name].documents, choose), others_go=True)
    assert not made.refused
    return live(task, texts, apply_edits(gold, made.gold), apply_edits("", made.decisions))


def plain(listed: Sequence[Annotation]) -> list[str]:
    """What annotations without references say, in no order: outer and inner ones of one extent are equal."""
    return sorted(repr((each.kind, each.extent, each.value)) for each in listed)


def check_taken(task: Any, texts: Texts, gold: str, says: Callable[..., object] = said) -> None:
    """All of an annotator is what the gold says, and nothing is open."""
    found = after(task, texts, gold, "anna")
    assert found.gold is not None
    for name, state in found.states.items():
        assert state.open == []
        have, want = (each.documents.units_of(name) for each in (found.gold, found.annotators["anna"]))
        assert says(task.annotator.annotations(have)) == says(task.annotator.annotations(want))


def drawn(texts: Sequence[str]) -> tuple[Texts, str]:
    *annotators, gold = texts
    return dict(zip(("anna", "ben", "cleo"), annotators, strict=True)), gold


@pytest.mark.long
@settings(max_examples=30)
@given(st.lists(ENTITIES.map(written), min_size=4, max_size=4))
def test_all_entities_of_an_annotator_can_be_taken(texts: Sequence[str]) -> None:
    check_taken(TASK, *drawn(texts), plain)


@pytest.mark.long
@settings(max_examples=30)
@given(st.lists(marked(), min_size=4, max_size=4))
def test_all_chains_of_an_annotator_can_be_taken(texts: Sequence[str]) -> None:
    check_taken(CHAINS, *drawn(texts))


def of_text(units: Sequence[Any]) -> str:
    return "".join(unit.text for unit in units)


def repeats_slots(text: str) -> bool:
    """Whether an object has a slot twice, which is an error of the file."""
    found = OBJECTS.annotator.annotations(units_of(OBJECTS.language(Role.KEY), text))
    slots = [(each.parent, each.name) for each in found if each.parent is not None]
    return len(set(slots)) < len(slots)


def points_to_nothing(text: str) -> bool:
    """Whether an object points to one that is not there, which is an error of the file."""
    findings = Reading(OBJECTS.language(Role.KEY), text).findings
    return any(each.finding.rule.name == "dangling-pointer" for each in findings)


def is_sound(text: str) -> bool:
    return not repeats_slots(text) and not points_to_nothing(text)


@pytest.mark.long
@settings(max_examples=30)
@given(st.lists(files().map(of_text).filter(is_sound), min_size=4, max_size=4))
def test_all_objects_of_an_annotator_can_be_taken(texts: Sequence[str]) -> None:
    annotators, gold = drawn(texts)
    assume("<" in annotators["anna"])
    found = after(OBJECTS, annotators, gold, "anna")
    assert all(state.open == [] for state in found.states.values())


def test_an_empty_object_is_not_known_as_one_that_was_decided_to_be_nothing() -> None:
    gold = '<SUCCESSION_EVENT-1-1> :=\n\tCOMMENT: "none"\n<SUCCESSION_EVENT-1-2> :=\n'
    texts = {
        "anna": "<SUCCESSION_EVENT-1-1> :=\n",
        "ben": '<SUCCESSION_EVENT-1-2> :=\n\tCOMMENT: "none"\n',
        "cleo": "",
    }
    (state,) = after(OBJECTS, texts, gold, "anna").states.values()
    assert state.open == []


def test_objects_without_a_scored_fill_are_told_apart_by_all_that_they_say() -> None:
    texts = {"anna": "<TEMPLATE-1-1> :=\n<TEMPLATE-1-2> :=\n\tDOC_NR: 1\n", "ben": ""}
    (state,) = after(OBJECTS, texts, "<TEMPLATE-1-3> :=\n", "anna").states.values()
    assert state.open == []


ANN = "Ann Lee"


@pytest.mark.parametrize(
    ("texts", "chosen"),
    [
        ((tagged(ANN), tagged(ANN), tagged(ANN)), ("anna", "anna")),
        ((tagged(ANN), tagged(ANN), ANN), (None, "anna")),
        ((ANN, tagged(ANN), ANN), (None, "nobody")),
        ((tagged(ANN), tagged(ANN, "LOCATION"), ANN), (None, None)),
    ],
)
def test_what_all_and_what_most_say(texts: Sequence[str], chosen: tuple[str | None, str | None]) -> None:
    names = dict(zip(("anna", "ben", "cleo"), (document(1, each) for each in texts), strict=True))
    state = live(TASK, names, document(1, ANN)).states["1"]
    for choose, name in zip((unanimous_choices, majority_choices), chosen, strict=True):
        expected = {} if name is None else {0: None if name == "nobody" else name}
        assert choose(state) == expected


def test_what_stands_in_the_gold_is_not_chosen_by_votes() -> None:
    names = {name: document(1, tagged(ANN)) for name in ("anna", "ben")}
    state = live(TASK, names, document(1, tagged(ANN, "LOCATION"))).states["1"]
    assert unanimous_choices(state) == majority_choices(state) == {}
