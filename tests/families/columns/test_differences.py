"""Each difference of a sentence has one class, and a repair."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.error_analysis.analysis import valued_differences
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from keytally.families.columns import differences as columns
from keytally.families.columns.evaluation import evaluation
from keytally.families.columns.labels import entities, labels_in
from keytally.families.columns.model import Scheme
from keytally.families.columns.options import Mode
from keytally.families.contract import Settings
from tests.calls import calls_counted
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.columns.written import pairs, written

TASK = evaluation(Settings("IOB2"))
Sides = list[tuple[list[str], list[str]]]


def differences(key: str, response: str) -> list[Difference]:
    """The differences of one sentence, whose labels are given with blanks."""
    live = scored(TASK, *(written([labels.split()]) for labels in (key, response)))
    return [each for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))]


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None


CLASSES = [
    ("B-A I-A O", "B-B I-B O", "type", {"inc": 1}),
    ("B-A O O", "B-A I-A O", "boundary too long", {"inc": 1}),
    ("B-A I-A O", "B-A O O", "boundary too short", {"inc": 1}),
    ("B-A I-A O", "O B-A I-A", "boundary shifted", {"inc": 1}),
    ("B-A I-A O", "O B-B I-B", "type and boundary", {"inc": 1}),
    ("B-A I-A I-A", "B-A O B-B", "split", {"inc": 1, "spu": 1}),
    ("B-A O B-B", "B-A I-A I-A", "merged", {"inc": 1, "mis": 1}),
    ("B-A O O", "O O O", "missed", {"mis": 1}),
    ("O O O", "O B-A O", "spurious", {"spu": 1}),
]


@pytest.mark.parametrize(("key", "response", "name", "counts"), CLASSES)
def test_a_difference_has_one_class(key: str, response: str, name: str, counts: dict[str, int]) -> None:
    assert [(each.name, each.counts) for each in differences(key, response)] == [(name, counts)]


def test_a_difference_says_what_both_sides_have() -> None:
    (found,) = differences("B-A I-A O", "B-B O O")
    assert (found.key_text, found.response_text) == ("w0 w1 (A)", "w0 (B)")
    assert found.labels == ("A", "B")


@given(pairs("BI"), st.sampled_from([*Mode]))
@settings(max_examples=60)
def test_the_laws_hold(sides: Sides, mode: Mode) -> None:
    task = evaluation(Settings("IOB2", options=[("compatible", (mode.value,))]))
    check_laws(task, *(written([each[at] for each in sides]) for at in (0, 1)))


@given(pairs("BI"), st.sampled_from([*Mode]))
@settings(max_examples=60)
def test_the_laws_hold_for_a_sentence_in_pieces(sides: Sides, mode: Mode) -> None:
    task = evaluation(Settings("IOB2", options=[("compatible", (mode.value,))]))
    with patch.multiple(columns, TOKENS=1, FEWEST=2):
        check_laws(task, *(written([each[at] for each in sides]) for at in (0, 1)))


def gains(key: str, response: str) -> list[tuple[str, float]]:
    """The class and the gain of each difference."""
    found = valued_differences(Corrections(scored(TASK, key, response)))
    return [(each.difference.name, each.gain) for each, _ in found]


def long_sentence(times: int) -> tuple[str, str]:
    """A sentence of both sides with two differences each time."""
    sides = ["B-A", "O", "O", "B-B", "I-B", "O"], ["B-A", "O", "B-A", "B-B", "O", "O"]
    key, response = (written([labels * times]) for labels in sides)
    return key, response


def test_a_long_sentence_has_the_same_gains_whole_and_in_pieces() -> None:
    in_pieces = gains(*long_sentence(60))
    with patch.object(columns, "FEWEST", 10_000):
        assert in_pieces == gains(*long_sentence(60))
    assert len(in_pieces) == 120


def test_the_cost_of_a_fix_in_a_long_sentence_does_not_grow_with_the_sentence() -> None:
    """A file without empty lines is one sentence."""
    costs = []
    for times in (100, 200):
        with calls_counted() as counts:
            gains(*long_sentence(times))
        costs.append(counts.total())
    assert costs[1] < 2.5 * costs[0]


@given(pairs(), st.sampled_from([*Scheme]))
@settings(max_examples=40)
def test_a_response_that_is_repaired_is_the_key(sides: Sides, scheme: Scheme) -> None:
    texts = [
        written([labels_in(scheme, entities(each[at]), len(each[at])) for each in sides]) for at in (0, 1)
    ]
    live = all_repaired(evaluation(Settings(scheme.value)), *texts)
    assert "".join(unit.text for unit in live.response.units) == texts[0]


def test_a_repair_that_would_take_another_entity_away_is_refused() -> None:
    live = scored(TASK, *(written([each.split()]) for each in ("B-A I-A I-A B-B I-B", "B-A O B-C I-C B-B")))
    found = TASK.classifier.differences(live.scores_of("1"))
    first = next(each for each in found if each.key and each.key_text.startswith("w0"))
    rewriting = TASK.classifier.repair([*live.key.units], [*live.response.units], [first])
    assert list(rewriting.refused) == [0]
    assert rewritten(live, rewriting) == "".join(unit.text for unit in live.response.units)


def test_an_entity_behind_the_last_token_cannot_be_repaired() -> None:
    live = scored(TASK, "a\tO\nb\tB-A\n", "a\tO\n")
    rewriting = TASK.classifier.repair(
        [], [*live.response.units], TASK.classifier.differences(live.scores_of("1"))
    )
    assert rewriting.refused == {0: "the response lacks the tokens of the entity"}


def test_a_sentence_that_the_response_lacks_cannot_be_repaired() -> None:
    live = scored(TASK, "a\tO\n\nb\tB-A\n", "a\tO\n")
    found = TASK.classifier.differences(live.scores_of("2"))
    assert [each.name for each in found] == ["missed"]
    rewriting = TASK.classifier.repair([], [*live.response.units][-1:], found)
    assert rewriting.refused == {0: "the response lacks the sentence"}
