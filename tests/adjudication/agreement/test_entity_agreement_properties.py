"""What holds of the agreement on any entities: symmetry, full agreement, and independent counts."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.agreement import MeasuredAgreement, measure_agreement, token_rows
from keytally.adjudication.annotator_files import Annotator
from keytally.adjudication.compared_documents import compare_documents
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.evaluation.named_entity import NamedEntity
from tests.families.muc.annotations.entity_documents import ENTITIES, Entity, written
from tests.families.muc.sgml_files import named_entity

TASK = NamedEntity(named_entity())


def annotators(files: Sequence[Sequence[Entity]]) -> list[Annotator]:
    texts = map(written, files)
    languages = TASK.language(Role.KEY), TASK.language(Role.RESPONSE)
    return [
        Annotator(name, name, *(Reading(language, text) for language in languages))
        for name, text in zip("abcde", texts, strict=False)
    ]


def found(files: Sequence[Sequence[Entity]]) -> MeasuredAgreement:
    people = annotators(files)
    return measure_agreement(TASK, people, compare_documents(TASK, people).documents)


@given(st.lists(ENTITIES, min_size=2, max_size=4))
def test_values_are_bounded_and_undefined_ones_have_a_reason(files: list[list[Entity]]) -> None:
    for value, items, reason in (figure.coefficient for figure in found(files).figures):
        assert items >= 0
        assert (value is None) == bool(reason)
        assert value is None or value <= 1


@given(ENTITIES)
def test_equal_files_agree_fully(entities: list[Entity]) -> None:
    same = found([entities, entities, entities])
    assert {figure.coefficient.value for figure in same.figures} <= {1, None}
    assert (list(same.confusions), list(same.disagreements)) == ([], [])


@given(ENTITIES, ENTITIES)
def test_exchanged_annotators_have_the_same_figures(one: list[Entity], other: list[Entity]) -> None:
    there, back = found([one, other]), found([other, one])
    assert [each.coefficient for each in there.figures] == [each.coefficient for each in back.figures]
    assert there.pairs[0].first_as_key == back.pairs[0].second_as_key
    assert there.pairs[0].f == pytest.approx(back.pairs[0].f)
    assert len(there.disagreements) == len(back.disagreements)


@given(st.lists(ENTITIES, min_size=2, max_size=4))
def test_confusions_are_those_of_each_two_annotators(files: list[list[Entity]]) -> None:
    whole = found(files)
    for first, second in combinations(range(len(files)), 2):
        names = "abcde"[first], "abcde"[second]
        of_pair = [each for each in whole.confusions if (each.first, each.second) == names]
        assert all(each.times > 0 and each.first_says != each.second_says for each in of_pair)


@given(ENTITIES, ENTITIES)
def test_tokens_with_a_type_are_those_of_entities(one: list[Entity], other: list[Entity]) -> None:
    """The tokens with a type are those of the words that some entity holds."""
    people = annotators([one, other])
    (document,) = compare_documents(TASK, people).documents
    rows = token_rows(TASK.annotator.tokens, document, ["a", "b"])
    assert sum(rows.values()) == 13
    for column, entities in enumerate((one, other)):
        types = Counter[object]()
        for row, count in rows.items():
            types[row[column]] += count
        assert sum(count for name, count in types.items() if name) == sum(
            TOKENS[word] for word in range(len(TOKENS)) if any(e[0] <= word < e[1] for e in entities)
        )


TOKENS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2]
"""How many tokens each of the words of `entity_documents` has: a tag none, `$5` two."""
