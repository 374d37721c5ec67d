"""Each difference between chains of a document has one of the seven classes, and a repair."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from keytally.families.annotations import Difference
from keytally.families.conll.evaluation import evaluation
from keytally.families.conll.reading import DocumentUnit
from keytally.families.contract import Settings
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.conll import written_corefud
from tests.families.conll.written import Mention, mentions, written

TASK = evaluation(Settings())
Sides = tuple[list[Mention], list[Mention]]


def differences(key: str, response: str) -> list[Difference]:
    live = scored(TASK, key, response)
    return [each for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))]


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None


PAIR = [(1, 0, 0), (1, 2, 3)]
CLASSES = [
    (PAIR, [(1, 0, 0), (1, 3, 3)], "span", {"missing links": 1, "spurious links": 1}),
    (PAIR, [*PAIR, (1, 5, 5)], "extra mention", {"spurious links": 1}),
    (PAIR, [*PAIR, (2, 4, 4), (2, 5, 5)], "extra entity", {"spurious links": 1}),
    ([*PAIR, (1, 5, 5)], PAIR, "missing mention", {"missing links": 1}),
    ([*PAIR, (2, 4, 4), (2, 5, 5)], PAIR, "missing entity", {"missing links": 1}),
    (PAIR, [(1, 0, 0), (2, 2, 3)], "divided entity", {"missing links": 1}),
    ([(1, 0, 0), (2, 2, 3)], PAIR, "conflated entities", {"spurious links": 1}),
]


@pytest.mark.parametrize(("key", "response", "name", "counts"), CLASSES)
def test_a_difference_has_one_class(
    key: list[Mention], response: list[Mention], name: str, counts: dict[str, int]
) -> None:
    found = differences(written(key), written(response))
    assert [(each.name, each.counts) for each in found] == [(name, counts)]


def test_a_difference_says_what_both_sides_have() -> None:
    (found,) = differences(written(PAIR), written([(1, 0, 0), (2, 2, 3)]))
    assert (found.key_text, found.response_text) == ("w2 w3 in chain 1", "w2 w3 in chain 2")
    assert [each.unit.text[each.start : each.end] for each in found.response] == ["(2"]


def test_chains_of_one_name_are_distinguished_by_their_other_mentions() -> None:
    (found,) = differences(written(PAIR), written([(2, 0, 0), (1, 2, 3)]))
    assert found.key_text == "w2 w3 in chain 1 with w0"
    assert found.response_text == "w2 w3 in chain 1 alone"


@given(mentions(), mentions())
@settings(max_examples=60, deadline=None)
def test_the_laws_hold(key: list[Mention], response: list[Mention]) -> None:
    check_laws(TASK, written(key), written(response))


@given(mentions(), mentions())
@settings(max_examples=80, deadline=None)
def test_a_response_that_is_repaired_has_the_chains_of_the_key(
    key: list[Mention], response: list[Mention]
) -> None:
    texts = written(key), written(response)
    assume(not any(DocumentUnit(text).may_lose for text in texts))
    (document,) = all_repaired(TASK, *texts).response.units
    assert classes(document) == classes(DocumentUnit(texts[0]))


COREFUD = st.booleans().flatmap(lambda repeated: written_corefud.mentions((2,), repeated=repeated))


@given(COREFUD, COREFUD, st.sampled_from(["auto", "keep"]))
@settings(max_examples=100, deadline=None)
def test_the_laws_hold_in_corefud(
    key: list[written_corefud.Written], response: list[written_corefud.Written], singletons: str
) -> None:
    task = evaluation(Settings(options=[("singletons", (singletons,))]))
    check_laws(task, written_corefud.written(key, (2,)), written_corefud.written(response, (2,)))


def test_other_tokens_and_missing_documents_are_refused() -> None:
    key = written(PAIR)
    other = written([(1, 0, 0)]).replace("w2", "x2")
    live = scored(TASK, key, other)
    found = TASK.classifier.differences(live.scores_of("(a); part 000"))
    refused = TASK.classifier.repair([*live.key.units], [*live.response.units], found)
    assert (dict(refused.refused), rewritten(live, refused)) == (
        {0: "the response has different tokens there"},
        other,
    )
    live = scored(TASK, key, written([], "b"))
    found = TASK.classifier.differences(live.scores_of("(a); part 000"))
    refused = TASK.classifier.repair([*live.key.units], [*live.response.units], found)
    assert dict(refused.refused) == {0: "the response lacks the document"}


def classes(document: DocumentUnit) -> set[frozenset[tuple[int, ...]]]:
    """The chains of a document as sets of words."""
    return {frozenset(tuple(each.words) for each in chain.mentions) for chain in document.read().chains}
