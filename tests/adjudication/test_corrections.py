"""What a person puts in the place of disputed items decides them, whether or not it is aligned with them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.choices import (
    choice_edits,
    choices_of_annotator,
    gold_in_words,
    majority_choices,
    whole,
)
from keytally.adjudication.decisions import Choice
from keytally.adjudication.gold_items import MissingItem, manual_edits, match_gold
from keytally.adjudication.items import items_of
from keytally.adjudication.states import DocumentState, LiveAdjudication, State
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.annotations import Annotation
from keytally.families.contract import Evaluation, Role, Settings
from keytally.families.registry import read_option
from keytally.findings.finding import apply_edits
from tests.adjudication.notes import Notes, note
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, Entity, read, written
from tests.families.muc.sgml_files import document

KEY = TASK.language(Role.KEY)
PORT, ANSELM = '<ENAMEX TYPE="LOCATION">Port</ENAMEX> Anselm', 'Port <ENAMEX TYPE="PERSON">Anselm</ENAMEX>'
BOTH = '<ENAMEX TYPE="LOCATION">Port Anselm</ENAMEX>'


def live(gold: str, evaluation: Evaluation = TASK, **annotators: str) -> LiveAdjudication:
    readings = {name: Reading(KEY, document(text)) for name, text in annotators.items()}
    found = LiveAdjudication(evaluation, readings, Reading(KEY, document(gold)))
    found.update()
    return found


def state_in(gold: str, **annotators: str) -> DocumentState:
    (state,) = live(gold, **annotators).states.values()
    return state


def states(gold: str, **annotators: str) -> list[tuple[str, State]]:
    state = state_in(gold, **annotators)
    items = zip(state.items.items, state.standings, strict=True)
    return [(item.name, standing.state) for item, standing in items]


def test_a_span_over_two_disputed_ones_corrects_both() -> None:
    assert states(BOTH, anna=PORT, ben=ANSELM) == [("Port", State.CORRECTED), ("Anselm", State.CORRECTED)]


def test_what_somebody_says_corrects_nothing() -> None:
    assert states(PORT, anna=PORT, ben=ANSELM) == [("Port", State.ACCEPTED), ("Anselm", State.DISPUTED)]
    nested = f'<ENAMEX TYPE="ORGANIZATION">{ANSELM}</ENAMEX>'
    outer = '<ENAMEX TYPE="ORGANIZATION">Port Anselm</ENAMEX>'
    assert states(outer, anna=nested, ben=outer) == [
        ("Port Anselm", State.ACCEPTED),
        ("Anselm", State.DISPUTED),
    ]


def test_where_all_agree_on_something_else_it_is_told_what_the_gold_has() -> None:
    three = '<ENAMEX TYPE="LOCATION">Port Anselm Bay</ENAMEX>'
    nested = f"{three[:24]}{three[24:-9]}</ENAMEX>"
    apart = '<ENAMEX TYPE="LOCATION">Port</ENAMEX> Anselm <ENAMEX TYPE="LOCATION">Bay</ENAMEX>'
    state = state_in(nested, anna=apart, ben=apart)
    assert [each.is_otherwise for each in state.standings] == [True, True]
    told = [gold_in_words(state.items, state.gold, number) for number in (0, 1)]
    assert told == ["'Port Anselm Bay' ENAMEX TYPE=LOCATION"] * 2


EXACT = registry.evaluation("named_entity", Settings("muc6-ne", options=[read_option("ne_overlap=exact")]))


@pytest.mark.parametrize("name", ["anna", None])
def test_a_variant_takes_the_place_of_what_is_nobodys(name: str | None) -> None:
    """That something is there, not that nothing of the kind is."""
    assert EXACT.can_merge
    texts = {"anna": '<TIMEX TYPE="DATE">in May</TIMEX> 1996', "ben": "in May 1996"}
    gold = 'in <TIMEX TYPE="DATE">May 1996</TIMEX>'
    found = live(gold, evaluation=EXACT, **texts)
    (state,) = found.states.values()
    assert [each.state for each in state.standings] == [State.CORRECTED]
    assert found.gold is not None
    units = found.gold.documents.units_of(next(iter(found.states)))
    made = choice_edits(EXACT.annotator, "1", state, units, whole(state.items, 0, name))
    after = apply_edits("".join(unit.text for unit in units), [edit for _, edit in made.edits])
    assert after.rstrip() == document(gold if name is None else texts[name]).rstrip()
    assert [each.choice for each in made.decisions] == [Choice.NONE if name is None else Choice.TAKE]


def notes(*spans: tuple[int, int]) -> Sequence[Annotation]:
    return [note(*span, "X") for span in spans]


class Apart(Notes):
    """Notes that are not aligned with each other, and exclude each other where they overlap."""

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        return [(i, j) for i, one in enumerate(first) for j, two in enumerate(second) if one == two]

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        return one.start < other.end and other.start < one.end


SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 5)).map(lambda each: (each[0], sum(each))), unique=True
)


@given(SPANS, SPANS)
def test_the_quick_way_finds_what_is_excluded(
    said: list[tuple[int, int]], made: list[tuple[int, int]]
) -> None:
    evaluation = Apart()
    lacking = [MissingItem(number, each) for number, each in enumerate(notes(*said))]
    hand = dict(enumerate(notes(*made)))
    expected = {
        each.number: min(near)
        for each in lacking
        if (near := [index for index, other in hand.items() if evaluation.exclude(other, each.said)])
    }
    assert manual_edits(evaluation.exclude, lacking, hand) == expected


def test_what_does_not_exclude_corrects_nothing() -> None:
    gold = match_gold(Notes(), items_of(Notes(), {"anna": notes((0, 4), (0, 9))}), notes((1, 7)))
    assert gold.corrections == {}


def contents(text: str) -> list[tuple[object, ...]]:
    return sorted((each.extent, each.value) for each in TASK.annotator.annotations([read(text)]))


@pytest.mark.parametrize("name", ["anna", "ben"])
@given(ENTITIES, ENTITIES, ENTITIES)
def test_all_of_an_annotator_can_be_taken_over_any_corrections(
    name: str, anna: list[Entity], ben: list[Entity], gold: list[Entity]
) -> None:
    texts = {"anna": written(anna), "ben": written(ben)}
    found = LiveAdjudication(
        TASK, {each: Reading(KEY, text) for each, text in texts.items()}, Reading(KEY, written(gold))
    )
    found.update()
    (state,) = found.states.values()
    assert found.gold is not None
    units = list(found.gold.units)
    made = choice_edits(TASK.annotator, "1", state, units, choices_of_annotator(state, name), others_go=True)
    assert not made.refused
    text = apply_edits(units[0].text, [edit for _, edit in made.edits])
    assert contents(text) == contents(texts[name])
    assert majority_choices(state).keys().isdisjoint(state.gold.corrections)
